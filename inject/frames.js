// Frames come by themselves.
const FIRST_FRAMES = 0;
const frame = uncurry(root.requestAnimationFrame);

function noteUnframed() {}

function notePointer() {}

function noteScrolled() {}

function oweWantedFrame() {}

function nextFrame(then) {
    frame(root, then);
}

function noFrame() {
    return "{}";
}
