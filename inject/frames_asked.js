// Frames come from the host, when they are asked for (cdp/frames.h). Without
// these input that comes soon after a document is lost.
const FIRST_FRAMES = 2;
const frame = uncurry(root.requestAnimationFrame);

function nextFrame(then) {
    frame(root, function () {
        root.weirPush('{"kind":"framed"}');
        then();
    });
    root.weirPush('{"kind":"frame"}');
}
