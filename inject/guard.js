// The stale-action guard. The host says in which generation it has chosen an
// action; the first trusted event of that action is compared with the page as
// it is in that very turn, and either the whole action passes or none of it.
//
// "pointerrawupdate" is left out: to listen to it would change how the browser
// delivers moves.
const INPUT_EVENTS = [
    "pointerover", "pointerenter", "pointerout", "pointerleave",
    "mouseover", "mouseenter", "mouseout", "mouseleave",
    "pointermove", "mousemove",
    "pointerdown", "mousedown", "pointerup", "mouseup", "pointercancel",
    "click", "dblclick", "auxclick", "contextmenu", "wheel",
    "touchstart", "touchmove", "touchend", "touchcancel",
    "gotpointercapture", "lostpointercapture",
    "keydown", "keypress", "keyup", "beforeinput", "textInput",
    "compositionstart", "compositionupdate", "compositionend",
    "dragstart", "drag", "dragenter", "dragover", "dragleave", "drop",
    "dragend", "selectstart", "paste", "copy", "cut"
];
const MOVES = /^(pointer|mouse)(over|enter|out|leave|move)$/;
var expected = null; // a generation, or null: nothing is expected
var aim = null; // {x, y} of the pointer, or null: no pointer, or not known
// "passed", "blocked", or null: no event of the action has come yet.
var decision = null;

function guard() {
    listen(INPUT_EVENTS, onInput);
    listen(["input", "change"], onFiles);
}

// `x` and `y` say where the pointer will be: the browser also makes moves of
// its own, when the page shifts below a pointer that rests.
function expect(wanted, x, y) {
    const before = decision;
    expected = wanted;
    aim = typeof x === "number" ? { x: x, y: y } : null;
    decision = null;
    dragStart = null;
    if (wanted !== null) weir.blocked = false;
    return before === null ? "none" : before;
}

// The action ends with the last of so many events of a type: the state settles
// from there, without another word from the host, which lets virtual time go
// when all input has come.
// The host numbers its turns, so that it can tell a late push from the one it
// waits for.
var ending = null; // {type, count, turn}

function endWith(type, count, turn) {
    ending = { type: type, count: count, turn: turn };
    return "{}";
}

// All input has been delivered, perhaps to a frame within the page.
function ended() {
    if (ending !== null) settleInput(ending.turn);
    return "{}";
}

function noteEnd(event) {
    if (ending === null || event.type !== ending.type) return;
    ending.count--;
    if (ending.count > 0) return;
    settleInput(ending.turn);
}

function onInput(event) {
    if (expected === null || !event.isTrusted) return;
    noteEnd(event);
    if (decision === null && isForeignMove(event)) return;
    admit();
    if (decision === "passed") {
        if (event.type === "dragstart") dragStart = event;
        return;
    }
    event.stopImmediatePropagation();
    if (event.cancelable) event.preventDefault();
}

function isForeignMove(event) {
    return aim !== null && MOVES.test(event.type) && !isNear(event, aim);
}

// Events round to whole pixels, or not.
function isNear(event, point) {
    return (
        Math.abs(event.clientX - point.x) <= 1 &&
        Math.abs(event.clientY - point.y) <= 1
    );
}

// Decides, once for each action. True: the action may go on.
function admit() {
    if (expected === null) return true;
    if (decision === null) {
        decision = isCurrent() ? "passed" : "blocked";
        if (decision === "blocked") weir.blocked = true;
    }
    return decision === "passed";
}

function isCurrent() {
    flush();
    // A push is on its way: the host is about to learn of another state.
    if (cause !== null) return false;
    if (expected === generation) return !hasChangedSilently();
    return isSameState();
}

// Something has changed, but perhaps nothing that the property reads.
function isSameState() {
    if (expected !== lastRead.generation) return false;
    const before = lastRead.text;
    stateMembers();
    return before !== null && before === lastRead.text;
}
