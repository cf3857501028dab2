/* The fake document, continued: boxes, style, hit tests, scrolling, focus. An
 * element's box stands in page coordinates; nothing is laid out by itself. */

const innerWidth = 800;
const innerHeight = 600;

function rectFor(box) {
    const left = box[0] - fake.scroll.x;
    const top = box[1] - fake.scroll.y;
    return {
        left: left,
        top: top,
        width: box[2],
        height: box[3],
        right: left + box[2],
        bottom: top + box[3]
    };
}

Element.prototype.getBoundingClientRect = function () {
    fake.reads.box++;
    return rectFor(this.box_ || [fake.scroll.x, fake.scroll.y, 0, 0]);
};
Element.prototype.getClientRects = function () {
    const boxes = this.lines_ || (this.box_ === null ? [] : [this.box_]);
    return boxes.map(rectFor);
};
Element.prototype.scrollIntoView = function () {
    fake.scroll.y = Math.max(0, this.box_[1] + this.box_[3] / 2 - 300);
};

const INITIAL_STYLE = {
    display: "block",
    visibility: "visible",
    opacity: "1",
    position: "static",
    pointerEvents: "auto",
    overflowX: "visible",
    overflowY: "visible"
};

function getComputedStyle(element) {
    fake.reads.style++;
    const style = Object.create(INITIAL_STYLE);
    Object.keys(element.style_).forEach(function (name) {
        style[name] = element.style_[name];
    });
    style.getPropertyValue = function (name) {
        return String(style[name] === undefined ? "" : style[name]);
    };
    return style;
}

/* As rendered: without what is not displayed. */
Object.defineProperty(HTMLElement.prototype, "innerText", {
    configurable: true,
    get: function () {
        if (!(this instanceof HTMLElement)) throw new TypeError("not HTML");
        return this.children_
            .map(function (child) {
                if (child.type_ === 3) return child.data_;
                return child.style_.display === "none" ? "" : child.innerText;
            })
            .join("");
    }
});

function isRendered(element) {
    return upFrom(element).every(function (node) {
        return node.type_ !== 1 || node.style_.display !== "none";
    });
}

getters(HTMLElement.prototype, {
    offsetParent: function () {
        if (!(this instanceof HTMLElement)) throw new TypeError("not HTML");
        if (this === document.body || this.style_.position === "fixed")
            return null;
        return isRendered(this) && this.box_ ? document.body : null;
    }
});

function holds(element, x, y) {
    return element.getClientRects().some(function (rect) {
        return (
            x >= rect.left && x < rect.right && y >= rect.top && y < rect.bottom
        );
    });
}

/* Later elements cover earlier ones. */
Document.prototype.elementFromPoint = function (x, y) {
    if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) return null;
    const hit = below(document, []).filter(function (element) {
        const none = getComputedStyle(element).pointerEvents === "none";
        return !none && isRendered(element) && holds(element, x, y);
    });
    return hit.length > 0 ? hit[hit.length - 1] : document.documentElement;
};

getters(Document.prototype, {
    readyState: function () {
        return fake.readyState;
    },
    contentType: function () {
        return "text/html";
    },
    activeElement: function () {
        return fake.active || document.body;
    },
    documentElement: function () {
        return fake.root;
    },
    body: function () {
        return fake.body;
    },
    scrollingElement: function () {
        return fake.root;
    }
});

function scrollBy(how) {
    fake.scroll.x += how.left;
    fake.scroll.y += how.top;
}

HTMLElement.prototype.focus = function () {
    if (this.tabIndex === undefined) return;
    fake.active = this;
    fake.fire(this, "focusin");
};
HTMLElement.prototype.blur = function () {
    fake.active = null;
    fake.fire(this, "focusout");
};
HTMLElement.prototype.click = function () {
    this.dispatchEvent(new Event("click", { bubbles: true }));
};
