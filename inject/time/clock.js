// The calendar that scripts of the page see, other than the browser's by so many
// milliseconds. hook_clock.js, in the page's own world and in that of each frame of
// its origin, is sent a node once for each window, before any script of the page;
// it outlives the empty document that a frame begins with, and listeners do not.
// The page script itself keeps the browser's calendar.
const clockNodes = [];
var clockShift = 0;

function tellClock(view) {
    const document = documentShownIn(view);
    const node = commentIn(document, String(clockShift));
    clockNodes.push(node);
    sendTo(document, new root.MouseEvent("weir-clock", { relatedTarget: node }));
}

function shiftClock(milliseconds) {
    clockShift = milliseconds;
    clockNodes.forEach(function (node) {
        node.data = String(milliseconds);
    });
}

// `to` is {by: milliseconds} or {at: a date, as text or milliseconds since 1970}.
function setClock(to) {
    const at = new root.Date(to.at).getTime();
    const shift = to.by === undefined ? at - now() : clockShift + to.by;
    if (!isFinite(shift) || !isFinite(new root.Date(now() + shift).getTime()))
        return refused("no date");
    shiftClock(shift);
    oweFrames(2);
    return { ok: true, shift: shift };
}
