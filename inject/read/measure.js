// What costs layout, once per element and read: boxes and computed style.
var measures = new Table();

function Measure(element) {
    this.element = element;
    this.computed = null;
    this.rect = null;
    this.seen = null;
    this.room = undefined; // of reach.js
}

function forgetMeasures() {
    measures = new Table();
}

// What holds for the whole page while it is read.
function oncePerRead(make) {
    var kept = null;
    var keptFor = null;
    return function () {
        if (keptFor !== measures) {
            kept = make();
            keptFor = measures;
        }
        return kept;
    };
}

function measured(element) {
    var m = measures.get(element);
    if (m === undefined) {
        m = new Measure(element);
        measures.set(element, m);
    }
    return m;
}

function styleOf(m) {
    if (m.computed === null) m.computed = computedStyle(root, m.element);
    return m.computed;
}

function rectOf(m) {
    if (m.rect === null) m.rect = inWindow(m.element, boxOf(m.element));
    return m.rect;
}

// Only HTML elements have an offset parent. Others (SVG) count as laid out when
// they have a box; and so does what a slot shows within something fixed, of which
// its own tree knows nothing.
function isLaidOut(element) {
    try {
        if (offsetParentOf(element) !== null) return true;
    } catch (error) {
        return boxesOf(element).length > 0;
    }
    return boxesOf(element).length > 0 && isSlotted(element);
}

function isSlotted(element) {
    for (var at = element; at !== null; at = parentOf(at))
        if (slotOf(at) !== null) return true;
    return false;
}

// What is skipped (a closed `details`) has its boxes all the same. Older browsers
// do not tell.
const isRenderedBy =
    root.Element.prototype.checkVisibility === undefined
        ? null
        : uncurry(root.Element.prototype.checkVisibility);

function isRendered(element) {
    return isRenderedBy === null || isRenderedBy(element);
}

const UNSEEN = /^(hidden|collapse)$/;

function isInVisibleSelect(element) {
    if (localNameOf(element) !== "option") return false;
    const select = closestOf(element, "select");
    return select !== null && isVisible(measured(select));
}

function looksVisible(element, style) {
    return style.opacity !== "0" && isDisplayed(element, style);
}

// Whatever its opacity is.
function isDisplayed(element, style) {
    if (style.display === "none" || UNSEEN.test(style.visibility)) return false;
    if (isInVisibleSelect(element)) return true;
    return (
        (style.position === "fixed" || isLaidOut(element)) && isRendered(element)
    );
}

function isVisible(m) {
    if (m.seen === null)
        m.seen =
            looksVisible(m.element, styleOf(m)) && isFrameVisible(m.element);
    return m.seen;
}

function position(m) {
    if (!isVisible(m)) return null;
    const rect = rectOf(m);
    return {
        x: Math.round(rect.left),
        y: Math.round(rect.top),
        width: Math.round(rect.width),
        height: Math.round(rect.height)
    };
}
