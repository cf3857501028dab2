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
// they have a box.
function isLaidOut(element) {
    try {
        return offsetParentOf(element) !== null;
    } catch (error) {
        return boxesOf(element).length > 0;
    }
}

function isInVisibleSelect(element) {
    if (localNameOf(element) !== "option") return false;
    const select = closestOf(element, "select");
    return select !== null && isVisible(measured(select));
}

function looksVisible(element, style) {
    if (style.display === "none" || style.visibility === "hidden") return false;
    if (style.opacity === "0") return false;
    return (
        style.position === "fixed" ||
        isInVisibleSelect(element) ||
        isLaidOut(element)
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
