// The trees that selectors with ">>>" reach are watched like the document: their
// changes count for the generation and resolve observations, input into frames
// is guarded. A tree is found whenever something has changed that can bring one
// (mutations, a new shadow root, a new document in a frame) and at every read;
// one that is no longer reached is let go.
//
// Order of this file: the trees, what brings them, frames on their way.
const addressOf = getter(root.Document.prototype, "URL");
// {tree, observer, node, round, leaving, late}; node: of hook.js, for documents
var watched = [];
var round = 0; // of looking for trees
const watchedAs = new Table(); // tree -> its entry, or null

function watchTree(tree) {
    var entry = watchedAs.get(tree);
    if (!entry) {
        entry = newEntry(tree);
        watchedAs.set(tree, entry);
        watched.push(entry);
        listenToTree(tree);
    }
    entry.round = round;
}

function newEntry(tree) {
    const observer = new root.MutationObserver(function (records) {
        onMutations(records, tree);
    });
    observer.observe(tree, ANY_CHANGE);
    const node = isDocument(tree) ? shareNodes(tree) : null;
    heldTasks = 0;
    return {
        tree: tree, observer: observer, node: node, round: round,
        leaving: false, late: false
    };
}

function letGo(entry) {
    entry.observer.disconnect();
    watchedAs.set(entry.tree, null);
    if (entry.node !== null) unshareNodes(entry.node);
}

function listenToTree(tree) {
    if (!isDocument(tree)) {
        watchEvents(tree, tree);
        return;
    }
    install(tree);
}

// What can bring a tree and is no mutation.
function listenForTrees(view) {
    listenIn(view, ["weir-shadow"], onShadow);
    listenIn(view, ["weir-closed"], onClosedShadow);
    listenIn(view, ["DOMContentLoaded"], onContent);
    if (view === root) return;
    listenIn(view, ["load"], onContent);
    listenIn(view, ["beforeunload"], onLeaving);
}

// Elements whose trees a model has looked into: as long as they are there.
var hosts = [];
const isHost = new Table();

function keepHosts(found) {
    found.forEach(function (element) {
        if (isHost.get(element)) return;
        isHost.set(element, true);
        hosts.push(element);
    });
}

function watchHosts() {
    hosts = hosts.filter(function (element) {
        if (!isPresent(element)) isHost.set(element, false);
        return isHost.get(element);
    });
    treesIn(hosts);
}

// Looks for trees that have come, and lets go those that have gone.
function lookAgain() {
    round++;
    watchHosts();
    keepTrees(function () {
        Object.keys(PARTS).forEach(function (selector) {
            try {
                treesOf(PARTS[selector]);
            } catch (error) {
                // Not a valid selector; the read reports it.
            }
        });
    });
    watched = watched.filter(function (entry) {
        if (entry.round !== round) letGo(entry);
        return entry.round === round;
    });
    keepBusy(); // one may be on its way
}

// Also sees documents that were replaced without a word.
function flushTrees() {
    var isGone = false;
    watched.forEach(function (entry) {
        onMutations(entry.observer.takeRecords(), entry.tree);
        if (isDocument(entry.tree) && viewOfDocument(entry.tree) === null)
            isGone = true;
    });
    if (isGone) onNewTree();
}

function onNewTree() {
    noteChange();
    lookAgain();
    noteMotion();
}

function onContent(event) {
    if (event.target === documentShownIn(event.currentTarget)) onNewTree();
}

// A frame has a new window. (adopt has guarded it.)
function meetFrame(view) {
    listenForTrees(view);
    onNewTree();
}

// hook_shadow.js tells of shadow roots that are attached to elements of the
// page.
function onShadow(event) {
    event.stopImmediatePropagation();
    if (isPossibleHost(event.composedPath()[0])) onNewTree();
}

function onClosedShadow(event) {
    event.stopImmediatePropagation();
    const host = event.composedPath()[0];
    if (isPossibleHost(host)) tellUnseen("shadow", host);
}

function isPossibleHost(element) {
    return isHost.get(element) || Object.keys(PARTS).some(function (selector) {
        return PARTS[selector].slice(0, -1).some(function (part) {
            try {
                return matchesOf(element, part);
            } catch (error) {
                return false;
            }
        });
    });
}

function eachTree(job) {
    job(doc);
    watched.forEach(function (entry) {
        job(entry.tree);
    });
}


// ---- frames on their way to another document ---------------------------------

function onLeaving(event) {
    const entry = watchedAs.get(documentShownIn(event.currentTarget));
    if (!entry) return;
    entry.leaving = true;
    entry.late = false;
    heldTasks = 0;
    keepBusy();
}

// The browser's virtual clock stands while a frame's next document is under way; not
// where it comes from another origin. So it is held here, for the first document of a
// frame as for those that follow. Tasks until nothing is to be expected any more (a
// download, an endless request): about a second.
const HELD_TASKS_LIMIT = 100 * 1000;
var heldTasks = 0;

function holdsForFrames() {
    if (!watched.some(isUnderWay)) return false;
    heldTasks++;
    if (heldTasks > HELD_TASKS_LIMIT) giveUpFrames();
    return heldTasks <= HELD_TASKS_LIMIT;
}

function isUnderWay(entry) {
    if (entry.late || !isDocument(entry.tree)) return false;
    if (viewOfDocument(entry.tree) === null) return false;
    return entry.leaving || isStillEmpty(entry.tree);
}

function loadingFrames() {
    return watched.filter(isLoading).length + awaitedLandings();
}

function isLoading(entry) {
    if (entry.late || !isDocument(entry.tree)) return false;
    return (
        entry.leaving ||
        readinessOf(entry.tree) !== "complete" ||
        isStillEmpty(entry.tree)
    );
}

// The document that a frame has before it gets the one it asks for.
function isStillEmpty(document) {
    const frame = hostOf(document);
    if (frame === null || addressOf(document) !== "about:blank") return false;
    if (attributeOf(frame, "srcdoc") !== null) return true;
    const source = attributeOf(frame, "src");
    return (
        source !== null &&
        !/^\s*(about:|javascript:|$)/i.test(source) &&
        attributeOf(frame, "loading") !== "lazy"
    );
}

// Frames of another origin that a selector leads to, and whose document is not
// at hand: the host brings it within milliseconds, or never (the browser has it in
// another process). Milliseconds of the page's time:
const FERRY_PATIENCE = 1000;
var unlanded = []; // {element, since}

function awaitLanding(element) {
    const isKnown = unlanded.some(function (entry) {
        return entry.element === element;
    });
    if (!isKnown) unlanded.push({ element: element, since: now() });
}

function awaitedLandings() {
    unlanded = unlanded.filter(function (entry) {
        return (
            windowIn(entry.element) !== null &&
            documentIn(entry.element) === null
        );
    });
    return unlanded.filter(isAwaited).length;
}

function isAwaited(entry) {
    if (now() - entry.since < FERRY_PATIENCE) return true;
    tellUnseen("frame", entry.element);
    return false;
}

// A frame is between two documents, or its new one is not at hand yet: how long that
// takes hangs on the machine. The clock stands meanwhile, and nothing is decided by what is
// there, as long as there is something to be expected.
function isCrossing() {
    flushTrees();
    if (!watched.some(isUnderWay) && awaitedLandings() === 0) return false;
    heldTasks++;
    if (heldTasks <= HELD_TASKS_LIMIT) return true;
    giveUpFrames();
    unlanded.forEach(function (entry) {
        entry.since = -Infinity;
    });
    return false;
}

function whenNoFrameCrosses(job) {
    if (!isAlwaysIdle() || !isCrossing()) return job();
    postTask(scheduler, function () {
        whenNoFrameCrosses(job);
    }, LAST);
}

// They take too long, or there was nothing to come (a download).
function giveUpFrames() {
    watched.forEach(function (entry) {
        entry.late = entry.late || isLoading(entry);
    });
}
