// Where to point to hit an element.

function isOnScreen(view, point) {
    const size = sizeOfView(view);
    return (
        point.x >= 0 && point.y >= 0 &&
        point.x < size.width && point.y < size.height
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
    const page = documentOf(element);
    for (var at = above(element); at !== null; at = above(at)) {
        const style = computedStyle(root, at);
        const clips = style.overflowX !== "visible" ||
            style.overflowY !== "visible";
        if (clips && at !== scrollerOf(page) && at !== bodyOf(page))
            if (!isInside(boxOf(at), point)) return true;
    }
    return false;
}

function needsScroll(element) {
    var point = centreOf(boxOf(element));
    for (var at = element; ; ) {
        if (!isOnScreen(viewOf(at), point) || isClipped(at, point)) return true;
        at = frameOf(at);
        if (at === null) return false;
        point = outward(at, point);
    }
}

// Everything around the element, from the inside to the outside, that may scroll.
function scrollersAround(element) {
    const found = [];
    for (var at = element; at !== null; at = frameOf(at)) {
        for (var box = above(at); box !== null; box = above(box))
            found.push(box);
        const whole = scrollerOf(documentOf(at));
        if (whole !== null && found.indexOf(whole) < 0) found.push(whole);
    }
    return found;
}

function scrolledOf(box) {
    return { box: box, left: scrollLeftOf(box), top: scrollTopOf(box) };
}

function isMoved(place) {
    return (
        scrollLeftOf(place.box) !== place.left ||
        scrollTopOf(place.box) !== place.top
    );
}

// An action that does not come about leaves no trace.
function scrollBack(element, places) {
    places.filter(isMoved).forEach(function (place) {
        scrollBoxTo(place.box, {
            left: place.left, top: place.top, behavior: "instant"
        });
    });
    noteAllScrolls(element);
}

// Scrolls, and notes where that left everything that scrolls: the events that
// follow are our own doing.
function scrollIntoSight(element) {
    noteScrolled();
    scrollTo(element, {
        block: "center",
        inline: "center",
        behavior: "instant"
    });
    noteAllScrolls(element);
}

function noteAllScrolls(element) {
    for (var at = element; at !== null; at = frameOf(at)) noteScrolls(at);
}

function noteScrolls(element) {
    const page = documentOf(element);
    ownScrolls.set(page, scrollPlace(page));
    for (var at = above(element); at !== null; at = above(at))
        ownScrolls.set(at, scrollPlace(at));
}

// The centre of the bounding box, or where that misses (a link over two lines)
// the centre of one of the boxes.
function findSpot(element) {
    const centre = centreOf(inWindow(element, boxOf(element)));
    if (isHitAt(element, centre)) return centre;
    const boxes = boxesOf(element);
    for (var i = 0; i < boxes.length; i++) {
        const spot = centreOf(inWindow(element, boxes[i]));
        if (isHitAt(element, spot)) return spot;
    }
    return null;
}

function covered(element) {
    const rect = inWindow(element, boxOf(element));
    if (rect.width === 0 || rect.height === 0) return refused("empty");
    const hit = hitIn(centreOf(rect));
    const answer = refused("covered");
    answer.by = hit === null ? null : tagOf(hit);
    return answer;
}

function located(element) {
    const target = pointable(element);
    if (boxesOf(target).length === 0) return refused("empty");
    const scrolls = needsScroll(target);
    const places = scrolls ? scrollersAround(target).map(scrolledOf) : [];
    if (scrolls) {
        // Once a scroll has begun, the action has.
        if (expected !== null && decision !== "passed" && !isCurrent())
            return refused("stale");
        scrollIntoSight(target);
        if (expected !== null) noteAgain();
    }
    const spot = findSpot(target);
    if (spot === null) {
        const words = covered(target);
        if (scrolls) scrollBack(target, places);
        if (scrolls && expected !== null) noteAgain();
        return words;
    }
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
    if (!answer.ok) {
        // Nothing will come: a move that the browser makes of its own, below a
        // pointer that rests, is none of the action.
        expect(null);
        return text;
    }
    aim = { x: answer.x, y: answer.y };
    if (count > 0 || type === "mousedown") pressed = pointable(elementOf(ref).element);
    if (pressed !== null) isPressToCome = true;
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
        found.element ? located(found.element) : unfound(found)
    );
}
