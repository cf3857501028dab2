// More patience than settle.js has, where the specification asks for it with an
// action: the state is taken once nothing that the property reads has changed
// for so long, or when the longest time has passed.
//
// {quiet, atMost}: milliseconds of the page's time; `network`: and no request of
// the page has been under way in that time. `activity`: of the network before the
// action (observe/network.js), or -1: where it is the same later, nothing was asked for.
// `past`: the time before the action counts, too.
//
// A change is seen soon after it, by an eighth of the quiet time at most, and the quiet
// time begins with that. What leaves no trace (the value that a script gives a field) is
// looked for when the time is over, since reading all of a state takes as long as the
// rest of a look. So a page that stands still is looked at once.
//
// Under virtual time the page is told of an answer thirty milliseconds after its request
// (hooks/hook_answers.js), and looks idle until then; what it does upon it may be a short
// timer later. No quiet time that heeds the network is shorter than both.
//
// Under virtual time a short quiet time is counted in pieces. The first one is never quiet:
// what was asked for in it is told to the page in it. So the network is asked after the
// second one, and then says when the last request began. What must hold: a request counts
// in the pieces in which the page makes it and is told its answer, whenever the host hears of
// it; and after one that was under way at a question comes a piece more.
//
// Under real time such a wait is not free, and a look is no trip. So the quiet time begins
// with the change and with the last word of the network, and not with the look that finds
// them; the network is asked when the quiet time may be over. What must hold all the same:
// where the page's turn comes late, as all of its timers do, only LATE_LOOKS looks of it
// count, and what its answers and timers do meanwhile is waited for.
const ANSWERS_MS = 52;
const TELLING_MS = 30; // hooks/hook_answers.js
const LOOK_QUIET_MS = 50;
const LOOK_REAL_MS = 4;
const LATE_LOOKS = 2;
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
        mine.read = 0;
        mine.text = readFor(mine);
        mine.since = now();
        mine.generation = generation;
        mine.activity = rule.activity;
        mine.isFirst = true;
        mine.wasBusy = false;
        if (rule.past && !isAlwaysIdle()) countThePast(mine);
        else awaitQuiet(mine);
    };
}

function countThePast(mine) {
    mine.since = tracedAt;
    mine.activity = -1;
    lookQuiet(mine);
}

function quietOf(rule) {
    const waits = rule.network && rule.quiet > 0 && isAlwaysIdle();
    return waits ? Math.max(rule.quiet, ANSWERS_MS) : rule.quiet;
}

// The state, and how long reading it takes: a page with much to read is not read all
// the time.
function readFor(mine) {
    const begin = now();
    const text = peek();
    mine.read = now() - begin;
    return text;
}

function quietIn(mine) {
    return mine.quiet - (now() - mine.since);
}

// Not two looks where one will do.
function nextLook(mine) {
    const asks = mine.rule.network && !isShort(mine) && isAlwaysIdle();
    return asks ? lookAfter(mine) : quietIn(mine);
}

function lookAfter(mine) {
    const least = isAlwaysIdle() ? LOOK_QUIET_MS
        : Math.max(LOOK_REAL_MS, mine.read);
    return Math.max(least, mine.rule.quiet / LOOKS);
}

// How busy the network is nobody tells: there it is asked for now and then.
function awaitQuiet(mine) {
    const left = mine.until - now();
    if (left <= 0 || quietIn(mine) <= 0) return pushSettled(mine);
    mine.isRead = false;
    quieting = mine;
    letPass(Math.min(left, quietIn(mine), nextLook(mine)), function () {
        if (mine.number === settling) lookQuiet(mine);
    });
}

// Something has changed.
function lookSoon() {
    if (quieting === null || quieting.number !== settling) return;
    const mine = quieting;
    quieting = null; // one look is enough
    passSooner(lookAfter(mine));
}

function isInPieces(mine) {
    return mine.rule.network && isAlwaysIdle() && isShort(mine);
}

function isShort(mine) {
    return mine.quiet < 2 * LOOK_QUIET_MS;
}

// Whether it has to wait on, whatever the network says.
function lookAtPiece(mine) {
    if (mine.isFirst) mine.since = now();
    mine.isFirst = false;
    flush();
    if (generation !== mine.generation) lookAtState(mine);
    return mustWait(mine);
}

function lookQuiet(mine) {
    if (isInPieces(mine) && lookAtPiece(mine)) return awaitQuiet(mine);
    const asks = mine.rule.network;
    const isEarly = !isAlwaysIdle() && quietIn(mine) > 0;
    if (!asks || isEarly) lookAtState(mine);
    if (!asks || (isEarly && mustWait(mine))) return awaitQuiet(mine);
    askNetwork(function (isBusy, activity, age, begun) {
        if (mine.number !== settling) return;
        if (isInPieces(mine)) noteRequest(mine, isBusy, begun);
        else noteActivity(mine, isBusy, activity, age);
        lookAtState(mine);
        awaitQuiet(mine);
    });
}

function mustWait(mine) {
    return quietIn(mine) > 0 || now() >= mine.until;
}

function noteRequest(mine, isBusy, begun) {
    const isBefore = begun >= 0 && begun + TELLING_MS < mine.since;
    const isQuiet = isBefore && !isBusy && !mine.wasBusy;
    mine.wasBusy = isBusy;
    if (!isQuiet) mine.since = now();
}

function noteActivity(mine, isBusy, activity, age) {
    const isQuiet = !isBusy && activity === mine.activity;
    mine.activity = activity;
    if (isQuiet) return;
    if (isBusy || isAlwaysIdle()) mine.since = now();
    else mine.since = Math.max(mine.since, now() - age);
}

// Of a time that is not over only what has left a trace is looked at. What is read when
// it is over is most often the state to be told.
function lookAtState(mine) {
    flush();
    const isOver = quietIn(mine) <= 0;
    const isTraced = generation !== mine.generation;
    if (!isOver && !isTraced) return;
    if (isOver) readState();
    const text = isOver ? lastRead.text : readFor(mine);
    mine.generation = generation;
    if (text === mine.text) {
        mine.isRead = isOver;
        return;
    }
    mine.text = text;
    mine.since = isTraced && !isAlwaysIdle() ? whenChanged(mine) : now();
}

// Under real time.
function whenChanged(mine) {
    const soonest = now() - LATE_LOOKS * lookAfter(mine);
    return Math.max(mine.since, tracedAt, soonest);
}
