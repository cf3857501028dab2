// What a pointer would hit.

// Options have no box of their own while their list is closed: the parent is
// asked instead.
function pointable(element) {
    var at = element;
    while (at !== null) {
        const name = localNameOf(at);
        if (name !== "option" && name !== "optgroup") return at;
        at = parentOf(at);
    }
    return element;
}

function centreOf(rect) {
    return {
        x: rect.left + rect.width / 2,
        y: rect.top + rect.height / 2
    };
}

// Nothing is hit outside the viewport.
function isHitAt(element, point) {
    const hit = hitIn(point);
    return hit !== null && holds(element, hit);
}

function isInteractable(m) {
    if (!isVisible(m) || styleOf(m).pointerEvents === "none") return false;
    const target = pointable(m.element);
    return isHitAt(target, centreOf(rectOf(measured(target))));
}
