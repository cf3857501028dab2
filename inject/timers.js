// Events of the specification's own clock. The host says which are wanted and
// since when (cdp/timers.h).
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
    const ms = entry[1];
    const elapsed = Math.max(0, now() - entry[2]);
    const left = entry[0] === "after" ? ms - elapsed : ms - (elapsed % ms);
    timerIds[key] = settleTimer(root, function () {
        timerIds[key] = 0;
        happen(entry[0], [ms], false);
        if (entry[0] === "every") startTimer(key, entry);
    }, Math.max(0, left));
}
