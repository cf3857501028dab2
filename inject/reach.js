// The field `reachable`: would a pointer hit the element, once a person has
// scrolled to it? Nothing is scrolled to find out. What needs no scrolling is
// asked; for the rest it is worked out where the scrolling would bring it, and
// what stands there and does not scroll along. What scrolls along with the
// element and lies over it is not noticed here; `locate` refuses it.
const clientLeftOf = getter(root.Element.prototype, "clientLeft");
const clientTopOf = getter(root.Element.prototype, "clientTop");
const clientWidthOf = getter(root.Element.prototype, "clientWidth");
const clientHeightOf = getter(root.Element.prototype, "clientHeight");
const scrollLeftOf = getter(root.Element.prototype, "scrollLeft");
const scrollTopOf = getter(root.Element.prototype, "scrollTop");
const scrollWidthOf = getter(root.Element.prototype, "scrollWidth");
const scrollHeightOf = getter(root.Element.prototype, "scrollHeight");
const rootElementOf = getter(root.Document.prototype, "documentElement");

function isReachable(m) {
    if (!isVisible(m) || styleOf(m).pointerEvents === "none") return false;
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

// By `inert`, or by a modal dialog that it is not in.
function isShutOut(element) {
    if (closestOf(element, "[inert]") !== null) return true;
    const open = modals();
    return open.length > 0 && !containsOf(open[open.length - 1], element);
}

var modalsFound = { in: null, list: [] }; // once for each read

function modals() {
    if (modalsFound.in !== measures)
        modalsFound = { in: measures, list: queryAll(doc, ":modal") };
    return modalsFound.list;
}

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
            if (!scrollWithin(at, style, spot)) return null;
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

// Moves the spot as scrolling this box would. False: it stays outside of it.
function scrollWithin(box, style, spot) {
    if (style.overflowX === "visible" && style.overflowY === "visible")
        return true;
    const rect = boxOf(box);
    const left = rect.left + clientLeftOf(box);
    const top = rect.top + clientTopOf(box);
    const width = clientWidthOf(box);
    const height = clientHeightOf(box);
    if (canScroll(style.overflowX)) scrollSideways(box, style, spot, left, width);
    if (canScroll(style.overflowY)) {
        const down = scrollTopOf(box);
        const most = scrollHeightOf(box) - height - down;
        spot.y -= scrolledBy(spot.y, top, height, -down, most);
    }
    return (
        spot.x >= left && spot.x < left + width &&
        spot.y >= top && spot.y < top + height
    );
}

// From right to left, places count from 0 downwards.
function scrollSideways(box, style, spot, start, size) {
    const room = scrollWidthOf(box) - clientWidthOf(box);
    const aside = scrollLeftOf(box);
    const first = style.direction === "rtl" ? -room : 0;
    spot.x -= scrolledBy(
        spot.x, start, size, first - aside, first + room - aside
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

function scrollWindow(spot) {
    const scroller = scrollerOf(doc);
    if (scroller === null) return;
    const style = windowStyle();
    const width = clientWidthOf(scroller);
    const height = clientHeightOf(scroller);
    if (mayScrollWindow(style.overflowX))
        scrollSideways(scroller, style, spot, 0, width);
    if (mayScrollWindow(style.overflowY)) {
        const down = scrollTopOf(scroller);
        const most = scrollHeightOf(scroller) - height - down;
        spot.y -= scrolledBy(spot.y, 0, height, -down, most);
    }
}

// By something that does not scroll along.
function isCoveredAt(element, spot) {
    for (var at = hitAt(doc, spot.x, spot.y); at !== null; at = parentOf(at))
        if (styleOf(measured(at)).position === "fixed")
            return !containsOf(at, element) && !containsOf(element, at);
    return false;
}
