// Elements behind ">>>": in open shadow roots and in frames, as deep as they may
// lie. A tree is the document, a shadow root, or the document of a frame; all trees
// but the first have a host, the element that holds them.
//
// Order of this file: trees, selectors, places, the pointer, the focus and what
// moves.
const queryAllBelow = uncurry(root.DocumentFragment.prototype.querySelectorAll);
const hostOfShadow = getter(root.ShadowRoot.prototype, "host");
const hitInShadow = uncurry(root.ShadowRoot.prototype.elementFromPoint);
const focusedInShadow = getter(root.ShadowRoot.prototype, "activeElement");
const hasOwn = uncurry(Object.prototype.hasOwnProperty);
const DOCUMENT_OF = {
    iframe: getter(root.HTMLIFrameElement.prototype, "contentDocument"),
    frame: getter(root.HTMLFrameElement.prototype, "contentDocument")
};
const NOTHING = doc.createDocumentFragment();

function isDocument(tree) {
    return nodeTypeOf(tree) === 9;
}

// null: no frame, or one of another origin where no bridge has landed.
function documentIn(element) {
    const view = windowIn(element);
    if (view === null) return null;
    const port = portOf(view);
    if (port !== null) return port.document;
    return DOCUMENT_OF[localNameOf(element)](element);
}

function treeIn(element) {
    const shadow = shadowOf(element);
    return shadow !== null ? shadow : documentIn(element);
}

// A selector leads to what is not looked into: once for each kind of it.
const toldUnseen = {};

function tellUnseen(kind, element) {
    if (hasOwn(toldUnseen, kind)) return;
    toldUnseen[kind] = true;
    root.weirPush(
        '{"kind":"unseen","what":"' + kind + '","at":' +
            encode(tagOf(element)) + "}"
    );
}

// null: it has none, or is held by nobody any more.
function hostOf(tree) {
    if (isDocument(tree)) {
        const view = viewOfDocument(tree);
        return view === null ? null : frameShowing(view);
    }
    try {
        return hostOfShadow(tree);
    } catch (error) {
        return null; // what has been taken out of its tree
    }
}

function isDeepSet() {
    return true;
}

// ---- selectors: PARTS, generated, has the parts of those with ">>>" --------

function partsOf(selector) {
    return hasOwn(PARTS, selector) ? PARTS[selector] : [cssOf(selector)];
}

function queryIn(tree, part) {
    return isDocument(tree) ? queryAll(tree, part) : queryAllBelow(tree, part);
}

// Many selectors begin alike: by their first parts the trees found, while a job
// runs that changes nothing. null: none are kept.
var treesKept = null;

function keepTrees(job) {
    const before = treesKept;
    treesKept = Object.create(null);
    try {
        return job();
    } finally {
        treesKept = before;
    }
}

// The trees in which the last part is looked up, in document order.
function treesOf(parts) {
    var trees = [doc];
    for (var i = 1; i < parts.length; i++)
        trees = treesBelowOnce(trees, parts.slice(0, i));
    return trees;
}

function treesBelowOnce(trees, parts) {
    const part = parts[parts.length - 1];
    if (treesKept === null) return treesBelow(trees, part);
    const key = parts.join(">>>");
    if (!(key in treesKept)) treesKept[key] = treesBelow(trees, part);
    return treesKept[key];
}

function treesBelow(trees, part) {
    return treesIn(elementsIn(trees, part));
}

// Of those that hold one.
function treesIn(hosts) {
    const found = [];
    hosts.forEach(function (element) {
        const tree = treeIn(element);
        if (windowIn(element) !== null) {
            noteHolder(element);
            if (tree === null) awaitLanding(element);
        }
        if (tree === null) return;
        watchTree(tree);
        found.push(tree);
    });
    return found;
}

// Where there is no tree, a part that is not valid is noticed all the same.
function elementsIn(trees, part) {
    const found = [];
    if (trees.length === 0) queryIn(NOTHING, part);
    trees.forEach(function (tree) {
        const elements = queryIn(tree, part);
        for (var i = 0; i < elements.length; i++) found.push(elements[i]);
    });
    return found;
}

function lookUp(selector) {
    const parts = partsOf(selector);
    return sift(
        selector,
        parts.length === 1
            ? queryAll(doc, parts[0])
            : elementsIn(treesOf(parts), parts[parts.length - 1])
    );
}

// What a model names, whose selectors need not be known before: from the document
// (null) or from an element, whose own tree the empty part stands for. The trees on
// the way stay in sight.
function lookUpFrom(scope, selector) {
    const parts = namedParts(selector);
    var found = listOf(elementsFrom(scope, parts[0]));
    for (var i = 1; i < parts.length; i++) {
        keepHosts(found);
        found = elementsIn(treesIn(found), parts[i]);
    }
    return found;
}

function elementsFrom(scope, part) {
    if (scope === null) return queryAll(doc, part);
    return part === "" ? [scope] : queryWithin(scope, part);
}

const NAMED_MOST = 1000;
var namedKnown = Object.create(null);
var namedCount = 0;

function namedParts(selector) {
    if (selector in namedKnown) return namedKnown[selector];
    if (++namedCount > NAMED_MOST) {
        namedKnown = Object.create(null);
        namedCount = 1;
    }
    return (namedKnown[selector] = partsIn(selector));
}

// What is in no tree any more is taken for an element of the tree whose changes
// are being looked at.
function isSelected(element, selector) {
    const parts = partsOf(selector);
    const last = parts.length - 1;
    if (!matchesOf(element, parts[last])) return false;
    if (!isSifted(element, selector)) return false;
    return isReached(
        isConnected(element) ? rootNodeOf(element) : changedTree, parts, last
    );
}

// By the first so many parts.
function isReached(tree, parts, count) {
    if (count === 0) return tree === doc;
    const host = hostOf(tree);
    return (
        host !== null &&
        matchesOf(host, parts[count - 1]) &&
        isReached(rootNodeOf(host), parts, count - 1)
    );
}

// ---- places ----------------------------------------------------------------

function documentOf(element) {
    return ownerOf(element);
}

function viewOf(element) {
    return viewOfDocument(ownerOf(element));
}

function isPresent(element) {
    return isConnected(element) && viewOf(element) !== null;
}

// The frame element that shows the element's document; null: it is the page's.
function frameOf(element) {
    const document = ownerOf(element);
    return document === doc ? null : hostOf(document);
}

// As it is rendered; null at the top of the element's document.
function above(element) {
    const slot = slotOf(element);
    if (slot !== null) return slot;
    const parent = parentOf(element);
    if (parent !== null) return parent;
    const tree = rootNodeOf(element);
    return isDocument(tree) ? null : hostOf(tree);
}

// A box of the element's window as one of the page's.
function inWindow(element, box) {
    var rect = box;
    for (var at = frameOf(element); at !== null; at = frameOf(at)) {
        const from = outward(at, { x: rect.left, y: rect.top });
        const to = outward(at, { x: rect.right, y: rect.bottom });
        rect = {
            left: from.x, top: from.y, right: to.x, bottom: to.y,
            width: to.x - from.x, height: to.y - from.y
        };
    }
    return rect;
}

// What is in a frame is seen only as far as the frame is.
function isFrameVisible(element) {
    const frame = frameOf(element);
    return frame === null || isVisible(measured(frame));
}

// ---- the pointer -----------------------------------------------------------

// The innermost element at a point of the page's window.
function hitIn(point) {
    var hit = hitAt(doc, point.x, point.y);
    var local = point; // in the window of `hit`
    while (hit !== null) {
        const inner = hitWithin(hit, local);
        if (inner === null) break;
        hit = inner.hit;
        local = inner.point;
    }
    return hit;
}

// A shadow root that is not hit answers with an element from outside.
function hitWithin(element, point) {
    const tree = treeIn(element);
    if (tree === null) return null;
    const local = isDocument(tree) ? inward(element, point) : point;
    const hit = isDocument(tree)
        ? hitAt(tree, local.x, local.y)
        : hitInShadow(tree, local.x, local.y);
    if (hit === null || rootNodeOf(hit) !== tree) return null;
    return { hit: hit, point: local };
}

function inward(frame, point) {
    const zero = outward(frame, { x: 0, y: 0 });
    const one = outward(frame, { x: 1, y: 1 });
    return {
        x: (point.x - zero.x) / (one.x - zero.x),
        y: (point.y - zero.y) / (one.y - zero.y)
    };
}

function holds(element, hit) {
    for (var at = hit; at !== null; at = above(at) || frameOf(at))
        if (at === element) return true;
    return false;
}

// ---- the focus, and what moves ---------------------------------------------

function focusedInTree(tree) {
    return isDocument(tree) ? focusedIn(tree) : focusedInShadow(tree);
}

// The innermost element that has it.
function focused() {
    var element = focusedIn(doc);
    while (element !== null) {
        const tree = treeIn(element);
        const inner = tree === null ? null : focusedInTree(tree);
        if (inner === null) break;
        element = inner;
    }
    return element;
}

function isActive(element) {
    for (var at = element; at !== null; ) {
        const tree = rootNodeOf(at);
        if (focusedInTree(tree) !== at) return false;
        if (tree === doc) return true;
        at = hostOf(tree);
    }
    return false;
}
