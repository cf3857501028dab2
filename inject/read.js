// weir.read: the whole state in one pass. The generated function readAll names
// the selectors and fields.
const now = root.Date.now;
var reading = null; // the selector being read, for the words of an error
var lastRead = { generation: -1, text: null };

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

function isLoaded() {
    return readinessOf(doc) === "complete";
}

// The members that a read and a push have in common, without the braces.
function stateMembers() {
    flush();
    var text;
    try {
        startNotes();
        text = encode(keepTrees(readAll));
    } catch (error) {
        lastRead = { generation: generation, text: null };
        return timeMembers() + ',"error":' + troubleText(error);
    } finally {
        forgetMeasures();
    }
    lastRead = { generation: generation, text: text };
    return timeMembers() + ',"state":' + text + ',"loaded":' + isLoaded();
}

// `members`: what stateMembers has said in this very turn, or null.
function toldMembers(members) {
    noteTold();
    return members || stateMembers();
}

// The state as text, without being the last one read; null: it cannot be read.
function peek() {
    flush();
    const keep = silentNotes();
    try {
        return encode(keepTrees(readAll));
    } catch (error) {
        return null;
    } finally {
        restoreNotes(keep);
        forgetMeasures();
    }
}

function timeMembers() {
    return '"now":' + now() + ',"generation":' + generation;
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
    return "{" + toldMembers(null) + "}";
}
