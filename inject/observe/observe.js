// Changes. The watcher runs for the whole life of the document and counts the
// generation. What becomes of a change is the business of the observation:
// observe_once.js, or observe_always.js where the specification names events of its own.
const MARKUP_LIMIT = 2000; // characters of a detached element in a report
var generation = 0;
var tracedAt = 0; // when that last grew
var armed = false; // something is done with what happens
// What resolved the observation: "loaded", "changed", or null.
var cause = null;
var touched = [];
var touchedOnce = new Table();
var loadedReported = false;
const ownScrolls = new Table();
var changedTree = doc; // whose changes are being looked at
const ANY_CHANGE = {
    subtree: true,
    childList: true,
    attributes: true,
    characterData: true
};
const watcher = new root.MutationObserver(function (records) {
    onMutations(records, doc);
});

function watchNodes() {
    watcher.observe(doc, ANY_CHANGE);
}

// At a window, for its document; at a shadow root, from which not every event
// goes on to the window.
function watchEvents(target, tree) {
    if (target === root) listenIn(root, ["load"], onLoad);
    // Images and style sheets: their events stop short of the window.
    listenTo(tree, "load", onOther, true);
    listenIn(target, ["scroll"], onScroll);
    listenIn(
        target,
        [
            "input", "change", "focusin", "focusout", "resize", "toggle",
            "reset", "play", "pause", "ended", "volumechange"
        ],
        onOther
    );
    listenIn(target, ["transitionend", "transitioncancel"], onTransition);
    listenIn(target, ["animationend", "animationcancel"], onAnimation);
}

// Records that are ready but whose turn has not come: input and reads see the
// generation as it is now.
function flush() {
    onMutations(watcher.takeRecords(), doc);
    flushTrees();
}

// Something may be other than it was.
function noteChange() {
    generation++;
    tracedAt = now();
    suspect();
    lookSoon();
}

function onMutations(records, tree) {
    if (records.length === 0) return;
    noteChange();
    noteWrites(records);
    changedTree = tree;
    var isText = true;
    for (var i = 0; i < records.length; i++) {
        const record = records[i];
        // document.open() has thrown away the listeners of the window.
        if (nodeTypeOf(record.target) === 9) install(record.target);
        if (record.type === "characterData") continue;
        isText = false;
        if (armed) touchAll(record);
    }
    if (!isText) lookAgain();
    noteWords(records);
    noteMotion();
}

function touchAll(record) {
    touch(record.target);
    record.addedNodes.forEach(touch);
    record.removedNodes.forEach(touch);
}

function isMatched(element) {
    for (var i = 0; i < selectors.length; i++)
        if (isMatch(element, selectors[i])) return true;
    return false;
}

// A selector that is not valid matches nothing here; the read reports it.
function isMatch(element, selector) {
    try {
        return isSelected(element, selector);
    } catch (error) {
        return false;
    }
}

function touch(node) {
    if (cause === "loaded" || !isElement(node)) return;
    if (touchedOnce.get(node) || !isMatched(node)) return;
    touchedOnce.set(node, true);
    touched.push(node);
    resolve("changed");
}

// Virtual time stands from the moment a document has loaded until the host has
// heard of it: how long that takes must not show.
var heldAtLoad = false;

function onLoad(event) {
    if (event.target === doc && !heldAtLoad) {
        heldAtLoad = true;
        hold();
    }
    if (event.target === doc && armed) resolve("loaded");
}

function onOther(event) {
    noteChange();
    noteInput(event);
    noteEvent(event);
}

// A scroll that leaves everything where our own left it is no news.
function onScroll(event) {
    noteScrolled();
    const own = ownScrolls.get(event.target);
    if (own === undefined || own !== scrollPlace(event.target)) noteChange();
    noteMotion();
}

function scrollPlace(target) {
    const box = nodeTypeOf(target) === 9 ? scrollerOf(target) : target;
    return box === null ? "" : scrollLeftOf(box) + " " + scrollTopOf(box);
}

function onTransition(event) {
    noteChange();
    noteEvent(event);
    if (armed && isStyled(event)) touch(event.target);
}

function onAnimation(event) {
    noteChange();
    noteEvent(event);
    if (armed) touch(event.target);
}

function loadedEvent() {
    loadedReported = true;
    return { id: "loaded", args: [] };
}

function changed(element) {
    if (isPresent(element)) return { id: "changed", args: [refOf(element)] };
    const markup = markupOf(element).slice(0, MARKUP_LIMIT);
    return { id: "detached", args: [markup] };
}
