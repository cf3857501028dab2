// Frames come from the host, when they are asked for (cdp/frames.h): two for a
// new document, without which input that comes soon is lost; one for what an
// input has changed, and for every change while time passes. Much hangs on them
// that no script asks for: what is hovered, observers of sizes and of what is in
// sight, scrolling.
const FIRST_FRAMES = 2;
const FRAMES_A_CHANGE = 1;
const frame = uncurry(root.requestAnimationFrame);
var awaited = null; // {then}

function nextFrame(then) {
    const mine = { then: then };
    awaited = mine;
    frame(root, function () {
        root.weirPush('{"kind":"framed"}');
        comeOn(mine);
    });
    const drawn = isDrawn() || pending().drawn ? ',"shown":true' : "";
    root.weirPush('{"kind":"frame"' + drawn + "}");
}

function comeOn(mine) {
    if (mine !== awaited) return;
    awaited = null;
    mine.then();
}

// The browser makes none now (a view transition may hold them back).
function noFrame() {
    if (awaited !== null) comeOn(awaited);
    return "{}";
}
