// Input that takes several turns, and input that goes with frames.

// Wheel and touch are delivered with frames: they are made from draw(true) to
// draw(false), and drawn.
var drawing = false;
// The frames after it are drawn, too: what has been scrolled is heard of one
// frame later, and in a frame that is not drawn it would be scrolled twice.
const DRAWN_BEHIND = 4;
var drawnLeft = 0;

function draw(on) {
    const was = drawing;
    drawing = on;
    drawnLeft = DRAWN_BEHIND;
    if (!on) oweFrames(2);
    if (on && !was) drawOn();
    return "{}";
}

function isDrawn() {
    return drawing || drawnLeft-- > 0;
}

function drawOn() {
    if (drawing) nextFrame(drawOn);
}

// A drag from one element to another, or (null) by some way. Both have to be there; the
// target's place is looked for again on the way (`dragged`), since the source may have to
// be scrolled to, and pages move things while something is dragged.
var dragStart = null; // the event, when the guard let it pass

function aimDrag(ref, targetRef, wanted) {
    expect(wanted);
    dragStart = null;
    const target = targetRef === null ? { ok: true } : JSON.parse(locate(targetRef));
    if (!target.ok) {
        expect(null);
        return encode(target);
    }
    const source = JSON.parse(locate(ref));
    if (source.ok) takeHold(source, pointable(elementOf(ref).element));
    else expect(null);
    return encode(source);
}

// Where in its box an element is taken hold of: in the middle, as a rule.
const GRIPS = [1 / 2, 1 / 4, 3 / 4, 1 / 8, 7 / 8];

// A control in it would be pressed, and followed or clicked where nothing is dragged: a
// person takes hold beside it, if there is any place.
function takeHold(source, element) {
    const spot = gripOf(element, source);
    source.x = spot.x;
    source.y = spot.y;
    aim = { x: spot.x, y: spot.y };
    pressed = element;
    isPressToCome = true;
}

function gripOf(element, spot) {
    if (isGrip(element, spot)) return spot;
    const box = inWindow(element, boxOf(element));
    for (var i = 0; i < GRIPS.length; i++)
        for (var j = 0; j < GRIPS.length; j++) {
            const place = {
                x: box.left + box.width * GRIPS[j],
                y: box.top + box.height * GRIPS[i]
            };
            if (isGrip(element, place)) return place;
        }
    return spot;
}

function isGrip(element, point) {
    const hit = hitIn(point);
    if (hit === null || !holds(element, hit)) return false;
    for (var at = hit; at !== null && at !== element; at = above(at) || frameOf(at))
        if (isControl(at)) return false;
    return true;
}

// What a component makes of a press is not seen from here.
function isControl(element) {
    return (
        matchesOf(element, KNOWN_TO_BE_CLICKED) ||
        localNameOf(element).indexOf("-") > 0
    );
}

// In the middle of an action of several turns: whether the guard let it begin.
function goesOn() {
    return encode(decision === "blocked" ? refused("stale") : { ok: true });
}

// In the middle of a drag. Once it is on its way (`mayScroll`) the target is
// scrolled to; before that what is dragged would be lost.
function dragged(targetRef, mayScroll) {
    if (decision === "blocked") return encode(refused("stale"));
    const answer = { ok: true, native: hasNativeDrag() };
    const found = targetRef === undefined ? {} : elementOf(targetRef);
    if (found.element) addPlace(answer, found.element, mayScroll);
    return encode(answer);
}

function hasNativeDrag() {
    return dragStart !== null && !dragStart.defaultPrevented;
}

function addPlace(answer, element, mayScroll) {
    if (boxesOf(element).length === 0) return;
    if (mayScroll && needsScroll(element)) scrollIntoSight(element);
    const spot = findSpot(element) || centreOf(boxOf(element));
    answer.x = within(spot.x, root.innerWidth);
    answer.y = within(spot.y, root.innerHeight);
}

function within(place, size) {
    return Math.max(1, Math.min(place, size - 2));
}
