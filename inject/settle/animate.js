// Transitions and animations go by the clock of frames, which knows nothing of
// virtual time. So those that come to an end are taken over: paused, set forward
// to what the page's clock says, and finished when their time has come. The
// events of the end come with the frame after that.
//
// How far one is by that other clock that has begun since the last look hangs on the
// machine: by the page's it has just begun.
const animationsOf = uncurry(root.Document.prototype.getAnimations);
const animationsInShadow = uncurry(root.ShadowRoot.prototype.getAnimations);
const Question = root.Event;
const askIn = uncurry(root.EventTarget.prototype.dispatchEvent);
const timelineOf = getter(root.Document.prototype, "timeline");
var taken = []; // {animation, since}: the page's time at which it began

// Milliseconds until the next end; Infinity: there is none.
function drive() {
    takeOver();
    var next = Infinity;
    taken = taken.filter(function (entry) {
        const left = driveOne(entry.animation, now() - entry.since);
        if (left > 0 && left < next) next = left;
        return left > 0;
    });
    // That nothing moves any more it sees in a frame.
    if (next === Infinity && isViewMoving()) oweFrames(1);
    return next;
}

const lookedAt = new Table(); // timeline -> its time at the last look

function takeOver() {
    const timelines = [];
    eachMovingTree(function (tree) {
        takeOverIn(tree);
        timelines.push(timelineOf(ownerOf(tree) || tree));
    });
    timelines.forEach(function (timeline) {
        lookedAt.set(timeline, timeline.currentTime);
    });
}

function takeOverIn(tree) {
    animationsIn(tree).forEach(function (animation) {
        if (!comesToAnEnd(animation, tree)) return;
        taken.push({
            animation: animation,
            since: now() - setForward(animation)
        });
        animation.pause();
    });
}

// ---- where something moves --------------------------------------------------

// Also where no selector leads: what waits there for an end would never see one.
var views = [root]; // the page's window, and those of its frames
var movingTrees = []; // shadow trees that hook_moving.js has told of

function listenForMotion(view) {
    listenIn(view, ["weir-moves"], onMoves);
    if (views.indexOf(view) < 0) views.push(view);
}

function onMoves(event) {
    event.stopImmediatePropagation();
    movingTrees.push(event.composedPath()[0]);
}

function eachMovingTree(job) {
    movingTrees = [];
    eachTree(job);
    views = views.filter(function (view) {
        return !view.closed;
    });
    views.forEach(function (view) {
        const document = documentAt(view);
        if (document === null) return;
        if (view !== root) job(document);
        askIn(view, new Question("weir-moving"));
    });
    movingTrees.forEach(function (tree) {
        if (nodeTypeOf(tree) === 11) job(tree);
    });
}

function documentAt(view) {
    try {
        return view.document;
    } catch (error) {
        return null; // of another origin
    }
}

function animationsIn(tree) {
    return nodeTypeOf(tree) === 9 ? animationsOf(tree) : animationsInShadow(tree);
}

function isAnythingMoving(counts) {
    var isMoving = false;
    eachMovingTree(function (tree) {
        isMoving = isMoving || animationsIn(tree).some(counts);
    });
    return isMoving;
}

// ---- one animation ----------------------------------------------------------

// A start at the moment of a look may be told as 600967.6359999999, and that moment as
// 600967.636.
const ROUNDED_MS = 0.01;

// By the page's script: to a time of its own, or as if it had begun before.
function setForward(animation) {
    const start = animation.startTime; // null: it waits for a frame
    const looked = lookedAt.get(animation.timeline) || 0;
    const isNew = start !== null && start >= looked - ROUNDED_MS;
    return isNew ? 0 : animation.currentTime || 0;
}

// What moves for ever (a spinner) is left alone, and so is what goes by another
// clock (a scroll position).
function comesToAnEnd(animation, tree) {
    return (
        animation.playState === "running" &&
        animation.timeline === timelineOf(ownerOf(tree) || tree) &&
        animation.playbackRate === 1 &&
        animation.effect !== null &&
        endOf(animation) < Infinity
    );
}

function endOf(animation) {
    return animation.effect.getComputedTiming().endTime;
}

// 0: it is over, or no longer ours.
function driveOne(animation, elapsed) {
    if (animation.playState !== "paused" || animation.effect === null) return 0;
    const left = endOf(animation) - elapsed;
    if (left > 0) {
        animation.currentTime = elapsed;
        return left;
    }
    animation.finish();
    oweFrames(1);
    return 0;
}
