// Elements of the document itself: no selector of the dependency set has ">>>".
// deep.js and trees.js have the same functions for sets that have one.
function isDeepSet() {
    return false;
}

function lookUp(selector) {
    return sift(selector, queryAll(doc, cssOf(selector)));
}

function lookUpFrom(scope, selector) {
    return scope === null ? queryAll(doc, selector) : queryWithin(scope, selector);
}

function queryIn(tree, selector) {
    return queryAll(tree, selector);
}

function keepTrees(job) {
    return job();
}

function isSelected(element, selector) {
    return matchesOf(element, cssOf(selector)) && isSifted(element, selector);
}

function isPresent(element) {
    return isConnected(element);
}

function documentOf() {
    return doc;
}

function viewOf() {
    return root;
}

function frameOf() {
    return null;
}

function above(element) {
    return parentOf(element);
}

function inWindow(element, box) {
    return box;
}

function isFrameVisible() {
    return true;
}

function hitIn(point) {
    return hitAt(doc, point.x, point.y);
}

function holds(element, hit) {
    return containsOf(element, hit);
}

function focused() {
    return focusedIn(doc);
}

function isActive(element) {
    return focusedIn(doc) === element;
}

function eachTree(job) {
    job(doc);
}

function lookAgain() {}

function flushTrees() {}

function listenForTrees() {}

function meetFrame() {}

function loadingFrames() {
    return 0;
}

function giveUpFrames() {}

function whenNoFrameCrosses(job) {
    job();
}

function holdsForFrames() {
    return false;
}
