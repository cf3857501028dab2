// Frames come by themselves.
const FIRST_FRAMES = 0;
const FRAMES_A_CHANGE = 0;
const frame = uncurry(root.requestAnimationFrame);

function nextFrame(then) {
    frame(root, then);
}

function noFrame() {
    return "{}";
}
