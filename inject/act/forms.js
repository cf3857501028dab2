// What people do with fields for which there is no input that is the same
// everywhere: choosing a date, a colour, a file; pasting; selecting.

// Fields whose value a picker or a slider makes, with what they take.
const PICKED = {
    date: "a date (2024-02-29)",
    time: "a time (13:45)",
    month: "a month (2024-02)",
    week: "a week (2024-W09)",
    "datetime-local": "a date and time (2024-02-29T13:45)",
    number: "a number",
    range: "a number",
    color: "a colour (#336699)"
};

const walkerIn = uncurry(root.Document.prototype.createTreeWalker);
const commandIn = uncurry(root.Document.prototype.execCommand);

function mistaken(words) {
    return { ok: false, mistake: words };
}

function quoted(text) {
    return '"' + text + '"';
}

// As a picker does: the value, then `input` and `change`. Nothing when it has
// the value already.
function setValue(element, value) {
    const text = String(value);
    if (!SETTERS.hasOwnProperty(localNameOf(element)))
        return mistaken(tagOf(element) + " is not a field with a value");
    const type = String(element.type);
    if (NOT_TEXT.test(type) || type === "file")
        return mistaken("a field of type " + type + " takes no value");
    if (!isEnabled(element) || element.readOnly)
        return refused("not editable");
    const taken = takenBy(element, type, text);
    if (taken.mistake) return taken;
    if (!takesFocus(element)) return withoutFocus(element);
    if (element.value === taken.value) return { ok: true };
    putValue(element, taken.value);
    announce(element, "input");
    announce(element, "change");
    return { ok: true };
}

// What the field makes of a text; it drops or changes what it cannot show.
function takenBy(element, type, text) {
    // A picker can be emptied; a slider and a palette cannot.
    const isEmptied = text === "" && !/^(range|color)$/.test(type);
    if (isEmptied || !PICKED.hasOwnProperty(type)) return { value: text };
    const twin = elementIn(doc, "input");
    twin.type = type;
    if (type === "range")
        ["min", "max", "step"].forEach(function (name) {
            const limit = attributeOf(element, name);
            if (limit !== null) twin.setAttribute(name, limit);
        });
    putValue(twin, text);
    const value = twin.value;
    if (isSameValue(type, value, text)) return { value: value };
    return mistaken(
        quoted(text) + " is not " + PICKED[type] +
        (type === "range" && Number(text) === Number(text)
            ? " that this range takes; it would take " + quoted(value)
            : "")
    );
}

function isSameValue(type, value, text) {
    if (type === "color") return value.toLowerCase() === text.toLowerCase();
    if (type === "number" || type === "range")
        return value !== "" && Number(value) === Number(text);
    // A time may come with seconds that are zero, a date not in another way.
    return value !== "" && (value === text || text.indexOf(value) === 0);
}

// ---- selecting -------------------------------------------------------------

// `range`: [from, to] in UTF-16 units, or null for all.
function selectText(element, range) {
    if (SETTERS.hasOwnProperty(localNameOf(element)))
        return selectInField(element, range);
    if (range !== null) return selectInText(element, range);
    takeFocus(element);
    root.getSelection().selectAllChildren(element);
    return { ok: true };
}

// All of it, to be typed over: the keys go to where the focus is.
function selectAll(element) {
    const ready = selectText(element, null);
    if (!ready.ok) return ready;
    const given = focusGiven(element);
    if (given === null) return withoutFocus(element);
    if (given !== element) selectText(given, null);
    return ready;
}

// `keys` is [releases, turn] of the typing.
function replace(element, keys) {
    const ready = selectAll(element);
    if (ready.ok && keys) endWith("keyup", keys[0], keys[1]);
    return ready;
}

// The same for a text that comes in one piece, without keys. `coming` is [event,
// turn] of the input that follows: by what it ends.
function replaceAtOnce(element, coming) {
    const trouble = troubleWithText(element);
    if (trouble !== null) return trouble;
    const ready = selectAll(element);
    if (ready.ok) endWith(coming[0], 1, coming[1]);
    return ready;
}

function troubleWithText(element) {
    if (!SETTERS.hasOwnProperty(localNameOf(element)))
        return isEditable(element) ? null : refused("not editable");
    const type = String(element.type);
    if (PICKED.hasOwnProperty(type) && type !== "number")
        return mistaken("a field of type " + type + " is not written in: set its value");
    if (NOT_TEXT.test(type) || type === "file")
        return mistaken("a field of type " + type + " takes no text");
    return isEditable(element) ? null : refused("not editable");
}

// What the text will stand in: the element, or the field that the page has put in
// its place as it got the focus. Null: the page has given the focus to another one.
function focusGiven(element) {
    const isField = SETTERS.hasOwnProperty(localNameOf(element));
    if (isActive(element) || (!isField && element.isConnected)) return element;
    const other = focused();
    if (element.isConnected || other === null) return null;
    return troubleWithText(other) === null ? other : null;
}

// As the pointer of a person who selects there does: what has the focus loses it,
// but for what the text stands in. (What is editable is focused by the selection.)
function takeFocus(element) {
    if (element.isContentEditable) return;
    for (var at = element; at !== null; at = above(at))
        if (at.tabIndex >= 0 || attributeOf(at, "tabindex") !== null)
            return at.focus({ preventScroll: true });
    const before = focused();
    if (before !== null) before.blur();
}

function selectInField(element, range) {
    if (!isEnabled(element)) return refused("disabled");
    element.focus();
    try {
        if (range === null) element.select();
        else element.setSelectionRange(range[0], range[1]);
    } catch (error) {
        return mistaken(
            "a field of type " + element.type + " can only be selected whole"
        );
    }
    return { ok: true };
}

function selectInText(element, range) {
    const start = pointIn(element, range[0]);
    const end = pointIn(element, range[1]);
    if (start === null || end === null)
        return mistaken(
            "the text of " + tagOf(element) + " has only " +
            textOf(element).length + " characters"
        );
    takeFocus(element);
    root.getSelection().setBaseAndExtent(
        start.node, start.offset, end.node, end.offset
    );
    return { ok: true };
}

// Where a character of the element's text stands: in which text node.
function pointIn(element, offset) {
    const walker = walkerIn(doc, element, 4); // text nodes
    var left = offset;
    for (var node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        if (left <= node.data.length) return { node: node, offset: left };
        left -= node.data.length;
    }
    return offset === 0 ? { node: element, offset: 0 } : null;
}

// ---- pasting ---------------------------------------------------------------

// A paste event with the text, then one of the change that is to come, and where
// the page prevents neither, the text. The events are not trusted: trusted ones
// have the data of the clipboard, which all tests of a browser have in common.
function paste(element, text) {
    const data = new root.DataTransfer();
    data.setData("text/plain", text);
    const event = new root.ClipboardEvent("paste", {
        clipboardData: data,
        bubbles: true,
        cancelable: true,
        composed: true
    });
    if (sendTo(element, event) && sendTo(element, beforePaste(element, text, data)))
        commandIn(doc, "insertText", false, text);
    return { ok: true };
}

// A field is told the text, what is editable otherwise the data.
function beforePaste(element, text, data) {
    const isField = /^(input|textarea)$/.test(localNameOf(element));
    return new root.InputEvent("beforeinput", {
        inputType: "insertFromPaste",
        data: isField ? text : null,
        dataTransfer: isField ? null : data,
        bubbles: true,
        cancelable: true,
        composed: true
    });
}

function pasteInto(element, text) {
    const ready = caret(element, null);
    return ready.ok ? paste(element, text) : ready;
}

function pasteAtFocus(text) {
    const element = focusedIn(doc) || bodyOf(doc);
    if (element === null) return refused("not there");
    return paste(element, text);
}

// ---- files -----------------------------------------------------------------

// The host puts files into a field, for which the browser sends `input` and
// `change`, both trusted. By then the field has them; if the page is no longer
// in the state in which that was chosen, it gets back those of before, in the
// same turn and before the page hears of it.
var filling = null; // {element, before}

function aimFiles(ref, count, wanted, turn) {
    const found = elementOf(ref);
    if (!found.element) return encode(unfound(found));
    const trouble = troubleWithFiles(found.element, count);
    if (trouble !== null) return encode(trouble);
    expect(wanted);
    filling = { element: found.element, before: found.element.files };
    endWith("change", 1, turn);
    return encode(description(found.element));
}

function troubleWithFiles(element, count) {
    if (localNameOf(element) !== "input" || element.type !== "file")
        return mistaken(tagOf(element) + " is not a field for files");
    if (count > 1 && !element.multiple)
        return mistaken(tagOf(element) + " takes one file");
    return !isEnabled(element) ? refused("disabled") : null;
}

// For the host: the element itself.
function fileField() {
    return filling === null ? null : filling.element;
}

function onFiles(event) {
    if (filling === null || expected === null || !event.isTrusted) return;
    if (event.composedPath()[0] !== filling.element) return;
    noteEnd(event);
    if (decision === null) decideOnFiles(filling);
    if (decision === "blocked") event.stopImmediatePropagation();
    if (event.type === "change") filling = null;
}

function decideOnFiles(mine) {
    const after = mine.element.files;
    mine.element.files = mine.before;
    if (admit()) mine.element.files = after;
}
