/* What the cases use to state what must hold. A failed statement throws. */

const cases = {};

function runCase(name) {
    if (!cases.hasOwnProperty(name)) throw new Error("no case '" + name + "'");
    cases[name]();
}

function countCases() {
    return Object.keys(cases).length;
}

/* Equal as JSON with sorted keys. */
function same(actual, expected) {
    const a = sorted(actual);
    const b = sorted(expected);
    if (a !== b) throw new Error("expected " + b + "\n     but got " + a);
}

function sorted(value) {
    return JSON.stringify(value, function (key, item) {
        if (item === undefined) return "undefined";
        if (typeof item !== "object" || item === null || Array.isArray(item))
            return item;
        const copy = {};
        Object.keys(item).sort().forEach(function (name) {
            copy[name] = item[name];
        });
        return copy;
    });
}

/* The state of the page as the host gets it. */
function read() {
    return JSON.parse(weir.read());
}

/* The field of all elements of a selector. */
function fieldOf(selector, field) {
    return read().state[selector].map(function (element) {
        return element[field];
    });
}

function refsOf(selector) {
    return fieldOf(selector, "ref");
}

function locate(ref) {
    return JSON.parse(weir.locate(ref));
}

function perform(kind, ref, argument) {
    return JSON.parse(weir.perform(kind, ref, argument));
}
