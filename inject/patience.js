// More patience than settle.js has, where the specification asks for it with an
// action: the state is taken once nothing that the property reads has changed
// for so long, or when the longest time has passed.
//
// {quiet, atMost}: milliseconds of the page's time; `network`: and no request of
// the page has been under way in that time.
//
// A long quiet time is looked at less often: a change is seen by an eighth of it
// late, at most, and the quiet time begins with that. What leaves no trace (the value
// that a script gives a field) is looked for when the time is over, since reading all
// of a state takes as long as the rest of a look.
const LOOK_QUIET_MS = 50;
const LOOKS = 8;
var patience = null; // of the action that comes; null: as always

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
        mine.until = now() + rule.atMost;
        mine.text = peek();
        mine.since = now();
        mine.generation = generation;
        awaitQuiet(mine);
    };
}

function awaitQuiet(mine) {
    const rule = mine.rule;
    const left = mine.until - now();
    const quietIn = rule.quiet - (now() - mine.since);
    if (left <= 0 || quietIn <= 0) return pushSettled(mine);
    letPass(Math.min(left, quietIn, Math.max(LOOK_QUIET_MS, mine.rule.quiet / LOOKS)), function () {
        if (mine.number === settling) lookQuiet(mine);
    });
}

function lookQuiet(mine) {
    flush();
    const isOver = now() - mine.since >= mine.rule.quiet;
    if (isOver || generation !== mine.generation) lookAtState(mine);
    if (!mine.rule.network) return awaitQuiet(mine);
    askNetwork(function (isBusy, activity) {
        if (mine.number !== settling) return;
        if (isBusy || activity !== mine.activity) mine.since = now();
        mine.activity = activity;
        awaitQuiet(mine);
    });
}

function lookAtState(mine) {
    const text = peek();
    mine.generation = generation;
    if (text === mine.text) return;
    mine.text = text;
    mine.since = now();
}
