/* The fake document, continued: boxes, style, hit tests, scrolling, focus. An
 * element's box stands in page coordinates; nothing is laid out by itself. */

const innerWidth = 800;
const innerHeight = 600;

function rectFor(element, box) {
    const scrolls = element.ownerDocument === document;
    const left = box[0] - (scrolls ? fake.scroll.x : 0);
    const top = box[1] - (scrolls ? fake.scroll.y : 0);
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
    return rectFor(this, this.box_ || [fake.scroll.x, fake.scroll.y, 0, 0]);
};
Element.prototype.getClientRects = function () {
    const boxes = this.lines_ || (this.box_ === null ? [] : [this.box_]);
    const element = this;
    return boxes.map(function (box) {
        return rectFor(element, box);
    });
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

getters(Element.prototype, {
    scrollLeft: function () {
        return 0;
    },
    scrollTop: function () {
        return this === fake.root ? fake.scroll.y : 0;
    }
});

getters(HTMLElement.prototype, {
    offsetWidth: function () {
        return this.box_ === null ? 0 : this.box_[2];
    },
    offsetHeight: function () {
        return this.box_ === null ? 0 : this.box_[3];
    },
    offsetParent: function () {
        if (!(this instanceof HTMLElement)) throw new TypeError("not HTML");
        if (this === document.body || this.style_.position === "fixed")
            return null;
        return isRendered(this) && this.box_ ? fake.body : null;
    }
});

function isAt(element, x, y) {
    return element.getClientRects().some(function (rect) {
        return (
            x >= rect.left && x < rect.right && y >= rect.top && y < rect.bottom
        );
    });
}

/* Later elements cover earlier ones. */
function hitBelow(tree, x, y) {
    const hit = below(tree, []).filter(function (element) {
        const none = getComputedStyle(element).pointerEvents === "none";
        return !none && isRendered(element) && isAt(element, x, y);
    });
    return hit.length > 0 ? hit[hit.length - 1] : null;
}

Document.prototype.elementFromPoint = function (x, y) {
    const view = this.view_;
    if (x < 0 || y < 0 || x >= view.innerWidth || y >= view.innerHeight)
        return null;
    return hitBelow(this, x, y) || this.documentElement;
};

/* As browsers do: where the root is not hit, an element from outside. */
ShadowRoot.prototype.elementFromPoint = function (x, y) {
    return hitBelow(this, x, y) || this.host_;
};

/* The element of a tree that has the focus, or holds the tree that has it. */
function activeIn(tree) {
    for (var at = fake.active; at !== null; at = holderOf(treeOf(at)))
        if (treeOf(at) === tree) return at;
    return null;
}

getters(ShadowRoot.prototype, {
    activeElement: function () {
        return activeIn(this);
    }
});

getters(Document.prototype, {
    readyState: function () {
        return fake.readyState;
    },
    URL: function () {
        return "http://localhost/";
    },
    contentType: function () {
        return "text/html";
    },
    title: function () {
        return "Fake";
    },
    defaultView: function () {
        return this.view_;
    },
    timeline: function () {
        return fake.timeline;
    },
    activeElement: function () {
        return activeIn(this) || this.body;
    },
    documentElement: function () {
        return this.children_[0] || null;
    },
    body: function () {
        return this === document ? fake.body : this.body_;
    },
    scrollingElement: function () {
        return this.documentElement;
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
