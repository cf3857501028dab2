// Selectors that end with ":looks-clickable": what shows a hand for a cursor, as
// pages tell people that something can be clicked, without being a control or a
// part of one. The cursor is inherited: of what holds further elements only what has
// a text of its own counts, and of a drawing the whole, so that each place is meant
// once, and what is clicked apart in something larger, too.
// CLICKABLE, generated, has for each such selector what the browser looks up.
const holdingsOf = getter(root.Node.prototype, "childNodes");
const firstWithin = getter(root.Element.prototype, "firstElementChild");
const TEXT_NODE = 3;

function cssOf(selector) {
    return CLICKABLE.hasOwnProperty(selector) ? CLICKABLE[selector] : selector;
}

function sift(selector, found) {
    if (!CLICKABLE.hasOwnProperty(selector)) return found;
    return Array.prototype.filter.call(found, looksClickable);
}

// Of an element that cssOf(selector) matches.
function isSifted(element, selector) {
    return !CLICKABLE.hasOwnProperty(selector) || looksClickable(element);
}

function looksClickable(element) {
    return (
        /(^|[\s,])pointer$/.test(computedStyle(root, element).cursor) &&
        isOwnPlace(element) &&
        !isInDrawing(element) &&
        closestOf(element, KNOWN_TO_BE_CLICKED) === null
    );
}

function isOwnPlace(element) {
    return (
        localNameOf(element) === "svg" ||
        firstWithin(element) === null ||
        hasTextItself(element)
    );
}

function hasTextItself(element) {
    const within = holdingsOf(element);
    for (var i = 0; i < within.length; i++)
        if (nodeTypeOf(within[i]) === TEXT_NODE && /\S/.test(textOf(within[i])))
            return true;
    return false;
}

function isInDrawing(element) {
    const around = parentOf(element);
    return around !== null && closestOf(around, "svg") !== null;
}
