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

// What stands beside a control. Of a label around it, not the control's own text
// (the options of a list).
function labelBeside(element) {
    const labels = property(element, "labels");
    if (!labels || labels.length === 0) return "";
    const text = property(labels[0], "innerText") || textOf(labels[0]);
    const own = property(element, "innerText");
    return (own ? text.replace(own, "") : text).trim();
}

// Whether the value is what a person has chosen or entered: it names the control
// only where nothing else does.
function isFilledIn(name, type) {
    const isButton = /^(submit|reset|button|image|hidden)$/;
    return (
        name === "textarea" || name === "select" ||
        (name === "input" && !isButton.test(type))
    );
}

function labelOf(element) {
    const type = property(element, "type");
    const name = localNameOf(element);
    if (isFilledIn(name, type)) {
        const label =
            labelBeside(element) || attributeOf(element, "aria-label");
        if (label) return label;
    }
    const value = property(element, "value");
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

// Where elementOf finds no element.
function unfound(found) {
    return found.invalid ? { ok: false, invalid: found.invalid } : refused(found.reason);
}

function describe(ref) {
    const found = elementOf(ref);
    return encode(
        found.element ? description(found.element) : unfound(found)
    );
}
