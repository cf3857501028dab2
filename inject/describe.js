// Words about elements, for reports.
const TEXT_LIMIT = 60; // characters

// "<div#overlay.dark>"
function tagOf(element) {
    const id = attributeOf(element, "id");
    const classes = classNames(element);
    return (
        "<" + localNameOf(element) +
        (id ? "#" + id : "") +
        (classes.length > 0 ? "." + classes[0] : "") +
        ">"
    );
}

// What a box is ticked for: its value says little ("on").
function boxLabel(element) {
    const labels = property(element, "labels");
    return (
        (labels && labels.length > 0 &&
            (property(labels[0], "innerText") || textOf(labels[0]))) ||
        attributeOf(element, "aria-label")
    );
}

function labelOf(element) {
    const type = property(element, "type");
    if (type === "checkbox" || type === "radio") {
        const label = boxLabel(element);
        if (label) return label;
    }
    const value = property(element, "value");
    const name = localNameOf(element);
    if ((name === "input" && type !== "password") || name === "textarea")
        if (value) return String(value);
    return (
        property(element, "innerText") ||
        textOf(element) ||
        attributeOf(element, "aria-label") ||
        attributeOf(element, "placeholder") ||
        attributeOf(element, "title") ||
        ""
    );
}

function shortText(element) {
    const text = String(labelOf(element)).replace(/\s+/g, " ").trim();
    if (text.length <= TEXT_LIMIT) return text;
    const isHalf = /[\ud800-\udbff]$/; // of a character in two units
    return text.slice(0, TEXT_LIMIT - 1).replace(isHalf, "") + "\u2026";
}

// Of the selectors that it has: one that it alone has, else the first.
function nameAmong(names) {
    for (var i = 0; i < names.length; i++)
        if (lookUp(names[i]).length === 1) return names[i];
    return names[0];
}

// Which of the elements of its selector it is, counted from 0.
function placeIn(found, element) {
    for (var i = 0; i < found.length; i++) if (found[i] === element) return i;
    return -1;
}

function description(element) {
    const names = selectors.filter(function (selector) {
        return isMatch(element, selector);
    });
    const name = nameAmong(names);
    const found = names.length > 0 ? lookUp(name) : [];
    return {
        ok: true,
        tag: localNameOf(element),
        text: shortText(element),
        selector: names.length > 0 ? name : null,
        selectors: names,
        index: names.length > 0 ? placeIn(found, element) : null,
        count: names.length > 0 ? found.length : null
    };
}

function refused(reason) {
    return { ok: false, reason: reason };
}

function describe(ref) {
    const found = elementOf(ref);
    return encode(
        found.element ? description(found.element) : refused(found.reason)
    );
}
