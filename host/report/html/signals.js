// The signals of a run as marbles: a line for each signal, a place for each step, a
// marble with the value where it ticked.
"use strict";

function signalTable() {
    const one = test();
    if (one === undefined || run() === undefined) return undefined;
    return shown.original && one.original ? one.originalSignals : one.signals;
}

function signalWords(value) {
    return typeof value === "string" && value !== "" ? plain(value) :
        inWords(value);
}

// The line goes on from one value to the next, and breaks off where there is none.
function marbleCell(row, k) {
    const value = row === undefined ? undefined : (row.values || [])[k];
    if (value === undefined || value === null)
        return element("td", { class: "none" });
    const words = signalWords(value);
    if (!(row.ticked || [])[k])
        return element("td", { class: "rest" },
            element("span", { class: "unseen" }, words + ", not ticked"));
    return element("td", { class: "rest" },
        element("span", { class: "marble", title: words }, words));
}

function marbleHead(step, i) {
    return element("th", { scope: "col" }, element("button", {
        type: "button",
        title: step.words,
        class: isBlamed(step) ? "bad" : null,
        onclick: () => openStep(i)
    }, String(step.version)));
}

// A step that the run shows may have no row, where the table was cut off elsewhere.
function showSignals() {
    const table = signalTable();
    const section = document.getElementById("signals");
    section.hidden = table === undefined;
    if (table === undefined) return fill("signals");
    const rows = new Map(table.rows.filter((row) => row !== null)
        .map((row) => [row.step, row]));
    const all = steps();
    fill("signals", element("h2", { id: "signals-title" }, "Signals"),
        element("div", { class: "scroll", tabindex: "0", role: "region",
            "aria-labelledby": "signals-title" },
        element("table", { class: "marbles" },
            element("thead", {}, element("tr", {},
                element("th", { scope: "col" }, "step"), all.map(marbleHead))),
            element("tbody", {}, table.columns.map((name, k) =>
                element("tr", {},
                    element("th", { scope: "row" }, plain(String(name))),
                    all.map((step) => marbleCell(rows.get(step.version), k))))))));
    markSignals();
}

// The step that is looked at.
function markSignals() {
    const section = document.getElementById("signals");
    if (section.hidden) return;
    for (const cell of section.querySelectorAll(".now"))
        cell.classList.remove("now");
    for (const row of section.querySelectorAll("tr")) {
        const cell = row.children[shown.step + 1];
        if (cell !== undefined) cell.classList.add("now");
    }
    const head = section.querySelector("thead .now");
    const area = section.querySelector(".scroll");
    if (head === null) return;
    const name = section.querySelector("thead th").offsetWidth;
    if (head.offsetLeft - name < area.scrollLeft)
        area.scrollLeft = head.offsetLeft - name;
    const right = head.offsetLeft + head.offsetWidth;
    if (right > area.scrollLeft + area.clientWidth)
        area.scrollLeft = right - area.clientWidth;
}
