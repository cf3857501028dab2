// An action on the page as a whole is begun in the turn in which it is found to be timely,
// but it arrives later: the page goes on until it is left, resized, led back. Meanwhile its
// timers wait, as after the first event of an input (hook.js; under virtual time the clock
// stands); answers and messages do not. What has come on the way is seen where the page hears of
// the action, before it does, and the host is told: then the action was not done in the
// state that it was chosen in.
//
// {leaves, clears, generation, text, answers} as the action set out, or null: none is on its way.
// `answers` tells under real time of requests that have ended, the page may have stored what
// it does not show (under virtual time when they end is not the same in every run).
// `leaves`: for another document, or another entry of the history; the document that is
// there may be taken for settled before that comes. `clears`: it throws cookies away, which is
// no change that came between.
var onTheWay = null;

// What the page hears when it gets there. What it looks like may be other by then (it has
// another size); what a script has changed has a generation.
const ARRIVALS = ["pagehide", "popstate", "resize", "offline", "online"];

function setOut(leaves, clears) {
    forgetWay();
    onTheWay = {
        leaves: leaves,
        clears: clears === true,
        generation: generation,
        text: lookOnTheWay(clears),
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
    return (
        generation !== onTheWay.generation &&
        lookOnTheWay(onTheWay.clears) !== onTheWay.text
    );
}

// False while cookies are being thrown away and we look for what else has changed.
var cookiesCount = true;

function lookOnTheWay(clears) {
    cookiesCount = clears !== true;
    try {
        return peek();
    } finally {
        cookiesCount = true;
    }
}

function lookBack() {
    if (onTheWay === null) return;
    if (hasChangedOnTheWay()) root.weirPush('{"kind":"between"}');
    forgetWay();
}

// The host has done its part, and the page has heard of it now, if ever: most of what happens
// to a network, to storage or to other tabs a page is not told.
function haveArrived() {
    lookBack();
    return "{}";
}

// The same of a tab that is not current any more. Under virtual time its clock stands or goes
// with that of the other one, and what is due in it then is what it does by itself.
function leftBehind() {
    if (isAlwaysIdle()) forgetWay();
    return haveArrived();
}

// What the page makes of the question whether it may be left belongs to the action: the
// one listener comes before the page's own, the other after those that are there.
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
