// The field inViewport: some corner of some box lies within the window.
function isWithin(element, x, y) {
    const view = sizeOfView(viewOf(element));
    if (!(x >= 0 && y >= 0 && x <= view.width && y <= view.height))
        return false;
    const frame = frameOf(element);
    if (frame === null) return true;
    const point = outward(frame, { x: x, y: y });
    return isWithin(frame, point.x, point.y);
}

function isInViewport(m) {
    const boxes = boxesOf(m.element);
    for (var i = 0; i < boxes.length; i++) {
        const box = boxes[i];
        if (
            isWithin(m.element, box.left, box.top) ||
            isWithin(m.element, box.right, box.top) ||
            isWithin(m.element, box.left, box.bottom) ||
            isWithin(m.element, box.right, box.bottom)
        )
            return true;
    }
    return false;
}
