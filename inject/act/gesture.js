// Input that takes several turns, and input that goes with frames.

// Wheel and touch are delivered with frames: they are made from draw(true) to
// draw(false), and drawn.
var drawing = false;
// The frames behind it are drawn, too: what has been scrolled is heard of one
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

// A drag from one element to another. Both have to be there; the target's place
// is looked for again on the way (`dragged`), since the source may have to be
// scrolled to, and pages move things while something is dragged.
var dragStart = null; // the event, when the guard let it pass

function aimDrag(ref, targetRef, wanted) {
    expect(wanted);
    dragStart = null;
    const target = JSON.parse(locate(targetRef));
    if (!target.ok) {
        expect(null);
        return encode(target);
    }
    const source = JSON.parse(locate(ref));
    if (source.ok) aim = { x: source.x, y: source.y };
    else expect(null);
    return encode(source);
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
