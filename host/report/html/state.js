// One step: what the state was, what has changed, and what the page said.
"use strict";

// ---- one step: the state ---------------------------------------------------

function cell(words, value, kind) {
    return element("td", { class: "value " + (kind || ""), "data-name": words },
        inWords(value));
}

function fieldsOf(one) {
    return Object.entries(one || {}).filter(
        ([key]) => key !== "ref" && key !== "position");
}

// What the row is about; the rows after it are about the same.
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
