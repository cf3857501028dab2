// Fields of ours, for elements without a DOM property of that name.

// A form has a property for each of its controls, `text` and `tag` among them
// where a control is called so.
function other(element, name, reader, argument) {
    const own = property(element, name);
    return own === undefined ? reader(argument) : plain(own);
}

// As `position`, but as exact as the browser knows it, and of what is not
// visible, too.
function exactRect(m) {
    const rect = rectOf(m);
    return {
        x: rect.left,
        y: rect.top,
        width: rect.width,
        height: rect.height,
        top: rect.top,
        left: rect.left,
        right: rect.right,
        bottom: rect.bottom
    };
}

// It or something in it has the focus, and its document has that of the window.
function isFocused(element) {
    return hasFocusOf(doc) && matchesOf(element, ":focus-within");
}

// Tabs, rows and the like: what has no state of its own says so.
function isChosen(element) {
    return attributeOf(element, "aria-selected") === "true";
}
