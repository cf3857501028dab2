/* The compiler, continued: `::written`, of which values it is told that the page has
 * written them though they may be equal (written.js):
 *
 *     {selector: {field: {...}}}
 *
 * The host takes it out of the state (cdp/executor/written.h). */

const TEXT_FIELDS = [
    "text", "textContent", "innerText", "outerText", "innerHTML", "outerHTML", "html"
];
const INPUT_FIELDS = [
    "valueAsNumber", "valueAsDate", "checked", "indeterminate", "files", "selectedIndex",
    "selectedOptions"
];
/* Attributes by the properties that show them, where the names differ. */
const ATTRIBUTE_OF = {
    className: "class", classList: "class", htmlFor: "for", enabled: "disabled",
    readOnly: "readonly", tabIndex: "tabindex"
};
/* What is worked out, of styles, boxes or the whole document, is not written. */
const WORKED_OUT = [
    "css", "style", "rect", "position", "visible", "interactable", "inViewport", "reachable",
    "active", "focused", "computedRole", "computedLabel", "label", "fittingTexts", "ref",
    "tag", "selected"
];

/* By what a field is written; null: it is not. */
function writerOf(path) {
    const field = path[0];
    if (field === "value") return { by: "value" };
    if (TEXT_FIELDS.indexOf(field) >= 0) return { by: "text" };
    if (INPUT_FIELDS.indexOf(field) >= 0) return { by: "input" };
    if (WORKED_OUT.indexOf(field) >= 0) return null;
    return { by: "attribute", attribute: attributeNameOf(path) };
}

function attributeNameOf(path) {
    if (path[0] === "attributes" && path.length > 1) return path[1].toLowerCase();
    if (path[0] === "dataset" && path.length > 1)
        return "data-" + path[1].replace(/[A-Z]/g, function (letter) {
            return "-" + letter.toLowerCase();
        });
    if (ATTRIBUTE_OF.hasOwnProperty(path[0])) return ATTRIBUTE_OF[path[0]];
    if (/^aria[A-Z]/.test(path[0])) return "aria-" + path[0].slice(4).toLowerCase();
    return path[0].toLowerCase();
}

/* Paths as deep as they say what is written: attributes.title, but value, not
 * value.length. */
function writtenPaths(schema) {
    const paths = [];
    Object.keys(schema).forEach(function (field) {
        const below = Object.keys(schema[field]);
        if (field !== "attributes" && field !== "dataset") return paths.push([field]);
        below.forEach(function (name) {
            paths.push([field, name]);
        });
    });
    return paths;
}

function writtenFields(schema) {
    const fields = [];
    writtenPaths(schema).forEach(function (path) {
        const writer = writerOf(path);
        if (writer === null) return;
        writer.path = path;
        fields.push(writer);
    });
    return fields;
}

/* The table of written.js, or what stands in for it. */
function addWritten(build) {
    const schema = build.deps["::written"];
    if (schema === undefined) {
        build.functions.push("function noteWrites() {}");
        build.functions.push("function noteInput() {}");
        build.functions.push("function writtenParts() { return []; }");
        build.functions.push("function toldText() { return lastRead.text; }");
        return;
    }
    build.needed.written = true;
    const table = Object.keys(schema).map(function (selector) {
        return { selector: selector, fields: writtenFields(schema[selector]) };
    });
    build.functions.push("const WRITES = " + literal(table) + ";");
}
