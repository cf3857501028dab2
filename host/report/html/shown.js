// What is shown of the report's data, and what all parts of the page make use of.
// Whatever comes from a page or a specification becomes text of the document, never
// markup.
"use strict";

const data = JSON.parse(document.getElementById("data").textContent);
const shown = { test: 0, step: 0, original: false };

function element(name, properties, ...children) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(properties || {})) {
        if (value === undefined || value === null || value === false) continue;
        if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
        else made.setAttribute(key, value === true ? "" : value);
    }
    made.append(...children.flat().filter((child) => child !== null));
    return made;
}

function fill(id, ...children) {
    document.getElementById(id).replaceChildren(
        ...children.flat().filter((child) => child !== null));
}

function count(number, noun) {
    return number + " " + noun + (number === 1 ? "" : "s");
}

function duration(ms) {
    return ms < 1000 ? ms + " ms" : (ms / 1000).toFixed(1) + " s";
}

// A character that would hide, or reorder what is beside it, as its number.
function plain(text) {
    return text.replace(/[\p{Cc}\p{Cf}]/gu, function (sign) {
        if (sign === "\n" || sign === "\t" || sign === "\u200d") return sign;
        return "\\u{" + sign.codePointAt(0).toString(16) + "}";
    });
}

function inWords(value) {
    return value === undefined ? "(not there)" : plain(JSON.stringify(value));
}

const SIGNS = {
    passed: "✓", failed: "✗", errored: "!", inconclusive: "?"
};

function ending(test) {
    return element("span", { class: test.ending },
        element("span", { class: "sign", "aria-hidden": "true" },
            SIGNS[test.ending] + " "),
        test.verdict);
}

function test() {
    return data.tests[shown.test];
}

// The run that is looked at: the one that was judged, or the one it was shrunk
// from.
function run() {
    const one = test();
    if (one === undefined) return undefined;
    return shown.original && one.original ? one.original : one.run;
}

// How that run ended, and why.
function outcome() {
    const one = test();
    return shown.original && one.original ? one.originalEnding : one;
}

function steps() {
    return run() === undefined ? [] : run().steps;
}

function name(one) {
    const many = data.run.testsPerProperty > 1;
    if (one.saved) return plain(one.property) + ", saved counterexample";
    return plain(one.property) + (many ? ", test " + one.number : "");
}
