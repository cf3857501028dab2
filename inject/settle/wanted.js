// Whether anybody would notice a frame. One costs as much as all else that is
// done for a state, so after a change one is asked for only when something hangs
// on it: an observer or a scroll position of the page, something that moves, an
// element that comes under the resting pointer or goes from there, and whatever
// the browser does when it renders (autofocus, lazy loading, media). Where that
// cannot be told (frames, shadow trees) there is one in any case.
const WAITS_FOR_FRAMES = "[autofocus],[loading=lazy]";
const GOES_BY_FRAMES =
    "video,audio,marquee," +
    "[ontransitionrun],[ontransitionstart],[ontransitioncancel],[onselect]";
const lookForCrossing = watchCrossing(root);
// What a frame has not yet seen.
var unframed = false;
var pointerAt = null; // {x, y}: where the pointer rests
var hasScrolled = false;
var waiters = []; // those of WAITS_FOR_FRAMES that have had a frame

function noteUnframed() {
    unframed = true;
}

function notePointer(event) {
    if (event.type === "pointermove" || event.type === "pointerdown")
        pointerAt = { x: event.clientX, y: event.clientY };
}

function noteScrolled() {
    hasScrolled = true;
}

// Asked when nothing else is left to wait for. `mayWait`: whatever comes under the
// pointer or goes from there may do so at the next look, or the one after.
function oweWantedFrame(mayWait) {
    lookForCrossing();
    if (!unframed || framesOwed > 0) return;
    unframed = false;
    if (isFrameWanted() || (!mayWait && isHoverOld())) oweFrames(1);
    else unframed = mayWait;
}

// For anything but the pointer.
function isFrameWanted() {
    return (
        isDeepSet() ||
        root.length > 0 ||
        hasScrolled ||
        isScrolledOtherwise() ||
        hasFrameObservers() ||
        isAnythingMoving(isSeenToMove) ||
        hasNewWaiters() ||
        queryAll(doc, GOES_BY_FRAMES).length > 0
    );
}

// Transitions that we move (animate.js) cost a frame at their end; that they have
// begun only those hear of who listen for it (hook_heard.js).
function isSeenToMove(animation) {
    return !(
        animation instanceof root.CSSTransition &&
        animation.playState === "paused"
    );
}

function hasNewWaiters() {
    const found = queryAll(doc, WAITS_FOR_FRAMES);
    const known = waiters;
    waiters = [];
    var isNew = false;
    for (var i = 0; i < found.length; i++) {
        if (known.indexOf(found[i]) < 0) isNew = true;
        waiters.push(found[i]);
    }
    return isNew;
}

// What lies under the pointer is hovered from the next frame on. In a custom
// element that may be something within it.
function isHoverOld() {
    if (pointerAt === null) return false;
    const hit = hitAt(doc, pointerAt.x, pointerAt.y);
    const hovered = queryAll(doc, ":hover");
    const last = hovered.length > 0 ? hovered[hovered.length - 1] : null;
    return hit !== last || (hit !== null && localNameOf(hit).indexOf("-") >= 0);
}
