// Frames come from the host, when they are asked for (cdp/frames.h): two for a
// new document, without which input that comes soon is lost; and behind an input
// or a change while time passes one, if something hangs on it (wanted.js).
const FIRST_FRAMES = 2;
const frame = uncurry(root.requestAnimationFrame);
var awaited = null; // {then}

function nextFrame(then) {
    const mine = { then: then };
    awaited = mine;
    frame(root, function () {
        // One that has been given up may come when another one is awaited.
        if (mine !== awaited) return;
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
