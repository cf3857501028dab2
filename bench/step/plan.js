"use strict";
// The work itself, the same for every driver: what is read, and in which order
// the actions of a session come.

/** JavaScript source of a function that gives the state as text. It reads the
 * selectors and fields of a specification, as `weir deps --json` names them,
 * and of each element its box, as weir does. */
function readerSource(dependencies) {
    const wanted = Object.entries(dependencies).map(([selector, fields]) => [
        selector,
        Object.keys(fields).filter(name => name !== "ref")
    ]);
    return `(function () {
    const wanted = ${JSON.stringify(wanted)};
    function isVisible(element) {
        const style = getComputedStyle(element);
        return style.display !== "none" && style.visibility !== "hidden" &&
            style.opacity !== "0" && element.offsetParent !== null;
    }
    function field(element, name) {
        if (name === "visible") return isVisible(element);
        if (name === "active") return document.activeElement === element;
        if (name === "classList") return [...element.classList];
        return element[name];
    }
    function stateOf(element, names) {
        const state = {};
        for (const name of names) state[name] = field(element, name);
        const box = element.getBoundingClientRect();
        state.position = isVisible(element) ? {
            x: Math.round(box.x), y: Math.round(box.y),
            width: Math.round(box.width), height: Math.round(box.height)
        } : null;
        return state;
    }
    const all = {};
    for (const [selector, names] of wanted)
        all[selector] = [...document.querySelectorAll(selector)].map(
            element => stateOf(element, names)
        );
    return JSON.stringify(all);
})`;
}

const ROWS = "#todo-list li:not(.hidden)";
const TEXT = "item";

// What each action of session.strom does, and what must be true afterwards:
// {rows, ticked} are counts of visible items, `shows` the filter.
const ACTIONS = {
    type: {
        kind: "type", at: "#new-todo",
        after: state => ({ ...state, typed: TEXT })
    },
    add: {
        kind: "press", key: "Enter",
        after: state => ({ ...state, typed: "", rows: state.rows + 1 })
    },
    tick: {
        kind: "click", at: "#todo-list li:first-child .toggle",
        after: state => ({ ...state, ticked: 1 })
    },
    active: {
        kind: "click", at: '#filters a[href="#/active"]',
        after: state => ({ ...state, shows: "active", rows: 2, ticked: 0 })
    },
    completed: {
        kind: "click", at: '#filters a[href="#/completed"]',
        after: state => ({ ...state, shows: "completed", rows: 1, ticked: 1 })
    },
    point: {
        kind: "hover", at: ROWS,
        after: state => state
    },
    destroy: {
        kind: "click", at: ROWS + " .destroy",
        after: state => ({ ...state, rows: 0, ticked: 0 })
    },
    all: {
        kind: "click", at: '#filters a[href="#/"]',
        after: state => ({ ...state, shows: "all", rows: 2 })
    }
};

const START = ["type", "add", "type", "add", "type", "add"];
const ROUND = [
    "tick", "active", "completed", "point", "destroy", "all", "type", "add"
];

/** So many actions of the session, each with the state that must follow. */
function session(count) {
    let state = { rows: 0, ticked: 0, shows: "all", typed: "" };
    return Array.from({ length: count }, (_, i) => {
        const name = i < START.length
            ? START[i] : ROUND[(i - START.length) % ROUND.length];
        state = ACTIONS[name].after(state);
        return { name, ...ACTIONS[name], expected: state };
    });
}

/** The part of a state read that `expected` speaks of. */
function digest(text) {
    const state = JSON.parse(text);
    const shows = name =>
        state[`#filters a.selected[href="#/${name}"]`].length === 1;
    return {
        rows: state[ROWS].length,
        ticked: state[ROWS].filter(row => row.classList.includes("completed"))
            .length,
        shows: shows("active") ? "active"
            : shows("completed") ? "completed" : "all",
        typed: state["#new-todo"][0].value
    };
}

function isExpected(text, expected) {
    const seen = digest(text);
    return Object.keys(expected).every(key => seen[key] === expected[key]);
}

module.exports = { readerSource, session, isExpected, TEXT };
