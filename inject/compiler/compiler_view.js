/* The compiler, continued: `::view`, what a model says that the page shows
 * (docs/MODELS.md, "A page"). Its one field is the description as JSON:
 *
 *     DESCRIPTION = {"fields": {name: DESCRIPTION, ...}}
 *                 | {"all": selector, "of": DESCRIPTION}   those that are shown
 *                 | {"count": selector} | {"shown": selector}
 *                 | {"one": selector or null, "text": true}
 *                 | {"one": selector or null, "field": name}
 *                 | {"one": selector or null, "attribute": name}
 *
 * A selector inside of "all" is looked up in each of its elements, with ">>>" at its
 * beginning in the tree that the element holds; null is that element itself. view.js reads. */
function viewCode(build, schema) {
    const names = Object.keys(schema);
    if (names.length !== 1) throw new Error("`::view` has one description");
    const description = JSON.parse(names[0]);
    noteSelectors(build, description, null);
    build.needed.view = true;
    build.needed.text = true;
    build.needed.values = true;
    return "viewed(null, " + literal(description) + ")";
}

/* `around`: the parts of the selector in whose elements it is looked up; null:
 * the document. */
function noteSelectors(build, description, around) {
    const fields = description.fields || {};
    Object.keys(fields).forEach(function (name) {
        noteSelectors(build, fields[name], around);
    });
    ["all", "count", "shown", "one"].forEach(function (kind) {
        if (typeof description[kind] === "string")
            noteSelector(build, description[kind], around);
    });
    if (description.all !== undefined)
        noteSelectors(build, description.of, partsFrom(around, description.all));
}

/* The trees that it leads into are watched. */
function noteSelector(build, selector, around) {
    if (around === null) return noteParts(build, selector);
    if (partsIn(selector).length === 1) return;
    const parts = partsFrom(around, selector);
    build.deep[parts.join(" >>> ")] = parts;
}

function partsFrom(around, selector) {
    const parts = partsIn(lookedUpFor(selector) || selector);
    if (around === null) return parts;
    const last = around[around.length - 1];
    const first = parts[0] === "" ? last : ":is(" + last + ") " + parts[0];
    return around.slice(0, -1).concat(first, parts.slice(1));
}
