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
 * A selector inside of "all" is looked up in each of its elements; null is that
 * element itself. view.js reads. */
function viewCode(build, schema) {
    const names = Object.keys(schema);
    if (names.length !== 1) throw new Error("`::view` has one description");
    const description = JSON.parse(names[0]);
    noteSelectors(build, description);
    build.needed.view = true;
    build.needed.text = true;
    build.needed.values = true;
    return "viewed(null, " + literal(description) + ")";
}

/* Only what is looked up in the document may lead into shadow roots and
 * frames. */
function noteSelectors(build, description) {
    const fields = description.fields || {};
    Object.keys(fields).forEach(function (name) {
        noteSelectors(build, fields[name]);
    });
    ["all", "count", "shown", "one"].forEach(function (kind) {
        if (typeof description[kind] === "string")
            noteParts(build, description[kind]);
    });
}
