// As much of a document as our TodoMVC application and its mutants use: elements made
// from markup, selectors of classes, ids and tags, listeners, focus. No layout: an
// element is shown unless it or what it stands in is hidden, or the style sheet of our
// application hides it (the view of a row that is edited, the box of one that is not).
"use strict";

const EMPTY_TAGS = new Set(["input"]);

class Text {
    constructor(text) {
        this.text = String(text);
        this.parent = null;
    }

    get textContent() {
        return this.text;
    }
}

class ClassList {
    constructor() {
        this.names = new Set();
    }

    contains(name) {
        return this.names.has(name);
    }

    add(name) {
        this.names.add(name);
    }

    remove(name) {
        this.names.delete(name);
    }

    toggle(name, force = !this.contains(name)) {
        if (force) this.add(name);
        else this.remove(name);
        return force;
    }
}

class Event {
    constructor(type, members = {}) {
        this.type = type;
        this.defaultPrevented = false;
        Object.assign(this, members);
    }

    preventDefault() {
        this.defaultPrevented = true;
    }

    stopPropagation() {
        this.isStopped = true;
    }

    stopImmediatePropagation() {
        this.isStopped = this.isStoppedHere = true;
    }
}

// ---- selectors ---------------------------------------------------------------

const parsed = new Map();

function parseCompound(text) {
    const compound = { tag: null, id: null, classes: [] };
    for (const part of text.match(/[.#]?[\w-]+/g)) {
        if (part[0] === ".") compound.classes.push(part.slice(1));
        else if (part[0] === "#") compound.id = part.slice(1);
        else compound.tag = part;
    }
    return compound;
}

function parse(selector) {
    if (!parsed.has(selector))
        parsed.set(selector, selector.trim().split(/\s+/).map(parseCompound));
    return parsed.get(selector);
}

function fits(element, compound) {
    return (compound.tag === null || element.tag === compound.tag) &&
        (compound.id === null || element.attributes.id === compound.id) &&
        compound.classes.every(name => element.classList.contains(name));
}

function matches(element, compounds) {
    let left = compounds.length - 1;
    if (!fits(element, compounds[left])) return false;
    for (let at = element.parent; at !== null && left > 0; at = at.parent)
        if (fits(at, compounds[left - 1])) left--;
    return left === 0;
}

function collect(root, compounds, found, most) {
    for (const node of root.nodes) {
        if (!(node instanceof Element)) continue;
        if (matches(node, compounds)) found.push(node);
        if (found.length < most) collect(node, compounds, found, most);
        if (found.length >= most) return found;
    }
    return found;
}

// ---- elements ----------------------------------------------------------------

class Element {
    constructor(document, tag) {
        this.document = document;
        this.tag = tag;
        this.attributes = {};
        this.nodes = [];
        this.parent = null;
        this.classList = new ClassList();
        this.listeners = {};
        this.hidden = false;
        this.value = "";
        this.checked = false;
    }

    get children() {
        return this.nodes.filter(node => node instanceof Element);
    }

    get isConnected() {
        return this.document.body.contains(this);
    }

    get textContent() {
        return this.nodes.map(node => node.textContent).join("");
    }

    set textContent(text) {
        this.replaceChildren(text);
    }

    get hash() {
        return (this.attributes.href || "").replace(/^[^#]*/, "");
    }

    getAttribute(name) {
        return name in this.attributes ? this.attributes[name] : null;
    }

    setAttribute(name, value) {
        this.attributes[name] = String(value);
        if (name === "class") this.classList.names = new Set(value.split(/\s+/));
        if (name === "hidden") this.hidden = true;
    }

    contains(other) {
        for (let at = other; at !== null; at = at.parent)
            if (at === this) return true;
        return false;
    }

    matches(selector) {
        return matches(this, parse(selector));
    }

    closest(selector) {
        for (let at = this; at !== null; at = at.parent)
            if (at.matches(selector)) return at;
        return null;
    }

    querySelector(selector) {
        return collect(this, parse(selector), [], 1)[0] || null;
    }

    querySelectorAll(selector) {
        return collect(this, parse(selector), [], Infinity);
    }

    // What has the focus loses it with its place.
    remove() {
        if (this.parent === null) return;
        const focused = this.document.focused;
        this.parent.nodes.splice(this.parent.nodes.indexOf(this), 1);
        this.parent = null;
        if (focused !== null && this.contains(focused)) this.document.focus(null);
    }

    append(...nodes) {
        for (const node of nodes)
            this.insertBefore(node instanceof Element ? node : new Text(node), null);
    }

    insertBefore(node, next) {
        if (node === next) return;
        if (node instanceof Element) node.remove();
        const at = next ? this.nodes.indexOf(next) : this.nodes.length;
        node.parent = this;
        this.nodes.splice(at, 0, node);
    }

    replaceChildren(...nodes) {
        for (const child of this.children) child.remove();
        this.nodes = [];
        this.append(...nodes);
    }

    set innerHTML(markup) {
        const open = [this];
        this.replaceChildren();
        for (const [, end, tag, attributes, text] of
            markup.matchAll(/<(\/?)(\w+)([^>]*)>|([^<]+)/g)) {
            const parent = open[open.length - 1];
            if (text !== undefined) {
                parent.append(text);
            } else if (end) {
                open.pop();
            } else {
                const element = this.document.make(tag, attributes);
                parent.append(element);
                if (!EMPTY_TAGS.has(tag)) open.push(element);
            }
        }
    }

    addEventListener(type, call, options) {
        const capture = options === true || Boolean(options && options.capture);
        (this.listeners[type] = this.listeners[type] || []).push({ call, capture });
    }

    hear(event, capture) {
        for (const listener of [...(this.listeners[event.type] || [])]) {
            if (listener.capture !== capture) continue;
            event.currentTarget = this;
            listener.call.call(this, event);
            if (event.isStoppedHere) return;
        }
    }

    // Down to the element, and up again if it bubbles.
    dispatchEvent(event, bubbles = true) {
        const path = [];
        for (let at = this; at !== null; at = at.parent) path.unshift(at);
        event.target = this;
        for (const at of path) if (!event.isStopped) at.hear(event, true);
        if (!event.isStopped) this.hear(event, false);
        for (const at of path.reverse().slice(1))
            if (bubbles && !event.isStopped) at.hear(event, false);
        return event;
    }

    fire(type, members, bubbles) {
        return this.dispatchEvent(new Event(type, members), bubbles);
    }

    focus() {
        if (this.document.focused !== this && isShown(this)) this.document.focus(this);
    }

    blur() {
        if (this.document.focused === this) this.document.focus(null);
    }

    setSelectionRange() {}
}

// Is it laid out, as far as our style sheet and `hidden` decide?
function isShown(element) {
    if (!element.isConnected) return false;
    for (let at = element; at !== null; at = at.parent) if (at.hidden) return false;
    const row = element.closest(".todo-list li");
    if (row === null || row === element) return true;
    return row.classList.contains("editing") === element.classList.contains("edit");
}

class Document {
    constructor() {
        this.focused = null;
        this.body = new Element(this, "body");
    }

    get activeElement() {
        return this.focused || this.body;
    }

    createElement(tag) {
        return new Element(this, tag);
    }

    make(tag, attributes) {
        const element = new Element(this, tag);
        for (const [, name, value = ""] of
            attributes.matchAll(/([\w-]+)(?:="([^"]*)")?/g))
            element.setAttribute(name, value);
        return element;
    }

    querySelector(selector) {
        return this.body.querySelector(selector);
    }

    querySelectorAll(selector) {
        return this.body.querySelectorAll(selector);
    }

    focus(element) {
        const before = this.focused;
        this.focused = element;
        if (before !== null) before.fire("blur", { relatedTarget: element }, false);
        if (element !== null) element.fire("focus", {}, false);
    }
}

module.exports = { Document, Event, isShown };
