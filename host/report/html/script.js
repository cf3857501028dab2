// The steps of a test, the keys that walk through them, and the start of the page.
"use strict";

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
