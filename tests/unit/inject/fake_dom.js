/* A small document for the page script under test: what a browser offers, as
 * far as inject/ uses it, and nothing that decides by itself. Nodes, then
 * selectors, events, mutation records; fake_layout.js and fake_time.js hold the
 * rest.
 *
 * Tests build elements with el(), change them as a page would, and say when
 * time passes: fake.microtasks() delivers mutation records, fake.turn() also
 * runs the timers that wait. */

const fake = {
    observers: [],
    now: 1000, /* milliseconds */
    timers: [],
    lastTimer: 0,
    frames: [],
    timeline: {},
    animations: [],
    framesNode: null, /* shared by the page script, as with inject/hooks/hook.js */
    busyTasks: [], /* with them the page only keeps itself busy */
    pushes: [],
    scroll: { x: 0, y: 0 },
    root: null, /* html */
    body: null,
    active: null,
    readyState: "loading",
    reads: { box: 0, style: 0 }
};

function inherit(name, parent) {
    const make = function () {};
    make.prototype = Object.create((parent || Object).prototype);
    make.prototype.constructor = make;
    globalThis[name] = make;
    return make;
}

function getters(prototype, table) {
    Object.keys(table).forEach(function (name) {
        Object.defineProperty(prototype, name, {
            configurable: true,
            get: table[name]
        });
    });
}

/* ---- nodes ------------------------------------------------------------- */

inherit("EventTarget", null);
inherit("Node", EventTarget);
inherit("Element", Node);
inherit("HTMLElement", Element);
inherit("SVGElement", Element);
inherit("HTMLInputElement", HTMLElement);
inherit("HTMLTextAreaElement", HTMLElement);
inherit("HTMLSelectElement", HTMLElement);
inherit("Document", Node);
inherit("DocumentFragment", Node);
inherit("ShadowRoot", DocumentFragment);
inherit("HTMLIFrameElement", HTMLElement);
inherit("HTMLFrameElement", HTMLElement);
inherit("Text", Node);

const INTERFACES = {
    input: HTMLInputElement,
    textarea: HTMLTextAreaElement,
    select: HTMLSelectElement,
    iframe: HTMLIFrameElement,
    frame: HTMLFrameElement,
    svg: SVGElement
};

function initNode(node, type) {
    node.type_ = type;
    node.children_ = [];
    node.parent_ = null;
    return node;
}

const document = initNode(new Document(), 9);
document.view_ = globalThis;

/* `more` may hold box: [x, y, width, height] in page coordinates (none: not
 * laid out), style: {...}, and DOM properties. */
function el(name, attributes, children, more) {
    const element = initNode(new (INTERFACES[name] || HTMLElement)(), 1);
    element.name_ = name;
    element.attributes_ = {};
    element.style_ = {};
    element.box_ = null;
    Object.keys(attributes || {}).forEach(function (key) {
        element.attributes_[key] = attributes[key];
    });
    Object.keys(more || {}).forEach(function (key) {
        if (key === "box" || key === "style") element[key + "_"] = more[key];
        else element[key] = more[key];
    });
    (children || []).forEach(function (child) {
        link(element, typeof child === "string" ? text(child) : child);
    });
    return element;
}

/* Gives an element an open shadow root, without a word to anybody. */
function shadow(host, children) {
    const tree = initNode(new ShadowRoot(), 11);
    tree.host_ = host;
    host.shadow_ = tree;
    children.forEach(function (child) {
        link(tree, child);
    });
    return host;
}

/* A frame with a document of its own, whose body holds the children. */
function frame(attributes, children, more) {
    const element = el("iframe", attributes, [], more);
    fake.navigate(element, children);
    return element;
}

/* Another document for a frame; the old one has no window any more. */
fake.navigate = function (element, children) {
    const tree = initNode(new Document(), 9);
    if (element.document_) element.document_.view_ = null;
    element.document_ = tree;
    tree.view_ = new EventTarget();
    tree.view_.frameElement = element;
    tree.view_.document = tree;
    tree.view_.innerWidth = element.box_ === null ? 0 : element.box_[2];
    tree.view_.innerHeight = element.box_ === null ? 0 : element.box_[3];
    tree.body_ = el("body", {}, children);
    link(tree, el("html", {}, [tree.body_]));
};

/* Where a node belongs to: the document, a shadow root, a frame's document, or
 * what has been taken out. */
function treeOf(node) {
    const chain = upFrom(node);
    return chain[chain.length - 1];
}

/* null: the tree is the document, or nobody holds it. */
function holderOf(tree) {
    if (tree.host_) return tree.host_;
    return tree.type_ === 9 && tree.view_ !== null && tree.view_.frameElement
        ? tree.view_.frameElement
        : null;
}

function text(data) {
    const node = initNode(new Text(), 3);
    node.data_ = data;
    return node;
}

function link(parent, child) {
    parent.children_.push(child);
    child.parent_ = parent;
}

function below(node, found) {
    node.children_.forEach(function (child) {
        if (child.type_ === 1) found.push(child);
        below(child, found);
    });
    return found;
}

function upFrom(node) {
    const chain = [];
    for (var at = node; at !== null; at = at.parent_) chain.push(at);
    return chain;
}

getters(Node.prototype, {
    nodeType: function () {
        return this.type_;
    },
    isConnected: function () {
        const tree = treeOf(this);
        return tree.host_ ? tree.host_.isConnected : tree.type_ === 9;
    },
    ownerDocument: function () {
        const tree = treeOf(this);
        if (tree === this && tree.type_ === 9) return null;
        return tree.host_ ? tree.host_.ownerDocument
            : tree.type_ === 9 ? tree : document;
    },
    parentElement: function () {
        const parent = this.parent_;
        return parent !== null && parent.type_ === 1 ? parent : null;
    },
    textContent: function () {
        if (this.type_ === 3) return this.data_;
        return this.children_
            .map(function (child) {
                return child.textContent;
            })
            .join("");
    }
});

Node.prototype.contains = function (other) {
    return upFrom(other).indexOf(this) >= 0;
};
Node.prototype.append = function (child) {
    link(this, child);
    record({ type: "childList", target: this, addedNodes: [child] });
};
Node.prototype.remove = function () {
    const parent = this.parent_;
    parent.children_.splice(parent.children_.indexOf(this), 1);
    this.parent_ = null;
    record({ type: "childList", target: parent, removedNodes: [this] });
};
Node.prototype.getRootNode = function () {
    return treeOf(this);
};
Document.prototype.getAnimations = function () {
    return fake.animations;
};
ShadowRoot.prototype.getAnimations = function () {
    return [];
};

Document.prototype.createComment = function (data) {
    return { data: data };
};
Document.prototype.createDocumentFragment = function () {
    const fragment = initNode(new DocumentFragment(), 11);
    fragment.appendChild = function () {};
    return fragment;
};
Text.prototype.setData = function (data) {
    this.data_ = data;
    record({ type: "characterData", target: this });
};

function classesOf(element) {
    return (element.attributes_["class"] || "").split(" ").filter(Boolean);
}

getters(Element.prototype, {
    localName: function () {
        return this.name_;
    },
    shadowRoot: function () {
        return this.shadow_ || null;
    },
    assignedSlot: function () {
        return this.slot_ || null;
    },
    clientLeft: function () {
        return this.border_ || 0;
    },
    clientTop: function () {
        return this.border_ || 0;
    },
    id: function () {
        return this.attributes_.id || "";
    },
    classList: function () {
        return classesOf(this);
    },
    outerHTML: function () {
        const name = this.name_;
        return "<" + name + ">" + this.textContent + "</" + name + ">";
    }
});

Element.prototype.getAttributeNames = function () {
    return Object.keys(this.attributes_);
};
Element.prototype.getAttribute = function (name) {
    const value = this.attributes_[name];
    return value === undefined ? null : value;
};
Element.prototype.setAttribute = function (name, value) {
    this.attributes_[name] = String(value);
    record({ type: "attributes", target: this, attributeName: name });
};
Object.defineProperty(HTMLInputElement.prototype, "value", {
    get: function () {
        return this.value_ || "";
    },
    set: function (value) {
        this.value_ = value;
    }
});

/* ---- selectors: compounds of *, tag, #id, .class, [a], [a=b], :not(),
 *      :is() and :disabled; with descendants and commas --------------------------------- */

const SIMPLE =
    /^(?:(\*|[a-z][a-z-]*)|#([\w-]+)|\.([\w-]+)|\[([\w-]+)(?:=([\w-]+))?\]|:(not|is)\(([^)]*)\)|(:disabled))/;

/* "p.a, b i" as a list of chains of compounds of simple selectors. */
function parsed(selector) {
    return selector.split(/,(?![^(]*\))/).map(function (chain) {
        return chain.trim().split(/\s+/).map(function (compound) {
            return simpleParts(compound, selector);
        });
    });
}

function simpleParts(compound, selector) {
    const found = [];
    if (compound === "") throw new Error("The provided selector is empty.");
    for (var rest = compound; rest !== ""; ) {
        const part = SIMPLE.exec(rest);
        if (part === null)
            throw new Error("'" + selector + "' is not a valid selector.");
        found.push(part);
        rest = rest.slice(part[0].length);
    }
    return found;
}

function isCompound(element, compound) {
    return compound.every(function (simple) {
        return isSimple(element, simple);
    });
}

function isSimple(element, found) {
    if (found[1]) return found[1] === "*" || found[1] === element.name_;
    if (found[2]) return element.attributes_.id === found[2];
    if (found[3]) return classesOf(element).indexOf(found[3]) >= 0;
    if (found[8]) return element.disabled === true;
    if (found[6])
        return isMatching(element, parsed(found[7])) === (found[6] === "is");
    const value = element.attributes_[found[4]];
    return found[5] === undefined ? value !== undefined : value === found[5];
}

function isComplex(element, compounds) {
    if (!isCompound(element, compounds[compounds.length - 1])) return false;
    const outer = compounds.slice(0, -1);
    if (outer.length === 0) return true;
    return upFrom(element.parent_).some(function (node) {
        return node.type_ === 1 && isComplex(node, outer);
    });
}

function isMatching(element, chains) {
    return chains.some(function (chain) {
        return isComplex(element, chain);
    });
}

Element.prototype.matches = function (selector) {
    return isMatching(this, parsed(selector));
};
Element.prototype.closest = function (selector) {
    for (var at = this; at !== null; at = at.parentElement)
        if (at.matches(selector)) return at;
    return null;
};
function queryBelow(selector) {
    if (selector === fake.refused) throw new Error("refused for now");
    const chains = parsed(selector);
    return below(this, []).filter(function (element) {
        return isMatching(element, chains);
    });
}
Document.prototype.querySelectorAll = queryBelow;
Element.prototype.querySelectorAll = queryBelow;
DocumentFragment.prototype.querySelectorAll = queryBelow;
getters(ShadowRoot.prototype, {
    host: function () {
        if (!this.host_) throw new TypeError("not a shadow root");
        return this.host_;
    }
});
getters(HTMLIFrameElement.prototype, {
    contentDocument: function () {
        return this.document_ || null; /* null: of another origin */
    },
    contentWindow: function () {
        return this.document_ ? this.document_.defaultView : null;
    }
});
getters(HTMLFrameElement.prototype, {
    contentDocument: function () {
        return null;
    },
    contentWindow: function () {
        return null;
    }
});

/* ---- events ------------------------------------------------------------ */

function Event(type, init) {
    this.type = type;
    this.bubbles = Boolean(init && init.bubbles);
    this.cancelable = true;
    this.isTrusted = false;
    this.stopped = false;
    this.defaultPrevented = false;
}
Event.prototype.stopImmediatePropagation = function () {
    this.stopped = true;
};
Event.prototype.preventDefault = function () {
    this.defaultPrevented = true;
};

function MouseEvent(type, init) {
    Event.call(this, type, init);
    if (type === "weir-frames") fake.framesNode = init.relatedTarget;
}
MouseEvent.prototype = Event.prototype;

EventTarget.prototype.addEventListener = function (type, handler, how) {
    const capture = how === true || Boolean(how && how.capture);
    const list = this.listeners_ || (this.listeners_ = []);
    const known = list.some(function (entry) {
        return entry.type === type && entry.handler === handler;
    });
    if (!known) list.push({ type: type, handler: handler, capture: capture });
};
EventTarget.prototype.removeEventListener = function (type, handler, how) {
    const capture = how === true || Boolean(how && how.capture);
    this.listeners_ = (this.listeners_ || []).filter(function (entry) {
        return entry.type !== type || entry.handler !== handler ||
            entry.capture !== capture;
    });
};
EventTarget.prototype.dispatchEvent = function (event) {
    dispatch(this, event);
    return !event.defaultPrevented;
};

Event.prototype.composedPath = function () {
    return this.path_;
};

/* From the target to its window, through shadow roots. */
function pathFrom(target) {
    if (target.type_ === undefined) return [target];
    const chain = upFrom(target);
    const tree = chain[chain.length - 1];
    if (tree.host_) return chain.concat(pathFrom(tree.host_));
    return tree.type_ === 9 ? chain.concat([tree.view_]) : chain;
}

function dispatch(target, event) {
    event.path_ = pathFrom(target);
    const path = event.path_.slice().reverse();
    event.target = target;
    path.forEach(function (node) {
        call(node, event, true);
    });
    path.reverse().forEach(function (node) {
        if (event.bubbles || node === target) call(node, event, false);
    });
}

function call(node, event, capture) {
    (node.listeners_ || []).slice().forEach(function (entry) {
        if (event.stopped || entry.type !== event.type) return;
        if (entry.capture !== capture) return;
        event.currentTarget = node;
        entry.handler.call(node, event);
        fake.microtasks();
    });
}

/* As the browser does on real input; returns the event. */
fake.fire = function (target, type, more) {
    const event = new Event(type, { bubbles: true });
    event.isTrusted = true;
    Object.keys(more || {}).forEach(function (key) {
        event[key] = more[key];
    });
    dispatch(target, event);
    fake.microtasks();
    return event;
};

function CSSTransition() {}

globalThis.addEventListener = EventTarget.prototype.addEventListener;

/* ---- mutation records -------------------------------------------------- */

function MutationObserver(callback) {
    this.callback = callback;
    this.records = [];
    fake.observers.push(this);
}
MutationObserver.prototype.observe = function (target, options) {
    if (target.data_ === undefined && target.data !== undefined)
        return; /* a node of the page script's own */
    if (treeOf(target) !== target || !options.subtree)
        throw new Error("the fake observes whole trees only");
    this.options = options;
    this.tree = target;
};
MutationObserver.prototype.disconnect = function () {
    this.tree = null;
    this.records = [];
};
MutationObserver.prototype.takeRecords = function () {
    return this.records.splice(0);
};

function record(what) {
    what.addedNodes = what.addedNodes || [];
    what.removedNodes = what.removedNodes || [];
    fake.observers.forEach(function (observer) {
        if (observer.tree !== treeOf(what.target)) return;
        if (observer.options[what.type]) observer.records.push(what);
    });
}

fake.microtasks = function () {
    fake.observers.forEach(function (observer) {
        const records = observer.takeRecords();
        if (records.length > 0) observer.callback(records);
    });
};
