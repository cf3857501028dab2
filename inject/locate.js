// Where to point to hit an element.

function isOnScreen(point) {
    return (
        point.x >= 0 && point.y >= 0 &&
        point.x < root.innerWidth && point.y < root.innerHeight
    );
}

function isInside(rect, point) {
    return (
        point.x >= rect.left && point.x < rect.right &&
        point.y >= rect.top && point.y < rect.bottom
    );
}

// Hidden by an ancestor that scrolls or clips.
function isClipped(element, point) {
    for (var at = parentOf(element); at !== null; at = parentOf(at)) {
        const style = computedStyle(root, at);
        const clips = style.overflowX !== "visible" ||
            style.overflowY !== "visible";
        if (clips && at !== scrollerOf(doc) && at !== bodyOf(doc))
            if (!isInside(boxOf(at), point)) return true;
    }
    return false;
}

function needsScroll(element) {
    const point = centreOf(boxOf(element));
    return !isOnScreen(point) || isClipped(element, point);
}

// Scrolls, and notes where that left everything that scrolls: the events that
// follow are our own doing.
function scrollIntoSight(element) {
    scrollTo(element, {
        block: "center",
        inline: "center",
        behavior: "instant"
    });
    ownScrolls.set(doc, scrollPlace(doc));
    for (var at = parentOf(element); at !== null; at = parentOf(at))
        ownScrolls.set(at, scrollPlace(at));
}

// The centre of the bounding box, or where that misses (a link over two lines)
// the centre of one of the boxes.
function findSpot(element) {
    const centre = centreOf(boxOf(element));
    if (isHitAt(element, centre)) return centre;
    const boxes = boxesOf(element);
    for (var i = 0; i < boxes.length; i++) {
        const spot = centreOf(boxes[i]);
        if (isHitAt(element, spot)) return spot;
    }
    return null;
}

function covered(element) {
    const rect = boxOf(element);
    if (rect.width === 0 || rect.height === 0) return refused("empty");
    const centre = centreOf(rect);
    const hit = hitAt(doc, centre.x, centre.y);
    const answer = refused("covered");
    answer.by = hit === null ? null : tagOf(hit);
    return answer;
}

function located(element) {
    const target = pointable(element);
    if (boxesOf(target).length === 0) return refused("empty");
    const scrolls = needsScroll(target);
    if (scrolls) {
        // Once a scroll has begun, the action has.
        if (expected !== null && decision !== "passed" && !isCurrent())
            return refused("stale");
        scrollIntoSight(target);
        if (expected !== null) noteAgain();
    }
    const spot = findSpot(target);
    if (spot === null) return covered(target);
    const answer = description(element);
    answer.x = spot.x;
    answer.y = spot.y;
    answer.scrolled = scrolls;
    return answer;
}

// Locates, and from here on lets input through only if the page is still in
// that generation, or reads the same. The action has so many clicks; 0: none.
function aimAt(ref, wanted, count, turn, type) {
    expect(wanted);
    const text = locate(ref);
    const answer = JSON.parse(text);
    if (!answer.ok) return text;
    aim = { x: answer.x, y: answer.y };
    if (count > 0) endWith(type, count, turn);
    return text;
}

// The same for input that goes to whatever has the focus.
function aimKeys(wanted, presses, turn) {
    expect(wanted);
    return endWith("keyup", presses, turn);
}

function locate(ref) {
    const found = elementOf(ref);
    return encode(
        found.element ? located(found.element) : refused(found.reason)
    );
}
