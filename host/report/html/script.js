// Shows the data of the report. Whatever comes from a page or a specification
// becomes text of the document, never markup. Order: small helpers, the head,
// the steps, one step, the property, how to repeat it, the keys.
"use strict";

const data = JSON.parse(document.getElementById("data").textContent);
const shown = { test: 0, step: 0, original: false };

// ---- small helpers ---------------------------------------------------------

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

// ---- the head --------------------------------------------------------------

function showHead() {
    const sum = data.summary;
    const parts = ["passed", "failed", "errored", "inconclusive"]
        .filter((kind) => sum[kind] > 0)
        .map((kind) => sum[kind] + " " + kind);
    if (sum.notRun > 0) parts.push(sum.notRun + " not run");
    const title = plain(data.run.spec) + ": " +
        (parts.length > 0 ? parts.join(", ") : "nothing was tested");
    document.title = title + " · weir report";
    fill("title", title);
    fill("summary",
        data.run.origin === null ? "" : plain(data.run.origin) + ", ",
        (data.run.time === null ? "" : data.run.time + " time, ") + "seed " + data.run.seed + ", " +
        duration(sum.durationMs) + ", " +
        data.generatedAt.replace("T", " ").replace("Z", " UTC"));
    // They are of the whole run: which test one came in is not known.
    fill("notices", data.notices.map((notice) =>
        element("p", { class: "faint" }, "Note: " + plain(notice))));
}

function showTests() {
    if (data.tests.length < 2) return fill("tests");
    fill("tests", element("ul", {}, data.tests.map((one, i) =>
        element("li", {}, element("button", {
            type: "button",
            "aria-current": i === shown.test ? "true" : null,
            onclick: () => openTest(i)
        }, name(one) + ": ", ending(one))))));
}

function showVerdict() {
    const one = test();
    const aborted = data.summary.aborted;
    fill("verdict",
        aborted === null ? null : element("p", { class: "error" },
            "The command was ended: " + plain(aborted)),
        ...(one === undefined ? [] : [
            element("h2", {}, name(one) + ": ", ending(one)),
            element("p", {}, one.sentence),
            one.error === null ? null :
                element("p", { class: "error" }, plain(one.error)),
            one.note === null ? null : element("p", {}, plain(one.note)),
            one.shrunk ? element("p", {}, plain(one.shrunk)) : null,
            element("p", { class: "faint" }, count(one.states, "state") +
                ", " + count(one.actions, "action") + ", " +
                duration(one.durationMs))
        ]));
}

// ---- the steps -------------------------------------------------------------

function trouble(step) {
    const failed = (step.requests || []).filter(isBadRequest).length;
    const logged = (step.console || []).filter(
        (message) => message.level === "error").length;
    const marks = [];
    if ((step.errors || []).length > 0)
        marks.push(count(step.errors.length, "uncaught error"));
    if (logged > 0) marks.push(count(logged, "console error"));
    if (failed > 0) marks.push(count(failed, "failed request"));
    return marks.join(", ");
}

function isBadRequest(request) {
    return request.failed || request.status >= 400;
}

// Steps of which a reason speaks.
function isBlamed(step) {
    return outcome().ending !== "passed" &&
        outcome().reasons.some((reason) => reason.version === step.version);
}

function timelineItem(step, i) {
    const marks = trouble(step);
    const blamed = isBlamed(step);
    return element("li", {}, element("button", {
        type: "button",
        "aria-current": i === shown.step ? "step" : null,
        onclick: () => openStep(i)
    },
        element("span", { class: "number" }, step.version + "."),
        element("span", {}, step.words),
        blamed ? element("span", { class: "marks bad" },
            "✗ does not hold here") : null,
        marks === "" ? null :
            element("span", { class: "marks bad" }, "! " + marks)));
}

function runSwitch() {
    const one = test();
    if (one === undefined || !one.original) return null;
    const choice = (original, words) => element("button", {
        type: "button",
        "aria-pressed": String(shown.original === original),
        onclick: () => { shown.original = original; openTest(shown.test, true); }
    }, words);
    return element("div", { class: "runs", role: "group",
        "aria-label": "Which run" },
        choice(false, (one.flaky ? "As found: " : "Shrunk: ") +
            count(one.run.steps.length, "step")),
        choice(true, (one.flaky ? "Run again: " : "As found: ") +
            count(one.original.steps.length, "step")));
}

function showTimeline() {
    const items = steps().map(timelineItem);
    const of = run();
    if (of !== undefined && of.leftOut > 0)
        items.splice(of.leftOutAt, 0, element("li", { class: "gap" },
            "… " + count(of.leftOut, "step") + " left out …"));
    fill("timeline",
        element("h2", {}, items.length > 0 ? "What happened" : "No steps"),
        runSwitch(),
        test() !== undefined && run() === undefined ?
            element("p", {}, "The steps of this test are left out, because " +
                "the report would become too large.") : null,
        items.length > 0 ? element("ol", {}, items) : null);
    const current = document.querySelector("#timeline [aria-current]");
    if (current !== null) keepInSight(current);
}

// In its list only: the page itself stays where it is.
function keepInSight(item) {
    const list = item.closest("ol");
    const top = item.offsetTop - list.offsetTop;
    if (top < list.scrollTop) list.scrollTop = top;
    const bottom = top + item.offsetHeight;
    if (bottom > list.scrollTop + list.clientHeight)
        list.scrollTop = bottom - list.clientHeight;
}

// ---- one step: pictures ----------------------------------------------------

// The step before it, unless steps between them are left out.
function before(i) {
    const of = run();
    if (i === 0 || (of.leftOut > 0 && i === of.leftOutAt)) return undefined;
    return of.steps[i - 1];
}

function elementsOf(step, selector) {
    const value = step === undefined ? undefined : step.state[selector];
    return Array.isArray(value) ? value : [];
}

// Where an element of the step's state stands: the run has looked, or, of another
// executor, the state says so.
function placeOf(step, one) {
    if (!one) return null;
    return (step.places || {})[one.ref] || one.position || null;
}

function box(step, selector, index) {
    return placeOf(step, elementsOf(step, selector)[index]);
}

// The element acted on, as it was before: by its ref among the arguments, else
// the only one that the selector matches.
function actedBox(step, previous) {
    const action = step.actions[0];
    if (step.kind !== "acted" || action === undefined ||
        previous === undefined) return null;
    for (const list of Object.values(previous.state)) {
        if (!Array.isArray(list)) continue;
        const found = list.find((one) => one && one.ref !== undefined &&
            action.args.includes(one.ref));
        if (placeOf(previous, found)) return placeOf(previous, found);
    }
    const of = elementsOf(previous, step.target ? step.target.selector : "");
    return of.length === 1 ? placeOf(previous, of[0]) : null;
}

// {"acted": [box...], "added": ...} for either side.
function marksOf(step, previous) {
    const marks = { before: [], after: [] };
    const add = (side, kind, place) => {
        if (place) marks[side].push({ kind: kind, place: place });
    };
    for (const change of step.changes || []) {
        for (const item of change.items || []) {
            const { selector } = change;
            if (item.kind === "Removed")
                add("before", "removed", box(previous, selector, item.before));
            else
                add("after", item.kind === "Added" ? "added" : "changed",
                    box(step, selector, item.after));
        }
    }
    add("before", "acted", actedBox(step, previous));
    return marks;
}

// Of a small page most of the window is empty. What is empty at the right and at the
// bottom of all pictures of the run that have been seen is cut off, so that the rest can
// be read.
const SHRUNK = 4; // pixels of a picture to one that is looked at
const EDGE = 24; // pixels left around what is there
const LEAST = { width: 480, height: 200 };
let used = { ...LEAST };

function pixelsOf(image, width, height) {
    const canvas = document.createElement("canvas");
    canvas.width = width;
    canvas.height = height;
    const brush = canvas.getContext("2d");
    brush.drawImage(image, 0, 0, width, height);
    return brush.getImageData(0, 0, width, height).data;
}

// How far right and down something differs from the last corner; all of it where
// nothing does.
function usedPart(image) {
    const width = Math.ceil(image.naturalWidth / SHRUNK);
    const height = Math.ceil(image.naturalHeight / SHRUNK);
    const pixels = pixelsOf(image, width, height);
    const corner = pixels.length - 4;
    let right = -1;
    let bottom = -1;
    for (let i = 0; i < pixels.length; i += 4) {
        const differs = Math.abs(pixels[i] - pixels[corner]) +
            Math.abs(pixels[i + 1] - pixels[corner + 1]) +
            Math.abs(pixels[i + 2] - pixels[corner + 2]) > 24;
        if (!differs) continue;
        right = Math.max(right, i / 4 % width);
        bottom = Math.floor(i / 4 / width);
    }
    if (right < 0)
        return { width: image.naturalWidth, height: image.naturalHeight };
    return {
        width: Math.min(image.naturalWidth, right * SHRUNK + EDGE),
        height: Math.min(image.naturalHeight, bottom * SHRUNK + EDGE)
    };
}

function cut(image) {
    const width = Math.min(used.width, image.naturalWidth);
    const height = Math.min(used.height, image.naturalHeight);
    const frame = image.closest(".picture");
    frame.style.maxWidth = width + "px";
    frame.style.aspectRatio = width + " / " + height;
    image.parentElement.style.width = 100 * image.naturalWidth / width + "%";
}

function cutAll() {
    for (const image of document.querySelectorAll(".picture img")) {
        if (!image.complete || image.naturalWidth === 0) continue;
        const part = usedPart(image);
        used.width = Math.max(used.width, part.width);
        used.height = Math.max(used.height, part.height);
    }
    for (const image of document.querySelectorAll(".picture img"))
        if (image.complete && image.naturalWidth > 0) cut(image);
}

function markElement(mark, image) {
    const made = element("span", { class: "mark " + mark.kind });
    const part = (length, whole) => (100 * length / whole) + "%";
    const place = () => {
        const width = image.naturalWidth || 1;
        const height = image.naturalHeight || 1;
        made.style.left = part(mark.place.x, width);
        made.style.top = part(mark.place.y, height);
        made.style.width = part(mark.place.width, width);
        made.style.height = part(mark.place.height, height);
    };
    if (image.complete && image.naturalWidth > 0) place();
    else image.addEventListener("load", place);
    return made;
}

function picture(step, marks, words) {
    if (step === undefined) return null;
    if (step.picture === undefined)
        return element("figure", {}, element("figcaption", {}, words + ": " +
            (step.pictureLeftOut ? "the picture is left out, because the " +
                "report would become too large" : "no picture")));
    const image = element("img", {
        src: data.pictures[step.picture],
        onload: cutAll,
        alt: "The page after step " + step.version
    });
    return element("figure", {}, element("figcaption", {}, words),
        element("div", { class: "picture" },
            element("div", { class: "sheet" }, image,
                marks.map((mark) => markElement(mark, image)))));
}

const LEGEND = {
    acted: "acted on", added: "added", changed: "changed", removed: "removed"
};

function legend(marks) {
    const kinds = Object.keys(LEGEND).filter((kind) =>
        marks.before.concat(marks.after).some((mark) => mark.kind === kind));
    return kinds.length === 0 ? null :
        element("ul", { class: "legend", "aria-label": "Marks" },
            kinds.map((kind) => element("li", {},
                element("span", { class: "mark swatch " + kind }),
                LEGEND[kind])));
}

function hasPictures() {
    return steps().some((step) =>
        step.picture !== undefined || step.pictureLeftOut);
}

function enlarge(event) {
    const large = document.getElementById("step").classList.toggle("large");
    event.currentTarget.setAttribute("aria-pressed", String(large));
}

function sizeButton() {
    const large = document.getElementById("step").classList.contains("large");
    return element("button", {
        type: "button", "aria-pressed": String(large), onclick: enlarge
    }, "Large pictures");
}

function pictures(step, previous) {
    if (!hasPictures()) return null;
    const marks = marksOf(step, previous);
    return element("div", {},
        element("div", { class: "pictures" },
            picture(previous, marks.before, "Before"),
            picture(step, marks.after, "After")),
        legend(marks));
}

// ---- one step: the state ---------------------------------------------------

function cell(words, value, kind) {
    return element("td", { class: "value " + (kind || ""), "data-name": words },
        inWords(value));
}

function fieldsOf(one) {
    return Object.entries(one || {}).filter(
        ([key]) => key !== "ref" && key !== "position");
}

// What the row is about; the rows behind it are about the same.
function rowHead(words, isFirst) {
    return isFirst ? element("th", { scope: "row" }, words) :
        element("td", {});
}

function place(item) {
    const index = item.after === undefined ? item.before : item.after;
    return "element " + (index + 1);
}

// An element that came or went: its fields in one column.
function wholeRows(item, one, side) {
    const fields = fieldsOf(one);
    const kind = item.kind.toLowerCase();
    if (fields.length === 0)
        return [element("tr", { class: kind },
            element("th", { scope: "row" }, place(item) + " " + kind),
            element("td"), element("td"), element("td"))];
    return fields.map(([key, value], i) => element("tr", { class: kind },
        rowHead(place(item) + " " + kind, i === 0),
        element("td", { "data-name": "field" }, plain(key)),
        side === "before" ? cell("before", value) : element("td"),
        side === "after" ? cell("after", value) : element("td")));
}

function itemRows(item, change, step, previous) {
    if (item.kind === "Added")
        return wholeRows(item,
            elementsOf(step, change.selector)[item.after], "after");
    if (item.kind === "Removed")
        return wholeRows(item,
            elementsOf(previous, change.selector)[item.before], "before");
    const what = place(item) + (item.replaced ? " replaced" :
        item.moved ? " moved" : "");
    const fields = item.fields || [];
    if (fields.length === 0)
        return [element("tr", { class: "modified" },
            element("th", { scope: "row" }, what),
            element("td"), element("td"), element("td"))];
    return fields.map((field, i) => element("tr", { class: "modified" },
        rowHead(what, i === 0),
        element("td", { "data-name": "field" }, plain(field.path)),
        cell("before", field.before, "was"),
        cell("after", field.after, "is")));
}

function head(...names) {
    return element("thead", {}, element("tr", {}, names.map((words) =>
        element("th", { scope: "col" }, words))));
}

function selectorCaption(selector) {
    return element("caption", {}, element("code", {}, plain(selector)));
}

function changeTable(change, step, previous) {
    const rows = change.items === undefined ?
        [element("tr", { class: "modified" },
            element("th", { scope: "row" }, "value"), element("td"),
            cell("before", change.before, "was"),
            cell("after", change.after, "is"))] :
        change.items.flatMap((item) => itemRows(item, change, step, previous));
    return element("table", {}, selectorCaption(change.selector),
        head("what", "field", "before", "after"), element("tbody", {}, rows));
}

function changes(step, previous) {
    if (previous === undefined) return null;
    const tables = (step.changes || []).map(
        (change) => changeTable(change, step, previous));
    return element("div", {}, element("h3", {}, "What changed"),
        tables.length > 0 ? tables :
            element("p", { class: "faint" }, "Nothing that the property reads."));
}

function stateRows(value) {
    if (!Array.isArray(value))
        return [element("tr", {},
            element("th", { scope: "row" }, "value"), element("td"),
            cell("value", value))];
    return value.flatMap((one, i) => {
        const isElement = one !== null && typeof one === "object";
        const fields = isElement ? fieldsOf(one) : [["", one]];
        return (fields.length > 0 ? fields : [["", "an element"]]).map(
            ([key, field], j) => element("tr", {},
                rowHead("element " + (i + 1), j === 0),
                element("td", { "data-name": "field" }, plain(key)),
                cell("value", field)));
    });
}

function stateTable([selector, value]) {
    if (Array.isArray(value) && value.length === 0)
        return element("p", {}, "Nothing matches ",
            element("code", {}, plain(selector)), ".");
    return element("table", {}, selectorCaption(selector),
        head("what", "field", "value"),
        element("tbody", {}, stateRows(value)));
}

function wholeState(step, open) {
    const details = element("details", { open: open },
        element("summary", {}, "The whole state"));
    const show = () => {
        if (details.open && details.childElementCount === 1)
            details.append(...Object.entries(step.state).map(stateTable));
    };
    details.addEventListener("toggle", show);
    if (open) show();
    return details;
}

// ---- one step: what the page said ------------------------------------------

function list(title, items) {
    return items.length === 0 ? null : element("div", {},
        element("h3", {}, title), element("ul", {}, items));
}

function requestItem(request) {
    const bad = isBadRequest(request);
    const answer = request.failed ? "failed" :
        request.status > 0 ? request.status : "no answer";
    return element("li", { class: bad ? "bad" : "" },
        (bad ? "! " : "") + answer + " ",
        element("code", {}, plain(request.method + " " + request.url)),
        " (" + plain(request.type) + ")");
}

function said(step) {
    return element("div", {},
        list("Uncaught errors", (step.errors || []).map((error) =>
            element("li", { class: "bad value" }, "! " + (error.kind ===
                "rejection" ? "(in a promise) " : "") + plain(error.message) +
                (error.where ? " (" + plain(error.where) + ")" : "")))),
        list("Console", (step.console || []).map((message) =>
            element("li", {
                class: "value" + (message.level === "error" ? " bad" : "")
            }, plain(message.level + ": " + message.text)))),
        list("Requests", (step.requests || []).map(requestItem)));
}

// ---- one step: the whole ---------------------------------------------------

function moveButton(words, key, i, possible) {
    return element("button", {
        type: "button", disabled: !possible, "aria-keyshortcuts": key,
        onclick: () => openStep(i)
    }, words);
}

function showStep() {
    const i = shown.step;
    const step = steps()[i];
    if (step === undefined) return fill("step");
    const previous = before(i);
    const last = steps().length - 1;
    fill("step",
        element("h2", { id: "step-title" },
            "Step " + step.version + ": " + step.words),
        element("div", { class: "moves" },
            moveButton("First", "Home", 0, i > 0),
            moveButton("← Back", "ArrowLeft", i - 1, i > 0),
            moveButton("Next →", "ArrowRight", i + 1, i < last),
            moveButton("Last", "End", last, i < last),
            element("span", { class: "faint" },
                "at " + (step.timeUs / 1e6).toFixed(3) + " s"),
            hasPictures() ? sizeButton() : null),
        pictures(step, previous),
        changes(step, previous),
        said(step),
        wholeState(step, previous === undefined));
}

function openStep(i) {
    if (i < 0 || i >= steps().length) return;
    const inside = document.activeElement;
    const at = inside === null ? "" : inside.textContent;
    const onTimeline = inside !== null && inside.closest("#timeline") !== null;
    const onMoves = inside !== null && inside.closest(".moves") !== null;
    shown.step = i;
    showTimeline();
    showStep();
    markSignals();
    if (onTimeline)
        document.querySelector("#timeline li [aria-current]").focus();
    if (onMoves) refocus(at);
    const step = steps()[i];
    fill("said", "Step " + step.version + ": " + step.words);
}

// The buttons have been made anew.
function refocus(words) {
    const buttons = Array.from(document.querySelectorAll(".moves button"));
    const same = buttons.find((one) => one.textContent === words);
    const next = same && !same.disabled ? same :
        buttons.find((one) => !one.disabled);
    if (next) next.focus();
}

// A failure is seen at the step of which the reason speaks, or at the end.
function firstStep() {
    const all = steps();
    if (test() === undefined || outcome().ending === "passed") return 0;
    const blamed = all.findIndex(isBlamed);
    return blamed >= 0 ? blamed : Math.max(0, all.length - 1);
}

function openTest(i, keepRun) {
    shown.test = i;
    used = { ...LEAST };
    if (!keepRun) shown.original = false;
    shown.step = firstStep();
    showTests();
    showVerdict();
    showTimeline();
    showStep();
    showSignals();
    showProperty();
    showRepeat();
}

// ---- the property ----------------------------------------------------------

const AROUND = 3; // lines before and behind a place

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

// ---- the keys --------------------------------------------------------------

// A listing that is wider than its room scrolls by the same keys.
function wantsKeys(target) {
    const listing = target.closest("pre");
    return listing !== null && listing.scrollWidth > listing.clientWidth;
}

document.addEventListener("keydown", function (event) {
    const to = {
        ArrowLeft: shown.step - 1, ArrowRight: shown.step + 1,
        Home: 0, End: steps().length - 1
    }[event.key];
    const held = event.ctrlKey || event.altKey || event.metaKey ||
        event.shiftKey;
    if (to === undefined || held || wantsKeys(event.target)) return;
    event.preventDefault();
    openStep(to);
});

// Up and down walk too, where they do not scroll the page: on the steps.
document.getElementById("timeline").addEventListener("keydown", (event) => {
    const to = { ArrowUp: shown.step - 1, ArrowDown: shown.step + 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    openStep(to);
});

function worst() {
    const order = ["failed", "errored", "inconclusive"];
    for (const kind of order) {
        const i = data.tests.findIndex((one) => one.ending === kind);
        if (i >= 0) return i;
    }
    return 0;
}

showHead();
showAbout();
showTables(data.tables);
openTest(worst());
