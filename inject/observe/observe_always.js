// The observation when the specification names kinds of events of its own
// (`::watch`). It stands as long as the document does, so that nothing goes
// unseen between two waits, and is pushed whenever something has happened: an
// event that was noted, or a difference to the last state that was told. Each
// state is told once the page has settled in it (settle.js). What an action
// does to the page is no event; the observation stands down until the state
// after the action has been told.
//
// Order of this file: what happens, settling, telling, waiting, actions.
const EVENT_LIMIT = 1000; // of one report
const MOTIONS = {
    transitionend: "transitionEnded",
    animationend: "animationEnded"
};
var happenings = []; // events to be told, whatever is there by then
var concluding = false; // the page settles after a change
var waited = null; // {until, then}: of a wait that a change has interrupted
var told = null; // the last state, as text
var isFresh = true; // nothing has been told of this document
var changedAt = 0; // when something in the page changed last; 0: never

// ---- what happens ------------------------------------------------------

// `isEffect`: when it comes from an action under way it belongs to that.
function happen(id, args, isEffect) {
    if (isEffect && !armed) return;
    if (happenings.length < EVENT_LIMIT)
        happenings.push({ id: id, args: args });
    if (!armed) return;
    cause = "happened";
    settleChange();
}

// The first touch of an element, or the load.
function resolve(what) {
    if (what === "loaded") noteArrival();
    cause = "happened";
    settleChange();
}

// An action that has led to this document has told of it already.
function noteArrival() {
    happenings.push(loadedEvent());
    if (!WATCHED.navigation || !isFresh) return;
    happenings.push({ id: "navigated", args: [] });
    happenings.push({ id: "navigatedTo", args: [root.location.href] });
}

// Something has changed, and it may matter.
function suspect() {
    changedAt = now();
    if (COMPARES && armed) settleChange();
}

function noteEvent(event) {
    if (WATCHED.resize && event.type === "resize" && event.target === root)
        happen("resized", [], true);
    if (WATCHED.motion && MOTIONS[event.type] && isMatched(event.target))
        happen(MOTIONS[event.type], [refOf(event.target)], true);
}

// The host's word: a tab has been opened or closed.
function hearTab(id) {
    if (WATCHED.tabs) happen(id, [], true);
}

function noteNavigation() {
    noteChange();
    if (!WATCHED.navigation) return;
    happen("navigated", [], true);
    happen("navigatedTo", [root.location.href], true);
}

// ---- what leaves no trace in the document (hook_watch.js) ----------------

const wordsNode = doc.createComment("");

// Once for each document.
function watchMore() {
    watcher.observe(wordsNode, {
        characterData: true,
        characterDataOldValue: true
    });
    sendTo(doc, new root.MouseEvent("weir-watch", { relatedTarget: wordsNode }));
    if (root.navigation)
        listenTo(root.navigation, "currententrychange", noteNavigation);
    if (WATCHED.state) watchMedia();
    if (WATCHED.downloads) watchDownloads();
}

// What the reads of a state may show, and what nothing else tells of.
function watchMedia() {
    listenIn(
        root,
        [
            "timeupdate", "seeked", "ratechange", "durationchange",
            "loadedmetadata", "emptied", "canplay", "selectionchange",
            "fullscreenchange", "visibilitychange", "online", "offline",
            "storage", "mouseover", "mouseout", "cancel", "close"
        ],
        onOther
    );
    if (doc.fonts) listenTo(doc.fonts, "loadingdone", noteChange);
}

// A record has what was there before; what is there now is the last word.
function noteWords(records) {
    const words = [];
    records.forEach(function (record) {
        if (record.target === wordsNode) words.push(record.oldValue);
    });
    if (words.length === 0) return;
    words.push(wordsNode.data);
    words.slice(1).forEach(hear);
}

function hear(word) {
    const parts = word.split("\n");
    if (parts[0] === "console") {
        happen("consoleMessage", [], false);
        happen("consoleMessageOf", [parts[1]], false);
    } else if (parts[0] === "error") {
        happen("errorRaised", [], false);
    } else if (parts[0] === "download") {
        beginDownload();
    } else if (parts[0] === "dialog") {
        happen("dialogOpened", [], false);
        happen("dialogOpenedOf", [parts[1]], false);
    }
}

// ---- settling ----------------------------------------------------------

function settleChange() {
    if (concluding) return;
    concluding = true;
    settling++;
    // Not after everything else: the next change would be in the same state.
    const mine = {
        number: settling,
        moveUntil: now() + MOVING_LIMIT,
        then: conclude,
        isIdle: true
    };
    waited = pausePassing(function () {
        settleTimer(root, function () {
            rest(mine, 0, 0);
        }, 1);
    });
}

function conclude() {
    const text = report(null, newsMembers);
    concluding = false;
    if (text !== null) return tell(text);
    cause = null;
    const left = waited;
    waited = null;
    if (left !== null) passUntil(left.until, left.then);
}

// ---- telling -----------------------------------------------------------

// All that has happened since the last state was told.
function findEvents() {
    const events = happenings.concat(touched.map(changed));
    if (!COMPARES) return events;
    const own = elementEvents();
    if (WATCHED.state && peek() !== told)
        own.push({ id: "stateChanged", args: [] });
    return events.concat(own);
}

function forgetEvents() {
    happenings = [];
    touched = [];
    touchedOnce = new Table();
    cause = null;
}

// The text of a push, or of the answer to a question; null: there is nothing to tell.
// `otherwise`: the kind without events. Each has a generation of its own: an action
// that was chosen before it is stale.
function report(otherwise, members) {
    concluding = true; // what the next line finds is told here
    flush();
    const events = findEvents();
    if (events.length === 0 && otherwise === null) return null;
    const kind = events.length > 0 ? "events" : otherwise;
    generation++;
    readState();
    const text =
        '{"kind":"' + kind + '","events":' + encode(events) + "," +
        members() + "}";
    standDown();
    forgetEvents();
    afterState();
    return text;
}

function tell(text) {
    waited = null;
    push(text);
}

// A state has been told: what comes now is compared with it.
function afterState() {
    told = lastRead.text;
    isFresh = false;
    noteElements();
    armed = true;
    castNet();
}

// ---- waiting -----------------------------------------------------------

function observe() {
    flush();
    armed = true;
    if (isLoaded() && !loadedReported) resolve("loaded");
    return generation;
}

function unobserve() {
    standDown();
}

function wait(milliseconds) {
    arriving = false;
    observe();
    release();
    if (milliseconds <= 0) return "{}";
    const until = now() + milliseconds;
    if (concluding) waited = { until: until, then: endOfTime };
    else passUntil(until, endOfTime);
    return "{}";
}

function endOfTime() {
    const text = report("timeout", newsMembers);
    concluding = false;
    tell(text);
}

// In real time: the host's wait is over. The page may be settling; then a push
// will answer.
function endWait() {
    flush();
    if (concluding) {
        waited = { until: now(), then: endOfTime };
        return '{"pending":true}';
    }
    const text = report("timeout", stateMembers);
    concluding = false;
    return text;
}

// What changes without any trace that we know of is seen a little later: in
// virtual time while time is let pass, in real time always.
const LOOK_EVERY_MS = 100;
var looked = 0;
var isNetCast = false;

// While time is let pass: true when that has been interrupted.
function look(mine) {
    if (now() - looked < LOOK_EVERY_MS) return false;
    looked = now();
    lookForChanges();
    if (mine !== passing) return true;
    return lookAtNetwork(function () {
        passOn(mine);
    });
}

function lookForChanges() {
    if (armed && COMPARES && !concluding && findEvents().length > 0)
        settleChange();
}

function castNet() {
    if (NET_MS === 0 || isNetCast || !(COMPARES || WATCHED.network)) return;
    isNetCast = true;
    settleTimer(root, function () {
        isNetCast = false;
        lookForChanges();
        lookAtNetwork(function () {});
        castNet();
    }, NET_MS);
}

// ---- actions -----------------------------------------------------------

// An action has been let in: its doings are no events.
function standDown() {
    armed = false;
    concluding = false;
    cause = null;
    touched = [];
    touchedOnce = new Table();
    waited = null;
    settling++;
    stopPassing();
}

// Something has happened since the host last heard of us. In real time that may be what
// leaves no trace.
function isNews() {
    if (cause !== null) return true;
    if (NET_MS > 0) lookForChanges();
    return armed && concluding && findEvents().length > 0;
}

// An action that is no input begins here. Has something come before it? Then it
// finds another state than the one it was chosen in.
function isLate() {
    if (!armed) return false;
    flush();
    if (decision !== "blocked" && !isNews()) {
        standDown();
        return false;
    }
    concluding = true; // this settling is that of the change
    return true;
}

// What an action must not hide is told with its state, and is a step after it.
function settledMembers(mine) {
    if (mine.late) flush();
    const events = mine.late ? findEvents() : happenings;
    standDown();
    forgetEvents();
    return '"events":' + encode(events) + ",";
}
