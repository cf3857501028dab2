// Frames come from the host, when they are asked for (cdp/frames.h): two for a
// new document, without which input that comes soon is lost; one for what an
// input has changed, and for every change while time passes. Much hangs on them
// that no script asks for: what is hovered, observers of sizes and of what is in
// sight, scrolling.
const FIRST_FRAMES = 2;
const FRAMES_A_CHANGE = 1;
const frame = uncurry(root.requestAnimationFrame);

function nextFrame(then) {
    frame(root, function () {
        root.weirPush('{"kind":"framed"}');
        then();
    });
    root.weirPush('{"kind":"frame"}');
}
