// What the page has written since the state that was read last, though the values may be
// equal: for the words of weir/signals (docs/SIGNALS.md, "What ticks when"). Nothing is
// noted of a value that leaves no mutation record and no `input` event.
//
// WRITES (compiler_written.js): for each selector the fields whose writes count, each with
// its path and by what it is written. Of a selector only two places are told apart: its
// first element, and all others together.
//
// Counts, not marks, are told: the host may pass over a state that it has read.
var writtenText = new Table(); // of nodes: something in them
var writtenAttributes = new Table(); // of elements: the names, each after a dot
var writtenInput = new Table(); // of elements
// For each selector, and in it for each field and then for new elements, how often.
const writeCounts = [];
const lastFound = []; // for each selector: the elements of the last state

function noteWrites(records) {
    for (var i = 0; i < records.length; i++) {
        const record = records[i];
        if (record.type !== "attributes") noteText(record.target);
        else noteAttribute(record.target, record.attributeName);
    }
}

// Where a node has been noted, those above it have been, too.
function noteText(node) {
    for (var at = node; at && !writtenText.get(at); at = parentOf(at))
        writtenText.set(at, true);
}

function noteAttribute(element, name) {
    var names = writtenAttributes.get(element);
    if (names === undefined) {
        names = {};
        writtenAttributes.set(element, names);
    }
    names["." + name] = true;
}

function noteInput(event) {
    if (event.type === "input" && isElement(event.target))
        writtenInput.set(event.target, true);
}

function hasAttributeWritten(element, name) {
    const names = writtenAttributes.get(element);
    return names !== undefined && names["." + name] === true;
}

// What a form field has is not what its attribute says; an `output` has its text.
const OWN_VALUE = ["input", "textarea", "select"];

function isValueWritten(element) {
    const name = localNameOf(element);
    if (writtenInput.get(element)) return true;
    if (name === "output") return writtenText.get(element) === true;
    return OWN_VALUE.indexOf(name) < 0 && hasAttributeWritten(element, "value");
}

function isWritten(element, field) {
    if (field.by === "value") return isValueWritten(element);
    if (field.by === "text") return writtenText.get(element) === true;
    if (field.by === "input") return writtenInput.get(element) === true;
    return hasAttributeWritten(element, field.attribute);
}

// The state part `::written`: [number of the document, [count, selector, place, field,
// ...], ...], without what has never been written.
function writtenParts() {
    const told = [ordinal];
    WRITES.forEach(function (source, n) {
        countWrites(source, n);
        source.fields.concat({ path: [] }).forEach(function (field, i) {
            writeCounts[n][i].forEach(function (count, place) {
                if (count > 0)
                    told.push([count, source.selector, place].concat(field.path));
            });
        });
    });
    writtenText = new Table();
    writtenAttributes = new Table();
    writtenInput = new Table();
    return [encode(told)];
}

function startCounts(source) {
    return source.fields.concat(null).map(function () {
        return [0, 0];
    });
}

function countWrites(source, n) {
    const found = findAll(source.selector);
    if (writeCounts[n] === undefined) writeCounts[n] = startCounts(source);
    source.fields.forEach(function (field, i) {
        countPlaces(writeCounts[n][i], found, function (element) {
            return isWritten(element, field);
        });
    });
    countNew(writeCounts[n][source.fields.length], found, n);
}

// Each place once for a state, however many elements are in it.
function countPlaces(counts, found, has) {
    if (found.length > 0 && has(found[0])) counts[0]++;
    for (var k = 1; k < found.length; k++)
        if (has(found[k])) {
            counts[1]++;
            return;
        }
}

// An element that was not there gives what is read of it anew. Where the others have
// become more or fewer, those that stayed have not been written.
function countNew(counts, found, n) {
    const before = lastFound[n];
    const known = new Table();
    for (var k = 0; k < found.length; k++) known.set(found[k], true);
    lastFound[n] = { count: found.length, known: known };
    const isReplaced = before === undefined || before.count === found.length;
    countPlaces(counts, isReplaced ? found : [found[0]].slice(0, found.length),
        function (element) {
            return before === undefined || before.known.get(element) !== true;
        });
}

function toldText() {
    return lastRead.parts === null ? null : textOfStateParts(lastRead.parts);
}
