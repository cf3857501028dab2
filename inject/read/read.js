// weir.read: the whole state in one pass. The generated function readAll names
// the selectors and fields.
const now = root.Date.now;
var reading = null; // the selector being read, for the words of an error
// The last state that was read: `parts` has the JSON of each selector, in the order of
// readAll. Where it could not be read, text and parts are null, and `trouble` says why.
var lastRead = { generation: -1, text: null, parts: null, trouble: null };
// The parts of the state that was pushed last; null: the host knows none.
var pushedParts = null;
var partNames = null; // as JSON; the same for each read
var ownCount = 0; // how many of the parts are of the state itself

function findAll(selector) {
    try {
        return lookUp(selector);
    } catch (error) {
        throw new Trouble("selector", String(error.message));
    }
}

function each(selector, reader) {
    reading = selector;
    const found = findAll(selector);
    const states = [];
    for (var i = 0; i < found.length; i++)
        states.push(reader(found[i], measured(found[i])));
    return states;
}

// Where the elements of the last state stand, by their refs: for reports.
function places() {
    const found = {};
    keepTrees(function () {
        selectors.forEach(function (selector) {
            const elements = findAll(selector);
            for (var i = 0; i < elements.length; i++)
                if (hasRef(elements[i]))
                    found[refOf(elements[i])] = position(measured(elements[i]));
        });
    });
    forgetMeasures();
    return encode(found);
}

function isLoaded() {
    return readinessOf(doc) === "complete";
}

function statePartsOf(state) {
    if (partNames === null) partNames = Object.keys(state).concat("::written").map(encode);
    return Object.keys(state).map(function (selector) {
        return encode(state[selector]);
    });
}

// Those of the state, and what is told with it and is not compared (written.js).
function readParts() {
    const parts = statePartsOf(readAll());
    ownCount = parts.length;
    return parts.concat(writtenParts());
}

// Without those that are null.
function textOfStateParts(parts) {
    var text = "";
    parts.forEach(function (part, n) {
        if (part === null) return;
        text += (text === "" ? "" : ",") + partNames[n] + ":" + part;
    });
    return "{" + text + "}";
}

function readState() {
    flush();
    var parts = null;
    var trouble = null;
    try {
        startNotes();
        parts = keepTrees(readParts);
    } catch (error) {
        trouble = troubleText(error);
    } finally {
        forgetMeasures();
    }
    lastRead = {
        generation: generation,
        text: parts === null ? null : textOfStateParts(parts.slice(0, ownCount)),
        parts: parts,
        trouble: trouble
    };
}

// What a read and a push have in common, without the braces.
function membersOf(name, text) {
    if (lastRead.trouble !== null)
        return timeMembers() + ',"error":' + lastRead.trouble;
    return timeMembers() + ',"' + name + '":' + text + ',"loaded":' + isLoaded();
}

// The whole state that was read last, in answer to a question.
function stateMembers() {
    return membersOf("state", toldText());
}

// For a push: of the state that was read last what differs from the push before. Most
// of a state is as it was, and the host would read it twice.
function newsMembers() {
    const before = pushedParts;
    const parts = lastRead.parts;
    if (before === null || parts === null) {
        pushedParts = parts;
        return stateMembers();
    }
    pushedParts = parts;
    const changed = parts.map(function (part, n) {
        return part === before[n] ? null : part;
    });
    return membersOf("changes", textOfStateParts(changed));
}

// The next push has all of the state: the host may not know the one before.
function tellAll() {
    pushedParts = null;
}

// `isRead`: the state has been read in this very turn.
function toldMembers(isRead) {
    noteTold();
    if (!isRead) readState();
    return newsMembers();
}

// The state as text, without being the last one read; null: it cannot be read.
function peek() {
    flush();
    const keep = silentNotes();
    try {
        return textOfStateParts(statePartsOf(keepTrees(readAll)));
    } catch (error) {
        return null;
    } finally {
        restoreNotes(keep);
        forgetMeasures();
    }
}

function timeMembers() {
    return '"now":' + now() + ',"generation":' + generation + dueMembers();
}

function troubleText(error) {
    const known = error instanceof Trouble;
    return encode({
        kind: known ? error.kind : "internal",
        selector: reading,
        message: known ? error.message : String(error)
    });
}

function read() {
    noteTold();
    readState();
    return "{" + stateMembers() + "}";
}
