// Events that are found by comparing: each element that matches a selector, as
// it is, with what it was when the last state was told.
const namesOfAttributes = uncurry(root.Element.prototype.getAttributeNames);
const FORM_PARTS = ["value", "checked", "indeterminate", "selected"];
var before = new Table(); // element -> its notes
var there = []; // the elements of the last state

// For each kind the note of an element; `n` numbers the selector.
const NOTES = {
    text: function (element) {
        return textOf(element);
    },
    value: function (element) {
        const parts = FORM_PARTS.map(function (name) {
            return plain(property(element, name));
        });
        return encode(parts.concat(chosenIn(element)));
    },
    attributes: function (element) {
        const values = {};
        namesOfAttributes(element).forEach(function (name) {
            values["." + name] = attributeOf(element, name);
        });
        return values;
    },
    style: function (element, n) {
        const m = measured(element);
        return encode(
            STYLES[n].map(function (name) {
                return css(m, name);
            })
        );
    }
};

function chosenIn(element) {
    const options = property(element, "selectedOptions");
    const chosen = [];
    for (var i = 0; options && i < options.length; i++)
        chosen.push(options[i].index);
    return chosen;
}

function eachElement(visit) {
    try {
        keepTrees(function () {
            selectors.forEach(function (selector, n) {
                const found = findAll(selector);
                for (var i = 0; i < found.length; i++) visit(found[i], n);
            });
        });
    } catch (error) {
        // A selector that is not valid: the read reports it.
    } finally {
        forgetMeasures();
    }
}

// Styles are read by selector, everything else is the element's.
function keysOf(n) {
    return Object.keys(NOTES).filter(function (kind) {
        return WATCHED[kind] && (kind !== "style" || STYLES[n].length > 0);
    });
}

function keyOf(kind, n) {
    return kind === "style" ? kind + n : kind;
}

function noteElements() {
    const fresh = new Table();
    there = [];
    eachElement(function (element, n) {
        var notes = fresh.get(element);
        if (notes === undefined) {
            notes = {};
            fresh.set(element, notes);
            there.push(element);
        }
        keysOf(n).forEach(function (kind) {
            const key = keyOf(kind, n);
            if (notes[key] === undefined) notes[key] = NOTES[kind](element, n);
        });
    });
    before = fresh;
}

function elementEvents() {
    const events = [];
    const seen = new Table(); // element -> keys; several selectors may match
    if (WATCHED.removed && !there.every(isPresent))
        events.push({ id: "removed", args: [] });
    eachElement(function (element, n) {
        const notes = before.get(element);
        const done = seen.get(element) || {};
        if (notes === undefined && WATCHED.added && !done.added)
            events.push({ id: "added", args: [refOf(element)] });
        done.added = true;
        seen.set(element, done);
        if (notes === undefined) return;
        keysOf(n).forEach(function (kind) {
            const key = keyOf(kind, n);
            const old = notes[key];
            if (old === undefined || done[key]) return;
            done[key] = true;
            const now = NOTES[kind](element, n);
            if (kind === "attributes")
                addAttributeEvents(events, element, old, now);
            else if (old !== now)
                events.push({ id: kind + "Changed", args: [refOf(element)] });
        });
    });
    return events;
}

function addAttributeEvents(events, element, old, now) {
    const names = Object.keys(old).concat(
        Object.keys(now).filter(function (name) {
            return old[name] === undefined;
        })
    );
    const ref = refOf(element);
    const other = names.filter(function (name) {
        return old[name] !== now[name];
    });
    other.forEach(function (name) {
        events.push({ id: "attributeChanged", args: [name.slice(1), ref] });
    });
    if (other.length > 0) events.push({ id: "attributesChanged", args: [ref] });
}
