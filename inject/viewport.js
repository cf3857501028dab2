// The field inViewport: some corner of some box lies within the window.
function isWithin(x, y) {
    return x >= 0 && y >= 0 && x <= root.innerWidth && y <= root.innerHeight;
}

function isInViewport(m) {
    const boxes = boxesOf(m.element);
    for (var i = 0; i < boxes.length; i++) {
        const box = boxes[i];
        if (
            isWithin(box.left, box.top) ||
            isWithin(box.right, box.top) ||
            isWithin(box.left, box.bottom) ||
            isWithin(box.right, box.bottom)
        )
            return true;
    }
    return false;
}
