// A program that was run against a model: a row for each command, bars where
// commands ran at the same time, what is wrong.
"use strict";

const LANE = { width: 180, height: 14 };

// A reference within a text (trace/reference.h).
const MARKS = /\u2068#(\d+)\.(\d+)\u2069/g;

function markWords(mark, number, slot) {
    return "#" + number + (slot === "0" ? "" : "." + slot);
}

// A value as people read it; what a command created as #number.slot.
function valueWords(value) {
    if (Array.isArray(value)) return "[" + value.map(valueWords).join(", ") + "]";
    if (typeof value === "string")
        return plain(JSON.stringify(value.replace(MARKS, markWords)));
    if (value === null || typeof value !== "object")
        return plain(JSON.stringify(value));
    const ref = value.$ref;
    if (Array.isArray(ref) && Object.keys(value).length === 1)
        return "#" + ref[0] + (ref[1] === 0 ? "" : "." + ref[1]);
    return "{" + Object.entries(value).map(([key, one]) =>
        plain(key) + ": " + valueWords(one)).join(", ") + "}";
}

function callWords(operation) {
    return plain(operation.name) + "(" +
        operation.arguments.map(valueWords).join(", ") + ")";
}

function answerWords(operation) {
    if (operation.end === "ok") return valueWords(operation.got);
    const words = {
        notRun: "(not run)", pending: "(no answer)",
        fail: "(certainly not done)", info: "(perhaps done)"
    }[operation.end];
    return words + (operation.words ? " " + plain(operation.words) : "");
}

function expectedWords(operation) {
    if (operation.expected === null) return "";
    return operation.expected.map(valueWords).join(" or ");
}

function svg(name, properties) {
    const made = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(properties))
        made.setAttribute(key, value);
    return made;
}

// When a command was under way, in the time of its fork.
function lane(operation, span) {
    if (operation.callUs === null || operation.returnUs === null) return null;
    const scale = LANE.width / Math.max(1, span.to - span.from);
    const box = svg("svg", {
        width: LANE.width, height: LANE.height, role: "img",
        "aria-label": "from " + operation.callUs + " to " +
            operation.returnUs + " microseconds"
    });
    box.append(svg("rect", {
        class: "process" + operation.process % 4, rx: 2,
        x: (operation.callUs - span.from) * scale, y: 1,
        width: Math.max(2, (operation.returnUs - operation.callUs) * scale),
        height: LANE.height - 2
    }));
    return box;
}

function spanOf(operations) {
    const ran = operations.filter((one) =>
        one.callUs !== null && one.returnUs !== null);
    return {
        from: Math.min(...ran.map((one) => one.callUs)),
        to: Math.max(...ran.map((one) => one.returnUs))
    };
}

// What the page showed after the command: that of the user who did it, or of one
// who does not come to see it.
function pageCell(program, operation, step) {
    if (step === undefined || step.picture === undefined)
        return element("td", {});
    const whose = program.users
        ? "user " + (operation.pictureOf || operation.process + 1) : null;
    return element("td", { class: "page" },
        whose === null ? null : element("div", { class: "faint" }, whose),
        element("img", {
            src: data.pictures[step.picture],
            alt: "The page behind the command"
        }));
}

function requestWords(one) {
    return plain(one.method) + " " + plain(one.url) +
        (one.sent ? " " + plain(one.sent) : "") +
        (one.failed ? " (failed)" : one.status ? " (" + one.status + ")" : "") +
        (one.received ? ": " + plain(one.received) : "");
}

function requestList(operation) {
    const rows = [];
    for (const words of (operation.requests || []).map(requestWords)) {
        const last = rows[rows.length - 1];
        if (last !== undefined && last.words === words) last.times++;
        else rows.push({ words, times: 1 });
    }
    if (rows.length === 0) return null;
    return element("ul", { class: "requests faint" }, rows.map((row) =>
        element("li", {}, row.words +
            (row.times > 1 ? ", " + row.times + " times" : ""))));
}

// People count from 1, users of a page as processes.
function laneWords(program, process) {
    return (program.users ? "user " : "process ") +
        (process + (program.recorded ? 0 : 1)) + " ";
}

function hasLanes(program) {
    return program.parallel || program.users !== undefined;
}

function operationRow(program, operation, span, step) {
    const isCulprit = operation.number === program.culprit;
    return element("tr", { class: isCulprit ? "culprit" : null },
        element("td", { class: "number" }, operation.number + "."),
        hasLanes(program) ? element("td", { class: "lane" },
            span === null && !program.users ? null : [
                element("span", { class: "faint" },
                    laneWords(program, operation.process)),
                span === null ? null : lane(operation, span)]) : null,
        element("td", {}, element("code", {}, callWords(operation)),
            requestList(operation)),
        element("td", {}, element("code", {}, expectedWords(operation))),
        element("td", {}, element("code", {}, answerWords(operation))),
        program.pages ? pageCell(program, operation, step) : null);
}

function forks(operations) {
    const all = [];
    for (const one of operations) {
        const last = all[all.length - 1];
        if (last !== undefined && last[0].fork === one.fork) last.push(one);
        else all.push([one]);
    }
    return all;
}

function forkRows(program, fork) {
    const isParallel = fork.some((one) => one.process !== fork[0].process);
    const span = isParallel ? spanOf(fork) : null;
    const rows = fork.map((one) => operationRow(program, one, span,
        program.pages ? program.pages.get(one.number) : undefined));
    if (!isParallel) return rows;
    return [element("tr", {}, element("td", {
        colspan: program.pages ? 6 : 5, class: "faint"
    }, "at the same time:")), ...rows];
}

function programTable(program) {
    const names = ["", "command", "the model says", "got"];
    if (program.pages) names.push("the page");
    if (hasLanes(program)) names.splice(1, 0, program.parallel ? "when" : "who");
    return element("div", { class: "wide" },
        element("table", { class: "program" },
            element("thead", {}, element("tr", {}, names.map((words) =>
                element("th", { scope: "col" }, words)))),
            element("tbody", {}, forks(program.operations).map((fork) =>
                forkRows(program, fork)).flat())));
}

function orderOf(program) {
    return program.operations.filter((one) => one.place > 0)
        .sort((a, b) => a.place - b.place).map((one) => one.number);
}

// Of a long recorded history only the end of the order is kept.
function isOrderWhole(program) {
    return orderOf(program).length === 0 ||
        program.operations.some((one) => one.place === 1);
}

function explanations(program) {
    const lines = [];
    const culprit = program.operations.find((one) =>
        one.number === program.culprit);
    if (culprit !== undefined && culprit.before !== null &&
        program.fault !== "parallel")
        lines.push("The state of the model before it: " +
            culprit.before.map(valueWords).join(" or "));
    if (program.fault === "parallel") {
        lines.push((isOrderWhole(program)
            ? "Before it the model explains this order: "
            : "Before it the model explains an order that ends with: ") +
            (orderOf(program).join(", ") || "none"));
        (program.states || []).forEach((state, i) => lines.push(
            "Behind it the state is " + valueWords(state) +
            (program.answers ? ", and the model answers " +
                valueWords(program.answers[i]) : "")));
    }
    if (program.schedule !== null)
        lines.push("The schedule: " + program.schedule.map((one) =>
            laneWords(program, one.process) + "(" + plain(one.at) + ")")
            .join(", "));
    if (program.parallel && program.runs > 1)
        lines.push("It failed in " + program.failures + " of " + program.runs +
            " runs of this program.");
    return lines;
}

// The steps of a run whose commands have pictures, by the commands' numbers: a
// step for each command that was run, after the first. null: there are none.
function pagesOf(program, run) {
    const steps = run === undefined ? [] : run.steps.slice(1);
    if (!steps.some((step) => step.picture !== undefined)) return null;
    const ran = program.operations.filter((one) => one.end !== "notRun");
    return new Map(ran.map((one, i) => [one.number, steps[i]]));
}

function showProgram(program, run) {
    program.pages = pagesOf(program, run);
    const culprit = program.operations.find((one) =>
        one.number === program.culprit);
    const words = program.words === null ? "" : plain(program.words);
    fill("property",
        element("h2", { id: "property-title" }, "What is wrong"),
        element("p", {}, element("strong", {}, (culprit === undefined ? "" :
            culprit.number + ". " + callWords(culprit) + ": ") + words)),
        explanations(program).map((line) => element("p", {}, line)),
        element("h2", {}, "The program"),
        programTable(program));
}

// What the run counted.
function tableRows(table) {
    return table.rows.map((row) => element("tr", {},
        element("td", { class: "number" }, row.of === 0 ? "" :
            (100 * row.count / row.of).toFixed(1) + " %"),
        element("td", {}, plain(row.label)),
        element("td", { class: "faint" }, row.count + " of " + row.of)));
}

function showTables(tables) {
    if (tables.length === 0) return fill("tables");
    fill("tables", element("h2", { id: "tables-title" }, "What was tried"),
        element("div", { class: "tables" }, tables.map((table) =>
            element("table", {}, element("caption", {}, plain(table.title)),
                element("tbody", {}, tableRows(table))))));
}
