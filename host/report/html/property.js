// The property with what does not hold lit up, and how to see the failure again.
"use strict";

// ---- the property ----------------------------------------------------------

const AROUND = 3; // lines before and after a place

// Columns count code points.
function slices(line, from, to) {
    const points = Array.from(line);
    return [points.slice(0, from), points.slice(from, to), points.slice(to)]
        .map((part) => plain(part.join("")));
}

// The part of a line that a reason points to, or null.
function litPart(line, number, reason) {
    const known = reason.endLine > 0;
    const lastLine = known ? reason.endLine : reason.line;
    if (number < reason.line || number > lastLine) return null;
    const length = Array.from(line).length;
    const indent = length - Array.from(line.trimStart()).length;
    const from = number === reason.line ? reason.column - 1 : indent;
    const to = known && number === lastLine ? reason.endColumn - 1 : length;
    return from < to ? [from, to] : null;
}

function codeRow(line, number, reason) {
    const lit = litPart(line, number, reason);
    const [a, b, c] = lit === null ? [plain(line), "", ""] :
        slices(line, lit[0], lit[1]);
    return element("span", { class: "row" + (lit === null ? "" : " at") },
        element("span", { class: "no" }, String(number)),
        a, lit === null ? null : element("mark", {}, b), c);
}

// The lines to show: those of the reason and a few around it; the whole
// property when the reason stands in it and that is not long.
function excerpt(reason) {
    const text = data.sources[reason.file];
    if (text === undefined)
        return (reason.source || "").split("\n").map(
            (line, i) => [reason.line + i, line]);
    const lines = text.split("\n");
    const first = Math.max(1, reason.line - AROUND);
    const last = Math.min(lines.length,
        (reason.endLine || reason.line) + AROUND);
    return lines.slice(first - 1, last).map((line, i) => [first + i, line]);
}

function code(reason) {
    if (reason.file === null) return null;
    return element("pre", {
        class: "code", tabindex: "0", role: "region",
        "aria-label": plain(reason.file) + ", line " + reason.line
    }, element("code", {}, excerpt(reason).map(
        ([number, line]) => codeRow(line, number, reason))));
}

function stepLink(reason) {
    const i = steps().findIndex((step) => step.version === reason.version);
    if (i < 0) return null;
    return element("button", {
        type: "button",
        onclick: () => {
            openStep(i);
            document.getElementById("step").focus();
        }
    }, "Show step " + reason.version);
}

function reasonItem(reason) {
    const where = reason.file === null ? "" : plain(reason.file) + ":" +
        reason.line + ":" + reason.column;
    return element("div", { class: "reason" },
        reason.text === null ? null :
            element("p", { class: "says" }, plain(reason.text)),
        reason.values === null ? null :
            element("p", { class: "values" }, plain(reason.values)),
        element("p", { class: "faint" }, where + " ", stepLink(reason)),
        code(reason));
}

// Whether the lines around the reason have this one.
function shows(reason, place) {
    return reason.file === place.file &&
        excerpt(reason).some(([number]) => number === place.line);
}

// Where the property is defined, unless a reason shows it.
function definition(one, reasons) {
    if (!one.place || data.sources[one.place.file] === undefined ||
        reasons.some((reason) => shows(reason, one.place))) return null;
    const place = { ...one.place, source: null, endLine: 0 };
    return element("div", {},
        element("p", {}, "The property is defined at " +
            plain(place.file) + ":" + place.line + ":"),
        code({ ...place, endLine: place.line,
            endColumn: place.column + Array.from(one.property).length }));
}

// Of a long line the lit part is in sight, at least where it begins.
function scrollToLit(area) {
    const lit = area.querySelector("mark");
    if (lit === null) return;
    const margin = 24;
    const part = lit.getBoundingClientRect();
    const box = area.getBoundingClientRect();
    const missing = part.right + margin - box.right;
    if (missing > 0)
        area.scrollLeft += Math.min(missing, part.left - margin - box.left);
}

// Its states are of the model: the program says it all.
function isProgram(one) {
    return data.run.isModel === true || (one && one.program !== undefined);
}

function showProperty() {
    const one = test();
    const reasons = one === undefined ? [] : outcome().reasons;
    const place = one === undefined ? null : definition(one, reasons);
    const section = document.getElementById("property");
    const program = one === undefined ? undefined : one.program;
    document.getElementById("steps").hidden = isProgram(one);
    if (program !== undefined) {
        section.hidden = false;
        return showProgram(program, one.run);
    }
    section.hidden = reasons.length === 0 && place === null;
    if (section.hidden) return fill("property");
    const title = outcome().ending === "failed" ? "What does not hold" :
        reasons.length > 0 ? "Where the property stands" : "The property";
    fill("property", element("h2", { id: "property-title" }, title),
        reasons.map(reasonItem), place);
    section.querySelectorAll("pre.code").forEach(scrollToLit);
}

// ---- how to repeat it ------------------------------------------------------

function copyCommand(event) {
    const button = event.currentTarget;
    const tell = (words) => {
        button.textContent = words;
        fill("said", words);
    };
    const byHand = () => {
        const command = document.getElementById("command");
        command.textContent = data.run.command;
        const range = document.createRange();
        range.selectNodeContents(command);
        const selection = getSelection();
        selection.removeAllRanges();
        selection.addRange(range);
        tell(document.execCommand("copy") ? "Copied" : "Press Ctrl+C");
    };
    if (!navigator.clipboard) return byHand();
    navigator.clipboard.writeText(data.run.command)
        .then(() => tell("Copied"), byHand);
}

function showRepeat() {
    const one = test();
    const ofTest = one !== undefined && data.run.testsPerProperty > 1 ?
        ", of this test " + one.seed : "";
    const environment = one === undefined || !one.environment ? [] :
        [element("p", {}, "Environment: " + plain(one.environment) + ".")];
    fill("repeat", element("h2", { id: "repeat-title" }, "To see it again"),
        element("p", {}, "Seed " + data.run.seed + ofTest + "."),
        ...environment,
        element("div", { class: "command" },
            element("code", { id: "command" }, plain(data.run.command)),
            element("button", {
                type: "button", class: "copy", onclick: copyCommand
            }, "Copy the command")));
}

function showAbout() {
    const out = data.leftOut;
    const parts = [];
    if (out.pictures > 0) parts.push(count(out.pictures, "picture"));
    if (out.stepsOfTests > 0)
        parts.push("the steps of " + count(out.stepsOfTests, "test"));
    fill("about",
        element("p", {}, data.generator + ". Keys: ",
            element("kbd", {}, "←"), " ", element("kbd", {}, "→"),
            " one step, ", element("kbd", {}, "Home"), " ",
            element("kbd", {}, "End"), " the first and the last."),
        parts.length === 0 ? null : element("p", {}, "Left out, because the " +
            "file would become too large: " + parts.join(" and ") + "."));
}
