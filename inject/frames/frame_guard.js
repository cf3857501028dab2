// Frames: input that goes there is guarded as in the page itself, and its end is
// seen.
const viewOfDocument = getter(root.Document.prototype, "defaultView");
const ownerOf = getter(root.Node.prototype, "ownerDocument");
const borderLeftOf = getter(root.Element.prototype, "clientLeft");
const borderTopOf = getter(root.Element.prototype, "clientTop");
const widthOf = getter(root.HTMLElement.prototype, "offsetWidth");
const heightOf = getter(root.HTMLElement.prototype, "offsetHeight");

// Called by frame_script.js before any script of the frame runs, or in a frame of another
// origin when the bridge has landed; once for each window.
function adopt(view) {
    guardIn(view);
    meetFrame(view);
    tellClock(view);
    listenForWorkers(view);
    listenForViews(view);
    listenForMotion(view);
    listenForLive(view);
}

// The element that shows a window; null for the page's own, and where it is not
// known. A window of another origin, or in a frame of one, does not tell.
function frameShowing(view) {
    if (view === root) return null;
    try {
        return view.frameElement || holderOf(view);
    } catch (error) {
        return holderOf(view);
    }
}

// A point of a frame's window as one of the window around it. Transforms of the
// frame may shift and scale it.
function outward(frame, point) {
    const box = boxOf(frame);
    const style = computedStyle(root, frame);
    const left = borderLeftOf(frame) + (parseFloat(style.paddingLeft) || 0);
    const top = borderTopOf(frame) + (parseFloat(style.paddingTop) || 0);
    return {
        x: box.left + (left + point.x) * (box.width / widthOf(frame) || 1),
        y: box.top + (top + point.y) * (box.height / heightOf(frame) || 1)
    };
}

// Where in the page's window a pointer's event is; null: nobody knows.
function placeOf(event) {
    var point = { x: event.clientX, y: event.clientY };
    var view = event.currentTarget;
    while (view !== root) {
        const frame = frameShowing(view);
        if (frame === null) return null;
        point = outward(frame, point);
        view = viewOfDocument(ownerOf(frame));
    }
    return point;
}
