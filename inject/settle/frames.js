// Frames come by themselves.
const FIRST_FRAMES = 0;
const frame = uncurry(root.requestAnimationFrame);

var unframed = false;

function noteUnframed() {
    unframed = true;
}

function notePointer() {}

function noteScrolled() {}

// What the page's observers make of a change, and its listeners of a scroll, is
// there with the next one.
function oweWantedFrame() {
    if (unframed && (isScrolledOtherwise() || hasFrameObservers()))
        oweFrames(1);
    unframed = false;
}

function nextFrame(then) {
    frame(root, then);
}

function noteNeed() {}

function endFrame() {
    return "{}";
}
