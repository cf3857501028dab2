// Letting virtual time pass. Frames come in real time, and a clock that jumps
// from timer to timer would leave them behind: while frames are pending, time
// passes frame by frame. Whether something has begun to move is seen at every
// change, and looked after now and then.
const FRAME_MS = 16;
const LOOK_MS = 100;
// {until, then, goesOn, framed, instead, extra}, or null: no time is let pass
var passing = null;
var passTimer = 0;
// Until when no frame comes after the last one, whatever changes: a page that goes by
// the date would else be given frame after frame at one moment, for ever.
var restsUntil = 0;

// Calls `then` when so much time has passed, unless it is stopped before.
function letPass(milliseconds, then) {
    passUntil(now() + milliseconds, then);
}

// With `goesOn`: no longer than it says so.
function passUntil(until, then, goesOn) {
    stopPassing();
    passing = {
        until: until, then: then, goesOn: goesOn || isAlways, framed: false,
        instead: null, extra: 0
    };
    passOn(passing);
}

function stopPassing() {
    clearTimer(root, passTimer);
    passing = null;
}

// What is let pass ends so soon at the latest.
function passSooner(milliseconds) {
    if (passing === null) return;
    passing.until = Math.min(passing.until, now() + milliseconds);
    noteMotion();
}

// Takes out what was under way, to be gone on with later (null: nothing was),
// and does `then`: after the frame that is awaited, if one is.
function pausePassing(then) {
    const mine = passing;
    stopPassing();
    if (mine !== null && mine.framed) mine.instead = then;
    else then();
    return mine;
}

// A frame that is owed may bring an event at the very end. A page that changes
// with each frame would owe them for ever.
function passOn(mine) {
    if (mine !== passing || mine.crosses) return;
    mine.crosses = true;
    whenNoFrameCrosses(function () {
        mine.crosses = false;
        passOver(mine);
    });
}

function passOver(mine) {
    if (mine !== passing) return;
    if (look(mine)) return;
    const next = drive();
    noteClosedDialogs();
    oweWantedFrame(false);
    const isOver = now() >= mine.until || !mine.goesOn();
    if (isOver && (framesOwed === 0 || mine.extra >= FRAME_LIMIT)) {
        passing = null;
        mine.then();
    } else if (restOf(mine) > 0) {
        passAfter(mine, Math.min(next, restOf(mine)));
    } else if (pending().frames > 0) {
        passFrame(mine);
    } else {
        passAfter(mine, Math.min(next, lookIn(mine.until - now())));
    }
}

// How long the last frame is still to be seen.
function restOf(mine) {
    return Math.min(restsUntil, mine.until) - now();
}

function isAlways() {
    return true;
}

// Not two looks where one will do: short timers are made longer.
function lookIn(left) {
    return left < 2 * LOOK_MS ? left : LOOK_MS;
}

function passAfter(mine, milliseconds) {
    passTimer = settleTimer(root, function () {
        passOn(mine);
    }, milliseconds);
}

// Who stops the passing in the meantime holds the clock himself, or is told by
// the host to let it go.
function passFrame(mine) {
    mine.framed = true;
    if (now() >= mine.until) mine.extra++;
    hold();
    behindReadyTasks(TURNS, function () {
        nextFrame(function () {
            frameCame(mine);
        });
    });
}

// What has begun to move before the frame moves from now on, as does what begins after
// it.
function frameCame(mine) {
    if (mine !== passing && mine.instead === null) return;
    mine.framed = false;
    framesOwed = Math.max(0, framesOwed - 1);
    drive();
    release();
    restsUntil = now() + FRAME_MS;
    if (mine.instead !== null) return mine.instead();
    passAfter(mine, Math.max(0, restOf(mine)));
}

// Whether the page's task that is ready comes before a frame or after it would hang on
// the machine: it comes before, and so does what it posts. (In real time frames come
// when they come.)
const TURNS = 2;
const LIKE_OTHERS = { priority: "user-visible" };

function behindReadyTasks(turns, job) {
    if (turns === 0 || !isAlwaysIdle()) return job();
    postTask(scheduler, function () {
        behindReadyTasks(turns - 1, job);
    }, LIKE_OTHERS);
}

function noteMotion() {
    noteUnframed();
    if (passing === null || passing.framed || now() >= passing.until) return;
    clearTimer(root, passTimer);
    passOn(passing);
}
