// The field `reachable`: would a pointer hit the element, once a person has
// scrolled to it? Nothing is scrolled to find out. What needs no scrolling is
// asked; for the rest it is worked out where the scrolling would bring it, and
// what stands there and does not scroll along. What scrolls along with the
// element and lies over it is not noticed here; `locate` refuses it.
const clientLeftOf = getter(root.Element.prototype, "clientLeft");
const clientTopOf = getter(root.Element.prototype, "clientTop");
const clientWidthOf = getter(root.Element.prototype, "clientWidth");
const clientHeightOf = getter(root.Element.prototype, "clientHeight");
const scrollWidthOf = getter(root.Element.prototype, "scrollWidth");
const scrollHeightOf = getter(root.Element.prototype, "scrollHeight");
const rootElementOf = getter(root.Document.prototype, "documentElement");

function isReachable(m) {
    if (!isVisible(m) && !isPaintedOver(m)) return false;
    if (styleOf(m).pointerEvents === "none") return false;
    const target = pointable(m.element);
    if (isShutOut(target)) return false;
    if (isHitAt(target, centreOf(rectOf(measured(target))))) return true;
    if (!needsScroll(target)) return findSpot(target) !== null;
    // How the frames around it would scroll is not worked out.
    if (documentOf(target) !== doc) return true;
    const rect = boxOf(target);
    if (rect.width === 0 || rect.height === 0) return false;
    const spot = spotAfterScroll(target);
    return spot !== null && !isCoveredAt(target, spot);
}

// A checkbox, a switch or a file field that is drawn by something else is itself
// transparent, and what a person hits. (Anything else that is transparent is there
// for nobody: a menu that is closed.)
function isPaintedOver(m) {
    const element = m.element;
    return (
        localNameOf(element) === "input" &&
        styleOf(m).opacity === "0" &&
        isDisplayed(element, styleOf(m)) &&
        isFrameVisible(element)
    );
}

// By `inert`, or by a modal dialog that it is not in; so may be the frame that
// shows it.
function isShutOut(element) {
    for (var at = element; at !== null; at = frameOf(at))
        if (isInert(at) || isBehindModal(at)) return true;
    return false;
}

function isInert(element) {
    for (var at = element; at !== null; at = above(at))
        if (attributeOf(at, "inert") !== null) return true;
    return false;
}

function isBehindModal(element) {
    const open = modals().filter(function (dialog) {
        return documentOf(dialog) === documentOf(element);
    });
    return open.length > 0 && !isAround(open[open.length - 1], element);
}

function isAround(outer, element) {
    for (var at = element; at !== null; at = above(at))
        if (at === outer) return true;
    return false;
}

const modals = oncePerRead(function () {
    const found = [];
    eachTree(function (tree) {
        const open = queryIn(tree, ":modal");
        for (var i = 0; i < open.length; i++) found.push(open[i]);
    });
    return found;
});

// The centre of the element after everything around it has been scrolled as far
// as it goes to have it in its middle; null: it stays out of sight.
function spotAfterScroll(element) {
    const spot = centreOf(boxOf(element));
    // What `at` is placed by, from the inside to the outside.
    var placed = styleOf(measured(element)).position;
    for (var at = parentOf(element); at !== null; at = parentOf(at)) {
        if (placed === "fixed") break;
        const style = styleOf(measured(at));
        if (placed === "absolute" && !holdsAbsolute(style)) continue;
        if (at !== rootElementOf(doc) && at !== bodyOf(doc))
            if (!scrollWithin(at, spot)) return null;
        placed = style.position;
    }
    if (placed !== "fixed") scrollWindow(spot);
    return isOnScreen(root, spot) ? spot : null;
}

function holdsAbsolute(style) {
    return style.position !== "static" || style.transform !== "none";
}

// A person scrolls what has `auto` or `scroll`; `hidden` is for scripts.
function canScroll(overflow) {
    return overflow === "auto" || overflow === "scroll";
}

// How far a scroll moves what is at `place`, wanted in the middle of what
// begins at `start`; `least` and `most` are how far it goes either way.
function scrolledBy(place, start, size, least, most) {
    const wish = place - (start + size / 2);
    return Math.max(least, Math.min(most, wish));
}

// What of a box shows, and how far it can be scrolled each way.
function Room(box, left, top, isScrolledX, isScrolledY, direction) {
    this.left = left;
    this.top = top;
    this.width = clientWidthOf(box);
    this.height = clientHeightOf(box);
    this.isScrolledX = isScrolledX;
    this.isScrolledY = isScrolledY;
    // From right to left, places count from 0 downwards.
    const aside = scrollWidthOf(box) - this.width;
    const first = direction === "rtl" ? -aside : 0;
    this.leftmost = first - scrollLeftOf(box);
    this.rightmost = this.leftmost + aside;
    this.uppermost = -scrollTopOf(box);
    this.lowest = this.uppermost + scrollHeightOf(box) - this.height;
}

function scrollInto(room, spot) {
    if (room.isScrolledX)
        spot.x -= scrolledBy(
            spot.x, room.left, room.width, room.leftmost, room.rightmost
        );
    if (room.isScrolledY)
        spot.y -= scrolledBy(
            spot.y, room.top, room.height, room.uppermost, room.lowest
        );
}

// Once per box and read; null: nothing of it is hidden by its edges.
function roomOf(box) {
    const m = measured(box);
    if (m.room === undefined) m.room = roomWithin(box, styleOf(m));
    return m.room;
}

function roomWithin(box, style) {
    if (style.overflowX === "visible" && style.overflowY === "visible")
        return null;
    const rect = boxOf(box);
    return new Room(
        box, rect.left + clientLeftOf(box), rect.top + clientTopOf(box),
        canScroll(style.overflowX), canScroll(style.overflowY), style.direction
    );
}

// Moves the spot as scrolling this box would. False: it stays outside of it.
function scrollWithin(box, spot) {
    const room = roomOf(box);
    if (room === null) return true;
    scrollInto(room, spot);
    return (
        spot.x >= room.left && spot.x < room.left + room.width &&
        spot.y >= room.top && spot.y < room.top + room.height
    );
}

// The body's overflow counts for the window unless the document has its own.
function windowStyle() {
    const html = styleOf(measured(rootElementOf(doc)));
    const body = bodyOf(doc);
    const isOwn = html.overflowX !== "visible" || html.overflowY !== "visible";
    return isOwn || body === null ? html : styleOf(measured(body));
}

function mayScrollWindow(overflow) {
    return overflow !== "hidden" && overflow !== "clip";
}

const roomOfWindow = oncePerRead(function () {
    const scroller = scrollerOf(doc);
    if (scroller === null) return null;
    const style = windowStyle();
    return new Room(
        scroller, 0, 0, mayScrollWindow(style.overflowX),
        mayScrollWindow(style.overflowY), style.direction
    );
});

function scrollWindow(spot) {
    const room = roomOfWindow();
    if (room !== null) scrollInto(room, spot);
}

// By something that does not scroll along.
function isCoveredAt(element, spot) {
    const cover = coverAt(spot);
    return (
        cover !== null &&
        !containsOf(cover, element) && !containsOf(element, cover)
    );
}

// To ask what is hit costs about as much as the styles of so many elements.
const STYLES_PER_HIT = 100;

// spots: what was found where; hits: how often the page was asked; all: the
// elements of the document, to be looked through, or null
const covers = oncePerRead(function () {
    return {
        spots: Object.create(null), hits: 0, all: queryAll(doc, "*"), has: true
    };
});

// What has a fixed place and would be hit there, or null. In long lists many
// elements would be scrolled to the same spot; and where the questions come to
// cost more than a look for anything fixed at all, that look is taken.
function coverAt(spot) {
    const found = covers();
    if (!found.has) return null;
    const key = spot.x + " " + spot.y;
    if (key in found.spots) return found.spots[key];
    found.hits++;
    if (found.all !== null && found.hits * STYLES_PER_HIT >= found.all.length)
        lookForFixed(found);
    return (found.spots[key] = found.has ? fixedAt(spot) : null);
}

function lookForFixed(found) {
    const all = found.all;
    found.all = null;
    found.has = false;
    for (var i = 0; i < all.length && !found.has; i++)
        found.has = computedStyle(root, all[i]).position === "fixed";
}

function fixedAt(spot) {
    for (var at = hitAt(doc, spot.x, spot.y); at !== null; at = parentOf(at))
        if (styleOf(measured(at)).position === "fixed") return at;
    return null;
}
