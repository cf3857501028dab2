// An executor for weir (docs/PROTOCOL.md): our TodoMVC application in the small
// document, and beside it all mutants, which take the same actions.
//
//     weir check todomvc/todomvc.strom --executor 'node bench/model/executor.js FILE'
//
// Or a mutant in the place of the application and nothing beside it, for weir to judge:
//
//     node bench/model/executor.js FILE MUTANT
//
// At the end of a test it adds a line to FILE: the mutants, how many steps there were, of
// how many parts and reloads, after which step each mutant first looked different, and
// which mutants did something that the document does not know.
"use strict";

const fs = require("fs");
const path = require("path");
const readline = require("readline");
const { Page, TODOMVC, isShown, loadScripts } = require("./page.js");

// ---- what weir reads -----------------------------------------------------------

const SELECTORS = {};

function addSelector(name, find) {
    SELECTORS[`.${name}, #${name}`] = find;
}

for (const name of ["clear-completed", "new-todo", "todo-count", "todoapp", "toggle-all"])
    addSelector(name, page => page.all("." + name));
SELECTORS[".filters a, #filters a"] = page => page.all(".filters a");
SELECTORS[".filters a.selected, #filters a.selected"] = page =>
    page.all(".filters a.selected");
SELECTORS[".todo-count strong, #todo-count strong"] = page =>
    page.all(".todo-count strong");
SELECTORS[".todo-list li, #todo-list li"] = page => page.all(".todo-list li");
SELECTORS["label[for=toggle-all]"] = page =>
    page.all("label").filter(label => label.attributes.for === "toggle-all");

const PARTS_OF_ROWS = { ".destroy": ".destroy", ".edit": ".edit", label: "label",
    "input[type=checkbox]": ".toggle" };

for (const [suffix, isEdited] of [[".editing", true], [":not(.editing)", false]]) {
    const rows = page => page.all(".todo-list li")
        .filter(row => row.classList.contains("editing") === isEdited);
    const name = part => ["." , "#"]
        .map(mark => (mark + "todo-list li" + suffix + " " + part).trim()).join(", ");
    SELECTORS[name("")] = rows;
    for (const [part, selector] of Object.entries(PARTS_OF_ROWS))
        SELECTORS[name(part)] = page =>
            rows(page).map(row => row.querySelector(selector));
}

const ROW_TOP = 197, ROW_HEIGHT = 60, MARGIN = 10; // pixels, of our style sheet

// Checkboxes are transparent in our style sheet.
function isVisible(page, element) {
    return page.isHit(element) && !element.classList.contains("toggle-all") &&
        !element.classList.contains("toggle");
}

function rectOf(page, element) {
    const row = element.closest(".todo-list li");
    const top = ROW_TOP + ROW_HEIGHT * page.rows().indexOf(row);
    if (!isVisible(page, element)) return { top: 0, bottom: 0 };
    return element === row ? { top, bottom: top + ROW_HEIGHT }
        : { top: top + MARGIN, bottom: top + ROW_HEIGHT - MARGIN };
}

const FIELDS = {
    enabled: () => true,
    visible: isVisible,
    interactable: isVisible,
    inViewport: (page, element) => isShown(element),
    textContent: (page, element) => element.textContent,
    innerText: (page, element) => element.textContent.trim(),
    value: (page, element) => element.value,
    checked: (page, element) => element.checked,
    active: (page, element) => page.document.focused === element,
    classList: (page, element) => [...element.classList.names],
    attributes: (page, element) => ({ href: element.getAttribute("href") }),
    rect: rectOf,
    position: () => null
};

// ---- pages in step -------------------------------------------------------------

function partsOf(action) {
    return action.id === "inOrder" ? action.args[0] : [action];
}

/** Where an element is, so that its like can be found on another page. */
function placeOf(page, element) {
    for (const [selector, find] of Object.entries(SELECTORS)) {
        const at = find(page).indexOf(element);
        if (at >= 0) return { selector, at, of: find(page).length };
    }
    return null;
}

function elementAt(page, place) {
    const found = place === null ? [] : SELECTORS[place.selector](page);
    return place !== null && found.length === place.of ? found[place.at] : null;
}

/** False: the first part could not be done. What is made anew is found by its place. */
function run(page, action, places) {
    const elements = new Map([...places].map(([ref, place]) =>
        [ref, elementAt(page, place)]));
    for (const [i, part] of partsOf(action).entries()) {
        const ref = part.args.find(argument => places.has(argument));
        let element = elements.get(ref) || null;
        if (element !== null && !element.isConnected)
            element = elementAt(page, places.get(ref));
        if (!page.perform({ settle: action.settle, ...part }, element)) return i > 0;
    }
    return true;
}

class Test {
    constructor(dependencies, scripts, mutants) {
        this.dependencies = dependencies;
        this.page = new Page(scripts);
        this.mutants = Object.entries(mutants).map(([name, its]) => ({ name, its }));
        this.references = new Map(); // of elements of the correct page
        this.elements = new Map();
        this.result = { mutants: Object.keys(mutants), steps: 0, parts: 0, reloads: 0,
            found: {}, leftOut: [] };
        this.onMutants(mutant => { mutant.page = new Page(mutant.its); });
        this.compare();
    }

    // What does something that this document does not know is left out.
    onMutants(act) {
        this.mutants = this.mutants.filter(mutant => {
            try {
                return act(mutant) !== false;
            } catch {
                this.result.leftOut.push(mutant.name);
                return false;
            }
        });
    }

    compare() {
        const right = this.page.seen();
        this.onMutants(mutant => {
            if (mutant.page.seen() === right) return true;
            this.result.found[mutant.name] = this.result.steps;
            return false;
        });
    }

    referenceOf(element) {
        if (!this.references.has(element)) {
            this.references.set(element, "e" + (this.references.size + 1));
            this.elements.set(this.references.get(element), element);
        }
        return this.references.get(element);
    }

    read(selector, fields) {
        if (selector === "::page") return [{ hash: this.page.hash }];
        return SELECTORS[selector](this.page).map(element => {
            const state = { ref: this.referenceOf(element), position: null };
            for (const field of fields)
                if (field !== "ref") state[field] = FIELDS[field](this.page, element);
            return state;
        });
    }

    state() {
        return Object.fromEntries(Object.entries(this.dependencies).map(
            ([selector, schema]) => [selector, this.read(selector, Object.keys(schema))]));
    }

    /** False: it cannot be done in this state. */
    perform(action) {
        const parts = partsOf(action);
        const places = new Map();
        for (const part of parts)
            for (const argument of part.args)
                if (this.elements.has(argument))
                    places.set(argument, placeOf(this.page, this.elements.get(argument)));
        if (!run(this.page, action, places)) return false;
        this.result.steps++;
        this.result.parts += parts.length;
        this.result.reloads += parts.filter(part => part.id === "reload").length;
        this.onMutants(mutant => void run(mutant.page, action, places));
        this.compare();
        return true;
    }

    wait(ms) {
        this.page.pass(ms);
        this.onMutants(mutant => void mutant.page.pass(ms));
    }
}

// ---- the protocol ----------------------------------------------------------------

function say(message) {
    process.stdout.write(JSON.stringify(message) + "\n");
}

function loadMutants() {
    const names = fs.readdirSync(path.join(TODOMVC, "mutants")).filter(name =>
        fs.existsSync(path.join(TODOMVC, "mutants", name, "index.html")));
    return Object.fromEntries(names.map(name => [name, loadScripts("mutants/" + name)]));
}

const [, , file, alone] = process.argv;
const scripts = loadScripts(alone === undefined ? "app" : "mutants/" + alone);
const mutants = alone === undefined ? loadMutants() : {};
let test = null;
let version = 0;

const answers = {
    Start(message) {
        test = new Test(message.dependencies, scripts, mutants);
        version = 1;
        const loaded = { id: "loaded", isEvent: true, args: [], timeout: null };
        say({ tag: "Events", contents: [[loaded], test.state()] });
    },
    RequestAction({ action, version: known }) {
        if (known !== version || !test.perform(action))
            return say({ tag: "Stale", chooseAgain: known === version });
        version++;
        say({ tag: "Performed", contents: test.state() });
        if (action.timeout !== null) answers.AwaitEvents({ awaitTimeout: action.timeout });
    },
    AwaitEvents({ awaitTimeout }) {
        test.wait(awaitTimeout);
        test.compare();
        version++;
        say({ tag: "Timeout", contents: test.state() });
    },
    End() {
        fs.appendFileSync(file, JSON.stringify(test.result) + "\n");
    }
};

readline.createInterface({ input: process.stdin }).on("line", line => {
    const message = JSON.parse(line);
    answers[message.tag](message);
});
