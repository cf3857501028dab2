// What is of the page and takes a look at the whole document.
const newRange = uncurry(root.Document.prototype.createRange);
const allWithin = uncurry(root.DocumentFragment.prototype.querySelectorAll);
const nodesIn = getter(root.Node.prototype, "childNodes");
const DUPLICATES_LIMIT = 1000;
// What is something to see without having text.
const PICTURES =
    /^(audio|button|canvas|embed|frame|hr|iframe|img|input|meter|object|progress|select|svg|textarea|video)$/;

// Whether nothing is to be seen: no text, no picture, no control.
function isBlank() {
    return bodyOf(doc) === null || !someIsSeen(queryAll(doc, "body, body *, frame"));
}

function someIsSeen(elements) {
    for (var i = 0; i < elements.length; i++)
        if (isSeen(elements[i])) return true;
    return false;
}

function isSeen(element) {
    const inside = shadowOf(element);
    if (inside !== null && someIsSeen(allWithin(inside, "*"))) return true;
    if (PICTURES.test(localNameOf(element))) return isPainted(element, element);
    const nodes = nodesIn(element);
    for (var i = 0; i < nodes.length; i++)
        if (nodeTypeOf(nodes[i]) === 3 && /\S/.test(textOf(nodes[i])))
            if (isPainted(textRange(nodes[i]), element)) return true;
    return hasBackdrop(element);
}

function textRange(node) {
    const range = newRange(doc);
    range.selectNodeContents(node);
    return range;
}

// Laid out with a size, and not hidden. What its boxes are is asked of the range
// or the element, how it is painted of the element.
function isPainted(placed, element) {
    const boxes = placed === element
        ? boxesOf(element)
        : placed.getClientRects();
    for (var i = 0; i < boxes.length; i++)
        if (boxes[i].width > 0 && boxes[i].height > 0) {
            const style = styleOf(measured(element));
            return style.visibility !== "hidden" && style.opacity !== "0";
        }
    return false;
}

function hasBackdrop(element) {
    return (
        styleOf(measured(element)).backgroundImage !== "none" &&
        isPainted(element, element)
    );
}

// The ids that more than one element of the document has, in document order.
function duplicateIds() {
    const counts = {};
    const twice = [];
    const elements = queryAll(doc, "[id]");
    for (var i = 0; i < elements.length; i++) {
        const id = "#" + attributeOf(elements[i], "id"); // never __proto__
        counts[id] = (counts[id] || 0) + 1;
        if (counts[id] === 2 && twice.length < DUPLICATES_LIMIT)
            twice.push(id.slice(1));
    }
    return twice;
}
