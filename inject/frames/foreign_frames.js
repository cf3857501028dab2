// Frames of other origins in the page's process. What runs in such a frame
// (frame_script.js) may not be touched from here, nor may its window; but once the host has
// moved a node of ours into its document, that document is at hand, and everything in
// it is read like the page's own. What is of the window goes through that node, the
// bridge: events there are heard on both sides at once.
//
// Order of this file: the bridge, what holds a frame, listening, the window.
const selectionIn = uncurry(root.Document.prototype.getSelection);
const WINDOW_OF = {
    iframe: getter(root.HTMLIFrameElement.prototype, "contentWindow"),
    frame: getter(root.HTMLFrameElement.prototype, "contentWindow")
};
const FRAMES = "iframe,frame";
const ports = new Table(); // window -> {document, node, listeners}
var landings = []; // the documents of all ports
var bridgeNode = null; // on its way
const holders = new Table(); // window -> the element that showed it last

// The host asks for a node, moves it into the document of the frame, and tells.
function bridge() {
    bridgeNode = commentIn(doc, "");
    return bridgeNode;
}

function landed() {
    const document = bridgeNode === null ? doc : ownerOf(bridgeNode);
    const view = document === doc ? null : viewOfDocument(document);
    if (view === null) return "{}"; // it has gone meanwhile
    ports.set(view, { document: document, node: bridgeNode, listeners: [] });
    landings = landings.filter(isShown).concat([document]);
    listenTo(bridgeNode, "weir-relay", onRelay);
    bridgeNode = null;
    say(portOf(view), "weir-landed", "");
    adopt(view);
    return "{}";
}

function isShown(document) {
    return viewOfDocument(document) !== null;
}

// Of the window of a frame of another origin; null: it is none, or has got another
// document since.
function portOf(view) {
    const port = ports.get(view);
    const isCurrent =
        port !== undefined && viewOfDocument(port.document) === view;
    return isCurrent ? port : null;
}

function documentShownIn(view) {
    const port = portOf(view);
    return port === null ? view.document : port.document;
}

// ---- what holds a frame ----------------------------------------------------------

// null: it is no frame.
function windowIn(element) {
    const name = localNameOf(element);
    if (name !== "iframe" && name !== "frame") return null;
    try {
        return WINDOW_OF[name](element);
    } catch (error) {
        return null; // an element of that name that is not HTML
    }
}

function noteHolder(element) {
    const view = windowIn(element);
    if (view !== null) holders.set(view, element);
}

// The element that shows a window which may not be asked for it; null: not known.
function holderOf(view) {
    const known = holders.get(view);
    if (known !== undefined && isHolding(known, view)) return known;
    [doc].concat(landings).filter(isShown).forEach(function (document) {
        const frames = queryAll(document, FRAMES);
        for (var i = 0; i < frames.length; i++) noteHolder(frames[i]);
    });
    const found = holders.get(view);
    return found !== undefined && isHolding(found, view) ? found : null;
}

function isHolding(element, view) {
    return isConnected(element) && windowIn(element) === view;
}

// ---- listening -------------------------------------------------------------------

// True: it is the window of such a frame, and the bridge listens there.
function listenAbroad(view, names, handler) {
    const port = portOf(view);
    if (port === null) return false;
    const isNew = port.listeners.every(function (listener) {
        return listener.handler !== handler || listener.names !== names;
    });
    if (isNew) port.listeners.push({ names: names, handler: handler });
    say(port, "weir-listen", encode(names));
    return true;
}

function say(port, what, text) {
    port.node.data = text;
    sendTo(port.node, new root.Event(what, { bubbles: true }));
    return port.node.data;
}

// In the turn of the event itself, before the frame's own listeners.
function onRelay(relay) {
    const port = portOf(viewOfDocument(ownerOf(relay.currentTarget)));
    if (port === null) return;
    const event = relayed(port, JSON.parse(port.node.data), relay.relatedTarget);
    port.listeners.forEach(function (listener) {
        if (!event.isStopped && listener.names.indexOf(event.type) >= 0)
            listener.handler(event);
    });
    if (event.isStopped) relay.preventDefault();
}

// What the listeners of this script ask of an event.
function relayed(port, event, target) {
    event.target = target;
    event.currentTarget = viewOfDocument(port.document);
    event.isStopped = false;
    event.composedPath = function () {
        return [target];
    };
    event.stopImmediatePropagation = function () {
        event.isStopped = true;
    };
    event.preventDefault = function () {};
    Object.defineProperty(event, "defaultPrevented", {
        get: function () {
            return say(port, "weir-dragged", "") === "true";
        }
    });
    return event;
}

// ---- the window --------------------------------------------------------------

// How large it is, in its own pixels.
function sizeOfView(view) {
    const frame = portOf(view) === null ? null : holderOf(view);
    if (frame === null)
        return { width: view.innerWidth, height: view.innerHeight };
    const style = computedStyle(root, frame);
    return {
        width: innerSize(frame.clientWidth, style.paddingLeft, style.paddingRight),
        height: innerSize(frame.clientHeight, style.paddingTop, style.paddingBottom)
    };
}

function innerSize(size, before, behind) {
    return size - (parseFloat(before) || 0) - (parseFloat(behind) || 0);
}

function selectionOfView(view) {
    const port = portOf(view);
    return port === null ? view.getSelection() : selectionIn(port.document);
}
