// The stale-action guard. The host says in which generation it has chosen an
// action; the first trusted event of that action is compared with the page as
// it is in that very turn, and either the whole action passes or none of it. A
// move of the pointer towards a press, and a key that is held with it, are only the
// approach: the press decides.
const MOVES = /^(pointer|mouse)(over|enter|out|leave|move)$/;
const PRESS = /^(pointer|mouse)down$/;
var expected = null; // a generation, or null: nothing is expected
var aim = null; // {x, y} of the pointer, or null: no pointer, or not known
// "passed", "blocked", or null: no event of the action has come yet.
var decision = null;
// What comes before a press: "none", "moving" (in the turn of the move), "moved".
var approach = "none";
// The element that is to be pressed, or null: none, or not known.
var pressed = null;
var isPressToCome = false; // what comes before it is the approach
var keysHeld = 0; // modifiers that came down as part of it
// The state at a press that went astray, or null: none has.
var astrayIn = null;

function guardIn(view) {
    listenIn(view, INPUT_EVENTS, onInput);
    listenIn(view, ["input", "change"], onFiles);
    listenIn(view, ["weir-asks"], onAsks);
}

// `x` and `y` say where the pointer will be: the browser also makes moves of
// its own, when the page shifts below a pointer that rests.
function expect(wanted, x, y) {
    const before = decision;
    if (wanted !== null) {
        forgetWay();
        takeFollowers();
    }
    noteChoice(wanted);
    expected = wanted;
    aim = typeof x === "number" ? { x: x, y: y } : null;
    decision = null;
    approach = "none";
    pressed = null;
    isPressToCome = false;
    keysHeld = 0;
    dragStart = null;
    if (wanted !== null) {
        weir.blocked = false;
        astrayIn = null;
    }
    ending = null;
    isSettling = false;
    tellInput();
    return before === null ? "none" : before;
}

// The action ends with the last of so many events of a type: the state settles
// from there, without another word from the host, which lets virtual time go
// when all input has come.
// The host numbers its turns, so that it can tell a late push from the one it
// waits for.
var ending = null; // {type, count, turn, sends: a form may be on its way}

function endWith(type, count, turn) {
    ending = { type: type, count: count, turn: turn, sends: false };
    if (type === "mouseup") isPressToCome = true;
    tellInput();
    return "{}";
}

// Between the first event of an action and the last no timer of the page runs
// (hook.js): the last one, too, arrives in the state in which it was chosen. From there
// until the state has been read none runs that does not belong to the action.
function tellInput() {
    const isOpen = decision === "passed" && ending !== null;
    if (isOpen || isLeaving()) shareInput("open");
    else shareInput(isSettling ? "settling" : "");
}

// All input of that turn has been delivered, perhaps to a frame of another origin.
// The host's word may come when the end has long been seen here.
function ended(turn) {
    if (ending !== null && ending.turn === turn) settleInput(turn);
    return "{}";
}

function noteEnd(event) {
    if (ending === null || event.type !== ending.type) return;
    noteSender(event);
    ending.count--;
    if (ending.count > 0) return;
    tellEnd(event);
    settleInput(ending.turn);
}

function onInput(event) {
    if (event.isTrusted && event.timeStamp < askedAt) return stop(event);
    if (event.isTrusted) notePointer(event);
    if (expected === null || !event.isTrusted) return;
    noteEnd(event);
    if (decision === null && MOVES.test(event.type)) {
        if (isForeignMove(event) || isApproach()) return;
    }
    if (isHeldWith(event)) return;
    if (decision === null && isAstray(event)) goAstray();
    admit();
    if (decision === "passed") {
        if (event.type === "dragstart") dragStart = event;
        return;
    }
    stop(event);
}

function stop(event) {
    event.stopImmediatePropagation();
    if (event.cancelable) event.preventDefault();
}

function isForeignMove(event) {
    const place = aim === null ? null : placeOf(event);
    return place !== null && !isNear(place, aim);
}

// A move with a press to follow, in the state in which the action was chosen.
// What the page makes of the move itself belongs to the action: it is done before
// any other task can come between, and so is the task here.
function isApproach() {
    if (!isPressToCome) return false;
    if (approach !== "none") return true;
    if (!isCurrent()) return false;
    approach = "moving";
    standDown();
    beforeOthers(function () {
        if (approach !== "moving" || decision !== null) return;
        approach = "moved";
        if (isCurrent()) return;
        readState();
        expected = generation;
    });
    return true;
}

// A key that is held while the mouse presses: it comes down before the press, and goes up in
// any case, or the page would take it for held from then on.
function isHeldWith(event) {
    if (event.type === "keyup" && keysHeld > 0) {
        keysHeld--;
        return true;
    }
    if (event.type !== "keydown" || decision !== null || !isApproach()) return false;
    keysHeld++;
    return true;
}

// The page has made something of the approach (a menu that closes, a row that grows), and
// what lies under the pointer now is not what was to be pressed. An element that was
// replaced by one of its kind is pressed in that one.
function isAstray(event) {
    if (pressed === null || approach === "none") return false;
    if (!PRESS.test(event.type)) return false;
    if (event.composedPath().indexOf(pressed) >= 0) return false;
    if (isPresent(pressed)) return !isHitAt(pressed, aim) && !liesAt(pressed, aim);
    const hit = hitIn(aim);
    return hit === null || !isWithinKind(hit, localNameOf(pressed));
}

// Covered at most: what comes over an element with the pointer (an overlay of a picture, a
// hint) is what a person presses there.
function liesAt(element, point) {
    return isInside(inWindow(element, boxOf(element)), point);
}

function isWithinKind(hit, name) {
    for (var at = hit; at !== null; at = above(at) || frameOf(at))
        if (localNameOf(at) === name) return true;
    return false;
}

// Nothing of the press arrives. Where the page comes to rest as it is now, the host
// looks for the element anew (`hasGoneAstray`); the approach belongs to the action.
function goAstray() {
    if (approach !== "moving" && !isCurrent()) return;
    decision = "blocked";
    weir.blocked = true;
    readState();
    astrayIn = lastRead.text;
    tellInput();
}

// After the reading of the state that the page came to rest in.
function hasGoneAstray() {
    return astrayIn !== null && lastRead.text === astrayIn;
}

// Events round to whole pixels, or not.
function isNear(place, point) {
    return (
        Math.abs(place.x - point.x) <= 1 && Math.abs(place.y - point.y) <= 1
    );
}

// Decides, once for each action. True: the action may go on.
function admit() {
    if (expected === null) return true;
    if (decision === null) {
        decision =
            approach === "moving" || isCurrent() ? "passed" : "blocked";
        if (decision === "blocked") weir.blocked = true;
        else begins();
        tellInput();
    }
    return decision === "passed";
}

function begins() {
    standDown();
    noteDialogs();
}

// The page opens a dialog (hook_asking.js). Nothing arrives before it has been answered, and
// what was on its way then was chosen in a state without it: it does not arrive at all.
var askedIn = -1; // the generation since the last one
var askedAt = 0; // in real time, when: input made before it never arrives

function onAsks(event) {
    event.stopImmediatePropagation();
    if (performing || decision === "passed" || approach === "moving") return;
    askedIn = ++generation;
    if (!isAlwaysIdle()) askedAt = root.performance.now();
    if (expected !== null) {
        decision = "blocked";
        weir.blocked = true;
    }
    root.weirPush('{"kind":"between"}');
}

function isCurrent() {
    if (expected < askedIn) return false;
    flush();
    // A push is on its way: the host is about to learn of another state.
    if (isNews()) return false;
    if (expected === generation) return !hasChangedSilently();
    return isSameState();
}

// Something has changed, but perhaps nothing that the property reads.
function isSameState() {
    if (expected !== lastRead.generation) return false;
    const before = lastRead.text;
    readState();
    return before !== null && before === lastRead.text;
}
