// Frames come from the host, when they are asked for (cdp/frames.h): two for a
// new document, without which input that comes soon is lost; and behind an input
// or a change while time passes one, if something hangs on it (wanted.js).
const FIRST_FRAMES = 2;
const frame = uncurry(root.requestAnimationFrame);
var awaited = null; // {then}

// What has been painted a browser tells a page behind the frame, by a way of its own.
// Where the page listens its clock stands until the browser has answered for the frame.
function nextFrame(then) {
    const mine = { then: then };
    const isAnswered = hearsOfPaints();
    awaited = mine;
    frame(root, function () {
        // One that has been given up may come when another one is awaited.
        if (mine !== awaited) return;
        thank();
        if (!isAnswered) comeOn(mine);
        if (awaited === null && isViewPending()) wish(false);
    });
    wish(isDrawn(), isAnswered);
}

// For a view transition frames are begun until it has what it needs.
function wish(drawn, isAnswered) {
    root.weirPush(
        '{"kind":"frame"' +
        (drawn || isPictureTaken() ? ',"shown":true' : "") +
        (isViewPending() ? ',"patient":true' : "") +
        (isAnswered ? ',"answered":true' : "") + "}"
    );
}

function thank() {
    root.weirPush('{"kind":"framed"}');
}

function noteNeed() {
    if (isViewPending()) wish(false);
    else if (awaited === null) thank();
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
