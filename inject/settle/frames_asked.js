// Frames come from the host, when they are asked for (cdp/page/frames.h): two for a
// new document, without which input that comes soon is lost; and after an input
// or a change while time passes one, if something hangs on it (wanted.js).
const FIRST_FRAMES = 2;
const frame = uncurry(root.requestAnimationFrame);
var awaited = null; // {then, isDrawn, isAnswered, isFramed}

// What has been painted a browser tells a page after the frame, by a way of its own.
// Where the page listens its clock stands until the browser has answered for the frame.
function nextFrame(then) {
    const mine = {
        then: then, isDrawn: isDrawn(), isAnswered: hearsOfPaints(),
        isFramed: false
    };
    awaited = mine;
    frame(root, function () {
        // One that has been given up may come when another one is awaited.
        if (mine !== awaited) return;
        mine.isFramed = true;
        thank();
        if (!mine.isAnswered) comeOn(mine);
        if (isViewPending()) wish();
    });
    wish();
}

// What is awaited, and for a view transition frames until it has what it needs. A
// wish takes the place of the one before.
function wish() {
    const mine = awaited || {};
    root.weirPush(
        '{"kind":"frame"' +
        (mine.isDrawn || isPictureTaken() ? ',"shown":true' : "") +
        (isViewPending() ? ',"patient":true' : "") +
        (mine.isAnswered ? ',"answered":true' : "") + "}"
    );
}

function thank() {
    root.weirPush('{"kind":"framed"}');
}

// Of a view transition, which may need them no longer.
function noteNeed() {
    if (isViewPending() || (awaited !== null && !awaited.isFramed)) wish();
    else thank();
}

function comeOn(mine) {
    if (mine !== awaited) return;
    awaited = null;
    mine.then();
}

// The host's word: the browser has answered, or it makes none now (a view transition
// may hold them back).
function endFrame() {
    if (awaited !== null) comeOn(awaited);
    return "{}";
}
