// Texts that a field takes by its own rules: `pattern`, `minlength`, `maxlength`, `min`,
// `max`, `step`. An empty list where it has none of them, or none was found. What fits
// is decided by the browser: by a field of the same type and rules that nobody sees.
const FITTING_MOST = 4;
const FITTING_KNOWN = 200; // kinds of fields that are remembered
const FITTING_RULES = ["pattern", "min", "max", "step", "minlength", "maxlength"];
const COUNTED = /^(number|date|month|week|time|datetime-local)$/;
const WORDED = /^(text|search|url|tel|email|password)$/;
const FITTING_WORDS = {
    url: ["https://example.com/"],
    email: ["ann@example.com", "a@b.co"],
    tel: ["+1 555 0100", "5550100"]
};
const ANY_WORDS = ["weir", "Correct horse 1!", "42"];
var fittingKnown = {};
var fittingCount = 0;

function fittingTexts(element) {
    const tag = localNameOf(element);
    const type = tag === "input" ? String(property(element, "type")) : "text";
    if (tag !== "textarea" && (tag !== "input" || !hasTexts(type))) return [];
    const rules = rulesOf(element, tag);
    if (rules === null) return [];
    const key = JSON.stringify([tag, type, rules]);
    if (!fittingKnown.hasOwnProperty(key)) rememberFitting(key, type, rules);
    return fittingKnown[key].slice();
}

function hasTexts(type) {
    return COUNTED.test(type) || WORDED.test(type);
}

// null where there is none.
function rulesOf(element, tag) {
    const rules = {};
    var any = false;
    FITTING_RULES.forEach(function (name) {
        const rule = attributeOf(element, name);
        if (rule === null || (tag === "textarea" && name === "pattern")) return;
        rules[name] = rule;
        any = true;
    });
    return any ? rules : null;
}

function rememberFitting(key, type, rules) {
    if (++fittingCount > FITTING_KNOWN) {
        fittingKnown = {};
        fittingCount = 1;
    }
    const twin = elementIn(doc, "input");
    twin.type = type;
    twin.required = true;
    FITTING_RULES.forEach(function (name) {
        if (rules.hasOwnProperty(name)) twin.setAttribute(name, rules[name]);
    });
    fittingKnown[key] = COUNTED.test(type)
        ? countedTexts(twin)
        : wordedTexts(twin, type, rules);
}

function withoutDoubles(texts) {
    return texts
        .filter(function (text, i) {
            return texts.indexOf(text) === i;
        })
        .slice(0, FITTING_MOST);
}

// The least, the one after it, the greatest, the one before it.
function countedTexts(twin) {
    const texts = [];
    function note() {
        if (twin.value !== "" && twin.validity.valid) texts.push(twin.value);
    }
    [["min", "stepUp"], ["max", "stepDown"]].forEach(function (end) {
        putValue(twin, twin[end[0]]);
        note();
        try {
            twin[end[1]]();
            note();
        } catch (error) {
            // With step="any" there is no next one.
        }
    });
    return withoutDoubles(texts);
}

// Bounds that are no numbers do not count.
function lengthRule(rule, otherwise) {
    return /^\d+$/.test(rule || "") ? Number(rule) : otherwise;
}

function wordedTexts(twin, type, rules) {
    const least = lengthRule(rules.minlength, 0);
    const most = lengthRule(rules.maxlength, PATTERN_LIMIT);
    const words = (FITTING_WORDS[type] || ANY_WORDS).slice();
    const made = rules.pattern === undefined
        ? stretched(words[0], type, least, most)
        : samples(rules.pattern, least);
    return withoutDoubles(made.concat(words).filter(function (text) {
        if (text.length < least || text.length > most) return false;
        putValue(twin, text);
        // A text that the field changes is not what is typed.
        return twin.value === text && text !== "" && twin.validity.valid;
    }));
}

function samples(pattern, least) {
    const texts = [];
    [0, 1, least].forEach(function (more) {
        [false, true].forEach(function (last) {
            const text = sampleOf(pattern, { last: last, more: more });
            if (text !== null) texts.push(text);
        });
    });
    return texts;
}

// As it is or cut, as short as may be, as long as may be.
function stretched(word, type, least, most) {
    const cut = word.slice(0, most);
    const texts = [padded(cut, type, least)];
    if (most < PATTERN_LIMIT) texts.push(padded(cut, type, most));
    return texts;
}

function padded(word, type, length) {
    const missing = length - word.length;
    if (missing <= 0 || length > PATTERN_LIMIT) return word;
    const range = { least: missing, most: missing };
    const more = repeated(type === "tel" ? "0" : "a", range, 0);
    return type === "email" ? more + word : word + more;
}
