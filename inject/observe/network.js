// How many requests are under way is the host's to know (cdp/network/network.h). In
// virtual time the clock stands until it has answered.
const NETWORK_QUIET_MS = 500;
var answerNetwork = null; // what comes after the host's answer
var network = { activity: -1, since: 0, busy: false };

function askNetwork(then) {
    answerNetwork = then;
    hold();
    root.weirPush('{"kind":"network"}');
}

// `activity` grows with everything that happens to a request; `age`: so many
// milliseconds (of the host) ago was the last of it. `begun`: when the last request was
// made, by the browser's calendar of the page (-1: not known; 0: none).
function hearNetwork(count, activity, age, begun) {
    const then = answerNetwork;
    answerNetwork = null;
    release();
    if (then !== null) then(count > 0, activity, age, begun);
}

// An event comes once for each time at which requests were under way.
function noteNetwork(isBusy, activity) {
    if (isBusy || activity !== network.activity) {
        network = { activity: activity, since: now(), busy: true };
    } else if (network.busy && now() - network.since >= NETWORK_QUIET_MS) {
        network.busy = false;
        happen("networkIdle", [], false);
    }
}

// Asks, now and then, and goes on after the answer. False: not now.
function lookAtNetwork(then) {
    if (!WATCHED.network || answerNetwork !== null) return false;
    askNetwork(function (isBusy, activity) {
        noteNetwork(isBusy, activity);
        then();
    });
    return true;
}
