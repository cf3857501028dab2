// Under real time a page may still be at work when the timer of settle.js is due:
// frameworks render in slices of a few milliseconds, with a message to themselves
// between them. So the state is taken after everything that is ready to run.
const IDLE_LIMIT_MS = 48; // for a page that is never done, as for one with timers
const BEHIND_ALL = { priority: "background" };

function isAlwaysIdle() {
    return false;
}

function whenIdle(then) {
    var isDone = false;
    function goOn() {
        if (isDone) return;
        isDone = true;
        clearTimer(root, timer);
        then();
    }
    const timer = settleTimer(root, goOn, IDLE_LIMIT_MS);
    postTask(scheduler, goOn, BEHIND_ALL);
}
