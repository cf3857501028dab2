// Properties that a script can set without any mutation or event (`value`,
// `checked`, ...): what they were at the last read, to be compared when input
// arrives.
var notes = [];

function startNotes() {
    notes = [];
}

// For a read that is not to count: what was noted before, to be put back.
function silentNotes() {
    const before = notes;
    notes = [];
    return before;
}

function restoreNotes(before) {
    notes = before;
}

function noted(value) {
    notes.push(value);
    return value;
}

// What has been scrolled by us is no change.
function noteAgain() {
    notes = [];
    keepTrees(readSilent);
}

function hasChangedSilently() {
    const before = notes;
    notes = [];
    keepTrees(readSilent);
    const after = notes;
    notes = before;
    return encode(after) !== encode(before);
}

function forEachOf(selector, reader) {
    const found = lookUp(selector);
    for (var i = 0; i < found.length; i++) reader(found[i]);
}
