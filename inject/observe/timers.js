// Events of the specification's own clock. The host says which are wanted and
// since when (cdp/time/timers.h).
const timerIds = {}; // "after 500 <since>" -> the browser's timer; 0: it is over

function setTimers(list) {
    const wanted = list.map(function (entry) {
        return entry.join(" ");
    });
    Object.keys(timerIds).forEach(function (key) {
        if (wanted.indexOf(key) >= 0) return;
        clearTimer(root, timerIds[key]);
        delete timerIds[key];
    });
    list.forEach(function (entry, i) {
        if (timerIds[wanted[i]] === undefined) startTimer(wanted[i], entry);
    });
}

function startTimer(key, entry) {
    if (entry[0] === "rested") return awaitRest(key, entry);
    const ms = entry[1];
    const elapsed = Math.max(0, now() - entry[2]);
    const left = entry[0] === "after" ? ms - elapsed : ms - (elapsed % ms);
    timerIds[key] = settleTimer(root, function () {
        timerIds[key] = 0;
        happen(entry[0], [ms], false);
        if (entry[0] === "every") startTimer(key, entry);
    }, Math.max(0, left));
}

// The page rests when nothing in it has changed for so long and no request has been under
// way at either end of that time, nor one ended within it. Under virtual time requests hold
// the clock, so a rest is none that waits for an answer.
const NETWORK_AGAIN_MS = 10;
var restActivity = null; // of the network when it was last looked at; null: not yet

function awaitRest(key, entry) {
    const since = Math.max(changedAt, entry[2]);
    timerIds[key] = settleTimer(root, function () {
        lookAtRest(key, entry);
    }, Math.max(1, since + entry[1] - now()));
}

function lookAtRest(key, entry) {
    flush();
    const isMoving = now() - changedAt < entry[1];
    if (isMoving) return awaitRest(key, entry);
    if (answerNetwork !== null) return lookAtRestSoon(key, entry);
    askNetwork(function (isBusy, activity) {
        if (timerIds[key] === undefined) return;
        if (isBusy || activity !== restActivity) {
            restActivity = activity;
            changedAt = now();
            return awaitRest(key, entry);
        }
        timerIds[key] = 0;
        happen("rested", [entry[1]], false);
    });
}

// Another question is under way.
function lookAtRestSoon(key, entry) {
    timerIds[key] = settleTimer(root, function () {
        lookAtRest(key, entry);
    }, NETWORK_AGAIN_MS);
}
