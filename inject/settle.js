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
const settleTimer = uncurry(root.setTimeout);
const clearTimer = uncurry(root.clearTimeout);
// Shared with hook.js, side by side: what it counts, and whether an action is
// being delivered.
const framesNode = doc.createComment("0 0 0");
const inputNode = doc.createComment("");
var settling = 0; // a number for each settle; an older one must not push
// By a scroll, whose event comes with the next frame, by a new document (before
// the first one there are no transitions), and by a focus about to be lost.
var framesOwed = FIRST_FRAMES;
var lastUnfocusable = null;

function oweFrames(count) {
    framesOwed = Math.max(framesOwed, count);
}

// hook.js, in the page's own world, takes the node out of this event before the
// page's code runs, and from then on writes there how many frames, short
// timers and view transitions are pending.
function shareFramesNode() {
    const box = doc.createDocumentFragment();
    box.appendChild(framesNode);
    box.appendChild(inputNode);
    const how = { relatedTarget: framesNode };
    sendTo(doc, new root.MouseEvent("weir-frames", how));
}

function pending() {
    const counts = framesNode.data.split(" ");
    return {
        frames: Math.max(Number(counts[0]), framesOwed),
        timers: Number(counts[1]),
        drawn: Number(counts[2]) > 0
    };
}

function isBusy() {
    const left = pending();
    return left.frames > 0 || left.timers > 0;
}

function settleInput(turn) {
    settling++;
    const mine = { number: settling, turn: turn };
    ending = null;
    tellInput();
    oweFrames(FRAMES_A_CHANGE);
    release();
    settleTimer(root, function () {
        rest(mine, 0, 0);
    }, 1);
    return "{}";
}

// After so many frames and so many looks at the timers.
function rest(mine, frames, looks) {
    if (mine.number !== settling) return;
    drive();
    noteLostFocus();
    const left = pending();
    if (left.timers > 0 && looks < TIMER_LIMIT) {
        settleTimer(root, function () {
            rest(mine, frames, looks + 1);
        }, 4);
    } else if (left.frames > 0 && frames < FRAME_LIMIT) {
        restForFrame(mine, frames, looks);
    } else {
        const decision = expect(null);
        push('{"kind":"settled","turn":' + (mine.turn || 0) + ',"decision":"' +
            decision + '",' + stateMembers() + "}");
    }
}

// What has the focus and is hidden or disabled by now loses it with the next
// frame; its page hears of that in a "blur". Some keep it: once is enough.
function noteLostFocus() {
    const element = focusedIn(doc);
    if (element === null || element === bodyOf(doc) || canKeepFocus(element)) {
        lastUnfocusable = null;
    } else if (element !== lastUnfocusable) {
        lastUnfocusable = element;
        oweFrames(1);
    }
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
        settleTimer(root, function () {
            rest(mine, frames + 1, looks);
        }, 1);
    });
}

// The host waits for events: what comes first, an event or the end of the time,
// is pushed. In real time the host keeps the time itself (0).
function wait(milliseconds) {
    observe();
    if (milliseconds > 0)
        letPass(milliseconds, function () {
            if (!armed || cause !== null) return;
            unobserve();
            pushState("timeout");
        });
    return "{}";
}

// Lets time pass without looking: a new document starts up.
function sleep(milliseconds) {
    oweFrames(1);
    letPass(milliseconds, function () {
        push('{"kind":"slept","now":' + now() + "}");
    });
    return "{}";
}

function endWait() {
    settling++;
    unobserve();
    return read();
}

function pushState(kind) {
    push('{"kind":"' + kind + '",' + stateMembers() + "}");
}

function time() {
    return '{"now":' + now() + "}";
}
