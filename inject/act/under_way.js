// An action on the page as a whole is begun in the turn in which it is found to be timely,
// but it arrives later: the page goes on until it is left, resized, led back. Meanwhile its
// timers wait, as behind the first event of an input (hook.js; under virtual time the clock
// stands); answers and messages do not. What has come on the way is seen where the page hears of
// the action, before it does, and the host is told: then the action was not done in the
// state that it was chosen in.
//
// {leaves, generation, text, answers} as the action set out, or null: none is on its way.
// `answers` tells under real time of requests that have ended, the page may have stored what
// it does not show (under virtual time when they end is not the same in every run).
// `leaves`: for another document, or another entry of the history; the document that is
// there may be taken for settled before that comes.
var onTheWay = null;

// What the page hears when it gets there. What it looks like may be other by then (it has
// another size); what a script has changed has a generation.
const ARRIVALS = ["pagehide", "popstate", "resize", "offline", "online"];

function setOut(leaves) {
    forgetWay();
    onTheWay = {
        leaves: leaves,
        generation: generation,
        text: peek(),
        answers: isAlwaysIdle() ? null : watchAnswers()
    };
    if (leaves) awaitLeave();
    tellInput();
}

function watchAnswers() {
    const answers = new root.PerformanceObserver(function () {});
    answers.observe({ type: "resource" });
    return answers;
}

function isLeaving() {
    return onTheWay !== null && onTheWay.leaves;
}

// The page has settled.
function arriveInPlace() {
    if (!isLeaving()) forgetWay();
}

function forgetWay() {
    if (onTheWay !== null && onTheWay.answers !== null)
        onTheWay.answers.disconnect();
    onTheWay = null;
}

function hasChangedOnTheWay() {
    flush();
    const answers = onTheWay.answers;
    if (answers !== null && answers.takeRecords().length > 0) return true;
    return generation !== onTheWay.generation && peek() !== onTheWay.text;
}

function lookBack() {
    if (onTheWay === null) return;
    if (hasChangedOnTheWay()) root.weirPush('{"kind":"between"}');
    forgetWay();
}

// What the page makes of the question whether it may be left belongs to the action: the
// one listener comes before the page's own, the other behind those that are there.
function onLeave(event) {
    if (event.isTrusted && isLeaving() && hasChangedOnTheWay())
        root.weirPush('{"kind":"between"}');
}

function onLeft(event) {
    if (event.isTrusted && isLeaving()) setOut(true);
}

function awaitLeave() {
    root.removeEventListener("beforeunload", onLeft);
    listenTo(root, "beforeunload", onLeft);
}

function watchWay() {
    listenTo(root, "beforeunload", onLeave, true);
    listenIn(root, ARRIVALS, function (event) {
        if (event.isTrusted) lookBack();
    });
}
