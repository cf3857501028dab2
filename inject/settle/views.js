// View transitions, as hook_transition.js tells of them, in the page and its frames. While
// the browser takes a picture of what was, and until it shows what is now, the clock stands
// (how long that takes must not show) and frames are asked for, for the picture such that
// are drawn. An action whose page moves from one to the other has not come to its end
// (settle.js).
const VIEW_EVENTS = [
    "weir-transition-takes", "weir-transition-shows", "weir-transition-rests",
    "weir-transition-moves", "weir-transition-stands"
];
const MOVING_LIMIT = 1000; // milliseconds; then it counts as one that always moves
const VIEW_WORK = "weir-transition";
var picturing = []; // documents of which pictures are being taken
var showing = []; // documents
var moved = []; // documents

function listenForViews(view) {
    listenIn(view, VIEW_EVENTS, onView);
}

function onView(event) {
    const document = documentShownIn(event.currentTarget);
    event.stopImmediatePropagation();
    ON_VIEW[event.type](document);
}

const ON_VIEW = {
    "weir-transition-takes": function (document) {
        picturing.push(document);
        showing = without(showing, document);
        beginWork(document, VIEW_WORK);
        noteNeed();
    },
    "weir-transition-shows": function (document) {
        picturing = without(picturing, document);
        showing.push(document);
        beginWork(document, VIEW_WORK);
        noteNeed();
    },
    "weir-transition-rests": function (document) {
        picturing = without(picturing, document);
        showing = without(showing, document);
        endWork(document, VIEW_WORK);
        noteNeed();
    },
    "weir-transition-moves": function (document) {
        moved.push(document);
    },
    "weir-transition-stands": function (document) {
        moved = without(moved, document);
        noteMotion();
    }
};

function without(documents, gone) {
    return documents.filter(function (document) {
        return document !== gone;
    });
}

function isThere(document) {
    return document === doc || viewOfDocument(document) !== null;
}

// A document that has gone takes its transitions with it.
function forgetGone() {
    const were = picturing.length + showing.length;
    picturing = picturing.filter(isThere);
    showing = showing.filter(isThere);
    if (were > 0 && picturing.length + showing.length === 0) noteNeed();
}

function isPictureTaken() {
    forgetGone();
    return picturing.length > 0;
}

function isViewPending() {
    forgetGone();
    return picturing.length + showing.length > 0;
}

// The host's word: it takes too long.
function leaveViews() {
    if (!isViewPending()) return;
    picturing = [];
    showing = [];
    noteNeed();
}

function isViewMoving() {
    moved = moved.filter(isThere);
    return moved.length > 0;
}

// While it moves a page takes no input, and nobody would call it rendered.
function whenViewsStand(until, then) {
    if (isViewMoving() && now() < until) passUntil(until, then, isViewMoving);
    else then();
}
