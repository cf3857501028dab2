// A page of our TodoMVC in the small document: loads the application or a mutant, takes
// the actions that weir asks for, and tells what a person would see.
"use strict";

const fs = require("fs");
const path = require("path");
const { Document, Event, isShown } = require("./document.js");

const TODOMVC = path.join(__dirname, "../../todomvc");

// ---- scripts -----------------------------------------------------------------

const NAMES = ["document", "window", "location", "history", "localStorage",
    "sessionStorage", "setTimeout", "clearTimeout", "Event"];

/** The scripts of an application's page as one function of NAMES. */
function loadScripts(folder) {
    const application = fs.readFileSync(path.join(TODOMVC, "app/app.js"), "utf8");
    const page = fs.readFileSync(path.join(TODOMVC, folder, "index.html"), "utf8");
    const scripts = [...page.matchAll(/<script>([^]*?)<\/script>/g)].map(m => m[1]);
    return new Function(...NAMES, [application, ...scripts].join("\n"));
}

class Storage {
    constructor() {
        this.items = new Map();
    }

    getItem(key) {
        return this.items.has(key) ? this.items.get(key) : null;
    }

    setItem(key, value) {
        this.items.set(key, String(value));
    }
}

// ---- the page ----------------------------------------------------------------

const KEYS = { "\ue007": "Enter", "\ue00c": "Escape", "\ue010": "End", "\ue003": "Backspace" };

// What a step takes of the page's clock when nobody waits, in milliseconds: an input
// that stores something takes ten in Chromium.
const STEP_MS = 10;
// From a new document to the first state.
const START_MS = 20;

const BOXES = new Set(["input", "button", "a"]);

class Page {
    constructor(scripts) {
        this.scripts = scripts;
        this.local = new Storage();
        this.session = new Storage();
        this.addresses = [""]; // what stands after #, of the history
        this.at = 0;
        this.now = 0;
        this.timerCount = 0;
        this.open();
    }

    get hash() {
        return this.addresses[this.at];
    }

    open() {
        this.timers = [];
        this.pointer = null; // the place of the row that the mouse is over
        this.isLeaving = false;
        this.document = new Document();
        this.window = this.document.createElement("window"); // for its listeners
        this.document.body.innerHTML = '<section class="todoapp"></section>';
        this.scripts(this.document, this.window, this.location(), this.history(),
            this.local, this.session, (call, ms) => this.wait(call, ms),
            id => { this.timers = this.timers.filter(timer => timer.id !== id); }, Event);
        this.pass(START_MS);
    }

    location() {
        const page = this;
        return {
            get hash() { return page.hash; },
            set hash(hash) { page.goTo(hash); },
            reload() { page.isLeaving = true; }
        };
    }

    history() {
        return {
            replaceState: (state, title, address) => {
                this.addresses[this.at] = address.replace(/^[^#]*/, "");
            }
        };
    }

    goTo(hash) {
        if (hash === this.hash) return;
        this.addresses.length = ++this.at;
        this.addresses.push(hash);
        this.wait(() => this.window.fire("hashchange"), 0);
    }

    travel(by) {
        if (this.addresses[this.at + by] === undefined) return false;
        this.at += by;
        this.wait(() => this.window.fire("hashchange"), 0);
        return true;
    }

    wait(call, ms = 0) {
        this.timers.push({ id: ++this.timerCount, due: this.now + ms, call });
        return this.timerCount;
    }

    // Time passes, and timers run in their order.
    pass(ms) {
        const until = this.now + ms;
        for (;;) {
            const [next] = this.timers.filter(timer => timer.due <= until)
                .sort((a, b) => a.due - b.due || a.id - b.id);
            if (next === undefined) break;
            this.timers.splice(this.timers.indexOf(next), 1);
            this.now = Math.max(this.now, next.due);
            next.call();
        }
        this.now = until;
        if (this.isLeaving) this.open();
    }

    all(selector) {
        return this.document.querySelectorAll(selector);
    }

    rows() {
        return this.all(".todo-list li").filter(isShown);
    }

    // The row under the mouse; rows are all of one height.
    hovered() {
        return this.pointer === null ? null : this.rows()[this.pointer] || null;
    }

    isHit(element) {
        return isShown(element) && (!element.classList.contains("destroy") ||
            element.closest("li") === this.hovered());
    }

    // ---- input ---------------------------------------------------------------

    point(element) {
        const row = element.closest(".todo-list li");
        this.pointer = row === null ? null : this.rows().indexOf(row);
    }

    press(element) {
        this.point(element);
        if (BOXES.has(element.tag)) element.focus();
        else if (this.document.focused !== null) this.document.focused.blur();
        if (element.isConnected) this.activate(element);
    }

    activate(element) {
        const isTick = element.attributes.type === "checkbox";
        if (isTick) element.checked = !element.checked;
        const event = element.fire("click", {});
        if (event.defaultPrevented) {
            if (isTick) element.checked = !element.checked;
        } else if (isTick) {
            element.fire("change");
        } else if (element.tag === "label" && element.attributes.for) {
            const box = this.document.querySelector("#" + element.attributes.for);
            box.focus();
            this.activate(box);
        } else if (element.tag === "a") {
            this.goTo(element.hash);
        }
    }

    pressTwice(element) {
        this.press(element);
        if (isShown(element)) this.press(element);
        if (element.isConnected) element.fire("dblclick");
    }

    type(text) {
        for (const character of text) this.typeKey(KEYS[character] || character);
    }

    typeKey(key) {
        const event = this.document.activeElement.fire("keydown", { key });
        const box = this.document.focused;
        if (event.defaultPrevented || box === null || box.tag !== "input") return;
        const before = box.value;
        if (key === "Backspace") box.value = before.slice(0, -1);
        else if (key.length === 1) box.value = before + key;
        if (box.value !== before) box.fire("input");
        this.document.activeElement.fire("keyup", { key });
    }

    // ---- actions, as the protocol has them ---------------------------------------

    /** False: it cannot be done. `element` is what its reference names, or null. */
    perform(action, element) {
        const text = action.args[0];
        const isFine = {
            click: () => this.onto(element, () => this.press(element)),
            doubleClick: () => this.onto(element, () => this.pressTwice(element)),
            focus: () => this.onto(element, () => element.focus()),
            hover: () => this.onto(element, () => this.point(element)),
            enterTextInto: () => this.onto(element, () => {
                element.focus();
                this.type(text);
            }),
            enterText: () => this.type(text),
            keyPress: () => this.type(text),
            noop: () => {},
            passTime: () => this.pass(text),
            navigate: () => this.goTo(text.replace(/^[^#]*/, "")),
            back: () => this.travel(-1),
            forward: () => this.travel(1),
            reload: () => {
                this.pass(text);
                this.open();
            }
        }[action.id]() !== false;
        if (isFine) this.pass(action.settle ? action.settle.quiet : STEP_MS);
        return isFine;
    }

    onto(element, act) {
        return element !== null && this.isHit(element) ? act() : false;
    }

    // ---- what is seen ----------------------------------------------------------

    seenRow(row) {
        const box = row.querySelector(".edit");
        if (row.classList.contains("editing"))
            return [box.value, this.document.focused === box];
        return [row.querySelector("label").textContent,
            row.querySelector(".toggle").checked, row.classList.contains("completed")];
    }

    /** All that our specification compares, as text. */
    seen() {
        const shown = selector => this.all(selector).filter(isShown);
        return JSON.stringify([
            shown(".new-todo").map(box => box.value),
            this.rows().map(row => this.seenRow(row)),
            shown(".todo-count").map(line => line.textContent),
            shown(".clear-completed").length,
            shown(".filters a").map(a => [a.textContent, a.classList.contains("selected")]),
            shown(".toggle-all").map(box => box.checked),
            shown(".filters").map(() => this.hash.replace(/^#\/?/, ""))
        ]);
    }
}

module.exports = { Page, TODOMVC, isShown, loadScripts };
