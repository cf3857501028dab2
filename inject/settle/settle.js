// When is the state after an action? When the input's own tasks, microtasks,
// short timers and the frame they asked for have run. The host calls settle()
// once the input is delivered; the settled state is pushed.
//
// Under virtual time one millisecond passes only when the page has nothing more
// to do, so a timer of that length is a true end of the turn. The same timer
// serves in real time.
const FRAME_LIMIT = 4; // frames in a row that belong to one action
// Looks, 4 milliseconds apart, while timers set timers: some never stop.
const TIMER_LIMIT = 12;
// Looks while a frame gets another document: a second.
const LOADING_LIMIT = 250;
// Timers that come late: a page may store something all the time.
const LATE_LIMIT = 20;
const settleTimer = uncurry(root.setTimeout);
const clearTimer = uncurry(root.clearTimeout);
const commentIn = uncurry(root.Document.prototype.createComment);
const fragmentIn = uncurry(root.Document.prototype.createDocumentFragment);
// Shared with the hook.js of each document, side by side: what it counts, and
// whether an action is being delivered.
var sharedNodes = []; // {counts, input}
var settling = 0; // a number for each settle; an older one must not push
var isSettling = false; // after an action: its state has not been read yet
var arriving = false; // the host waits for it, and has asked for nothing else since
// By a scroll, whose event comes with the next frame, by a new document (before
// the first one there are no transitions), and by a focus about to be lost.
var framesOwed = FIRST_FRAMES;
var lastUnfocusable = null;
var openDialogs = []; // as of the last look

function oweFrames(count) {
    framesOwed = Math.max(framesOwed, count);
}

// hook.js, in the page's own world, takes the node out of this event before the
// page's code runs, and from then on writes there how many frames and short timers
// are pending, whether the page observes what comes with frames, or what has been
// painted, and under virtual time when the first of its other timers is due.
function shareNodes(document) {
    const shared = {
        counts: commentIn(document, "0 0 0 "),
        input: commentIn(document, "")
    };
    const box = fragmentIn(document);
    box.appendChild(shared.counts);
    box.appendChild(shared.input);
    sharedNodes.push(shared);
    sendTo(document, new root.MouseEvent("weir-frames", {
        relatedTarget: shared.counts
    }));
    return shared;
}

function unshareNodes(shared) {
    sharedNodes = sharedNodes.filter(function (other) {
        return other !== shared;
    });
}

function shareInput(text) {
    sharedNodes.forEach(function (shared) {
        if (shared.input.data !== text) shared.input.data = text;
    });
}

function pending() {
    const sum = [Math.max(framesOwed, isViewPending() ? 1 : 0), 0];
    sharedNodes.forEach(function (shared) {
        const counts = shared.counts.data.split(" ");
        sum[0] = Math.max(sum[0], Number(counts[0]));
        sum[1] += Number(counts[1]);
    });
    return {
        frames: sum[0],
        timers: sum[1],
        loading: loadingFrames() > 0
    };
}

function isHeard(least) {
    return sharedNodes.some(function (shared) {
        return Number(shared.counts.data.split(" ")[2]) >= least;
    });
}

function hasFrameObservers() {
    return isHeard(1);
}

function hearsOfPaints() {
    return isHeard(2);
}

function isBusy() {
    const left = pending();
    return left.frames > 0 || left.timers > 0 || left.loading;
}

// `thenWait`: as if the host called wait() with it right after the push.
function settleInput(turn, thenWait) {
    const late = isLate();
    settling++;
    arriving = false;
    const mine = {
        number: settling,
        turn: turn || 0,
        late: late,
        moveUntil: now() + MOVING_LIMIT,
        thenWait: thenWait || 0,
        then: afterRest(late)
    };
    ending = null;
    isSettling = true;
    tellInput();
    noteUnframed();
    release();
    settleTimer(root, function () {
        rest(mine, 0, 0);
    }, 1);
    return "{}";
}

// Nothing of the page runs before the task is over, in which the state is read; what a rule
// of the specification's own waits for belongs to the action.
function haveSettled() {
    isSettling = false;
    tellInput();
}

// What a page stores sets a virtual clock on, by ten milliseconds once the browser has
// confirmed it. Where something is stored before a frame and something in it, a timer
// after the frame comes late, or in time, as it happens; when one comes in time, all is
// confirmed. (Real time is late as a rule.)
function aTurnLater(then) {
    turnLater(then, isAlwaysIdle() ? LATE_LIMIT : 0);
}

function turnLater(then, tries) {
    const due = now() + 1;
    settleTimer(root, function () {
        if (tries > 0 && now() > due) turnLater(then, tries - 1);
        else then();
    }, 1);
}

// After so many frames and so many looks at the timers.
function rest(mine, frames, looks) {
    if (mine.number !== settling) return;
    drive();
    noteLostFocus();
    noteClosedDialogs();
    oweWantedFrame(isPassedOver(mine));
    const left = pending();
    if (isWorthALook(left, looks)) {
        settleTimer(root, function () {
            rest(mine, frames, looks + 1);
        }, 4);
    } else if (left.frames > 0 && frames < FRAME_LIMIT) {
        restForFrame(mine, frames, looks);
    } else if (isViewMoving() && now() < mine.moveUntil) {
        whenViewsStand(mine.moveUntil, function () {
            rest(mine, 0, looks);
        });
    } else if (mine.isIdle || isAlwaysIdle()) {
        haveSettled();
        mine.then(mine);
    } else {
        mine.isIdle = true;
        whenIdle(function () {
            rest(mine, frames, looks);
        });
    }
}

function pushSettled(mine) {
    arriveInPlace();
    const guarded = expect(null);
    const decision = mine.late ? "blocked" : guarded;
    if (isUntold(mine, decision)) return pushUntold(mine, decision);
    push('{"kind":"settled","turn":' + mine.turn + ',"decision":"' + decision +
        '",' + settledMembers(mine) + toldMembers(mine.isRead) +
        (hasGoneAstray() ? ',"astray":true}' : "}"));
    astrayIn = null;
    afterState();
    if (mine.thenWait > 0 && decision !== "blocked") wait(mine.thenWait);
}

function isWorthALook(left, looks) {
    if (left.loading && looks < LOADING_LIMIT) return true;
    if (left.loading) giveUpFrames();
    return left.timers > 0 && looks < TIMER_LIMIT;
}

// What has the focus and is hidden or disabled by now loses it with the next
// frame; its page hears of that in a "blur". Some keep it: once is enough.
function noteLostFocus() {
    const element = focused();
    if (
        element === null ||
        element === bodyOf(documentOf(element)) ||
        canKeepFocus(element)
    ) {
        lastUnfocusable = null;
    } else if (element !== lastUnfocusable) {
        lastUnfocusable = element;
        oweFrames(1);
    }
}

// A dialog hears that it has been closed with the next frame.
function noteClosedDialogs() {
    if (openDialogs.some(isClosed)) oweFrames(1);
    noteDialogs();
}

function noteDialogs() {
    const open = queryAll(doc, "dialog[open]");
    openDialogs = Array.prototype.slice.call(open);
}

function isClosed(dialog) {
    return isConnected(dialog) && attributeOf(dialog, "open") === null;
}

function canKeepFocus(element) {
    return (
        boxesOf(element).length > 0 &&
        isEnabled(element) &&
        computedStyle(root, element).visibility === "visible"
    );
}

// Virtual time waits for frames.
function restForFrame(mine, frames, looks) {
    hold();
    nextFrame(function () {
        framesOwed = Math.max(0, framesOwed - 1);
        release();
        aTurnLater(function () {
            rest(mine, frames + 1, looks);
        });
    });
}

// Lets time pass without looking: a new document starts up. With `round`, up to
// the next whole multiple of it.
function sleep(milliseconds, round) {
    const past = round > 0 ? (now() + milliseconds) % round : 0;
    release();
    oweFrames(1);
    letPass(past > 0 ? milliseconds + round - past : milliseconds, function () {
        push('{"kind":"slept","now":' + now() + "}");
    });
    return "{}";
}

// As after an action, but nothing is told: a document has loaded. With `round`, up to
// the next whole multiple of it. What comes later is for the wait that follows.
function arrive(round) {
    settling++;
    haveSettled();
    arriving = true;
    const mine = {
        number: settling,
        turn: 0,
        late: false,
        moveUntil: now() + MOVING_LIMIT,
        then: function () {
            const past = round > 0 ? now() % round : 0;
            if (past > 0) letPass(round - past, tellArrival);
            else tellArrival();
        }
    };
    release();
    settleTimer(root, function () {
        rest(mine, 0, 0);
    }, 1);
    return "{}";
}

function tellArrival() {
    if (arriving) push('{"kind":"arrived","now":' + now() + "}");
    arriving = false;
}

function time() {
    return '{"now":' + now() + "}";
}
