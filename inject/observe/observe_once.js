// The observation as the host arms it: resolved once, by the first thing that
// happens, settled one turn later and pushed; then it is gone. (observe_always.js has
// the same functions for specifications that name events of their own.)
var turn = 0; // of the observation; an older one must not push

function observe() {
    flush();
    unobserve();
    armed = true;
    if (isLoaded() && !loadedReported) resolve("loaded");
    return generation;
}

function unobserve() {
    stopPassing();
    turn++;
    armed = false;
    cause = null;
    touched = [];
    touchedOnce = new Table();
}

function resolve(what) {
    if (cause !== null) return;
    cause = what;
    const mine = turn;
    nextTurn(function () {
        whenWorkersRest(function () {
            if (mine === turn) concludeBehindFrame(mine);
        });
    });
}

// One that is under way would come before or after the next action, as it happens.
function concludeBehindFrame(mine) {
    pausePassing(function () {
        if (mine !== turn) return;
        whenViewsStand(now() + MOVING_LIMIT, function () {
            if (mine === turn) conclude();
        });
    });
}

function conclude() {
    flush();
    const events = cause === "loaded" ? [loadedEvent()] : touched.map(changed);
    unobserve();
    push(
        '{"kind":"events","events":' + encode(events) +
        "," + toldMembers(false) + "}"
    );
}

// The host waits for events: what comes first, an event or the end of the time,
// is pushed. In real time the host keeps the time itself (0).
function wait(milliseconds) {
    arriving = false;
    observe();
    release();
    if (milliseconds > 0)
        letPass(milliseconds, function () {
            if (!armed || cause !== null) return;
            unobserve();
            push('{"kind":"timeout",' + toldMembers(false) + "}");
        });
    return "{}";
}

function endWait() {
    settling++;
    unobserve();
    return read();
}

// What only a standing observation asks for.
function suspect() {}
function noteEvent() {}
function noteWords() {}
function watchMore() {}
function look() {
    return false;
}
function happen() {}
// Under real time the host may have ended a passing of time before the page did.
function standDown() {
    stopPassing();
}
function isNews() {
    return cause !== null;
}
function isLate() {
    return false;
}
function settledMembers() {
    return "";
}
function afterState() {}
