// DOM properties as JSON. What JSON cannot say (functions, symbols, documents,
// windows, cycles) is null, and so is what lies beyond the bounds: an object of
// the browser can be as large as the whole page.
const DEPTH_LIMIT = 8;
const COUNT_LIMIT = 5000;
const LISTS = [
    "[object NodeList]",
    "[object RadioNodeList]",
    "[object HTMLCollection]",
    "[object HTMLFormControlsCollection]",
    "[object HTMLOptionsCollection]",
    "[object FileList]",
    "[object DOMTokenList]"
];

function plain(value) {
    return copied(value, { above: [], left: COUNT_LIMIT });
}

function copied(value, walk) {
    switch (typeof value) {
        case "string":
        case "boolean":
            return value;
        case "number":
            return isFinite(value) ? value : null;
        case "object":
            return value === null ? null : copiedObject(value, walk);
        default:
            return null;
    }
}

function copiedObject(value, walk) {
    if (isElement(value)) return refOf(value);
    if (walk.above.length >= DEPTH_LIMIT || walk.above.indexOf(value) >= 0)
        return null;
    walk.above.push(value);
    var copy = null;
    try {
        copy = copiedParts(value, walk);
    } catch (error) {
        // A window of another origin: it refuses every question.
    }
    walk.above.pop();
    return copy;
}

function copiedParts(value, walk) {
    if (value.window === value || typeof value.nodeType === "number")
        return null;
    if (typeof value.toJSON === "function") return copied(value.toJSON(), walk);
    if (Array.isArray(value) || isList(value)) return copiedList(value, walk);
    return copiedFields(value, walk);
}

function isList(value) {
    return LISTS.indexOf(Object.prototype.toString.call(value)) >= 0;
}

function copiedList(list, walk) {
    const copy = [];
    for (var i = 0; i < list.length && walk.left-- > 0; i++)
        copy.push(copied(list[i], walk));
    return copy;
}

function copiedFields(object, walk) {
    const copy = {};
    const names = Object.keys(object);
    for (var i = 0; i < names.length && walk.left-- > 0; i++)
        put(copy, names[i], copied(property(object, names[i]), walk));
    return copy;
}
