// More patience than settle.js has, where the specification asks for it with an
// action: the state is taken once nothing that the property reads has changed
// for so long, or when the longest time has passed.
//
// {quiet, atMost}: milliseconds of the page's time; `network`: and no request of
// the page has been under way in that time. `activity`: of the network before the
// action (observe/network.js), or -1: where it is the same later, nothing was asked for.
//
// A change is seen soon after it, by an eighth of the quiet time at most, and the quiet
// time begins with that. What leaves no trace (the value that a script gives a field) is
// looked for when the time is over, since reading all of a state takes as long as the
// rest of a look. So a page that stands still is looked at once.
//
// Under virtual time the page is told of an answer thirty milliseconds behind its request
// (hooks/hook_answers.js), and looks idle until then; what it does upon it may be a short
// timer later. No quiet time that heeds the network is shorter than both.
const ANSWERS_MS = 52;
const LOOK_QUIET_MS = 50;
const LOOKS = 8;
var patience = null; // of the action that comes; null: as always
var quieting = null; // has not seen a change since it was last looked at, or null

function bePatient(rule) {
    patience = rule;
    return "{}";
}

// What comes after the rest: the telling, or a quiet time before it. An action
// that was stopped is no reason to wait.
function afterRest(late) {
    const rule = patience;
    patience = null;
    if (rule === null || late || decision === "blocked") return pushSettled;
    return function (mine) {
        mine.rule = rule;
        mine.quiet = quietOf(rule);
        mine.until = now() + rule.atMost;
        mine.text = peek();
        mine.since = now();
        mine.generation = generation;
        mine.activity = rule.activity;
        awaitQuiet(mine);
    };
}

function quietOf(rule) {
    const waits = rule.network && rule.quiet > 0 && isAlwaysIdle();
    return waits ? Math.max(rule.quiet, ANSWERS_MS) : rule.quiet;
}

// Not two looks where one will do.
function nextLook(mine, quietIn) {
    const isShort = mine.quiet < 2 * LOOK_QUIET_MS;
    return isShort || !mine.rule.network ? quietIn : lookAfter(mine.rule);
}

function lookAfter(rule) {
    return Math.max(LOOK_QUIET_MS, rule.quiet / LOOKS);
}

// How busy the network is nobody tells: there it is asked for now and then.
function awaitQuiet(mine) {
    const left = mine.until - now();
    const quietIn = mine.quiet - (now() - mine.since);
    if (left <= 0 || quietIn <= 0) return pushSettled(mine);
    mine.isRead = false;
    quieting = mine;
    letPass(Math.min(left, quietIn, nextLook(mine, quietIn)), function () {
        if (mine.number === settling) lookQuiet(mine);
    });
}

// Something has changed.
function lookSoon() {
    if (quieting === null || quieting.number !== settling) return;
    const rule = quieting.rule;
    quieting = null; // one look is enough
    passSooner(lookAfter(rule));
}

function lookQuiet(mine) {
    if (!mine.rule.network) {
        lookAtState(mine);
        return awaitQuiet(mine);
    }
    askNetwork(function (isBusy, activity) {
        if (mine.number !== settling) return;
        if (isBusy || activity !== mine.activity) mine.since = now();
        mine.activity = activity;
        lookAtState(mine);
        awaitQuiet(mine);
    });
}

// Of a time that is not over only what has left a trace is looked at. What is read when
// it is over is most often the state to be told.
function lookAtState(mine) {
    flush();
    const isOver = now() - mine.since >= mine.quiet;
    if (!isOver && generation === mine.generation) return;
    if (isOver) readState();
    const text = isOver ? lastRead.text : peek();
    mine.generation = generation;
    if (text === mine.text) {
        mine.isRead = isOver;
        return;
    }
    mine.text = text;
    mine.since = now();
}
