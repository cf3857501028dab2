// Actions for which no real input exists; those on fields in forms.js.

// Inputs whose value is not what a user edits.
const NOT_TEXT = /^(button|checkbox|hidden|image|radio|reset|submit)$/;
const SETTERS = { input: "HTMLInputElement", textarea: "HTMLTextAreaElement" };

function announce(element, name) {
    const event = new root.Event(name, {
        bubbles: true,
        composed: name === "input"
    });
    sendTo(element, event);
}

// Where the focus cannot go a person does nothing: to what is not displayed, or lies
// behind a modal dialog. A page may hand the focus on to another one at once, or take it
// away.
function takesFocus(element) {
    if (isActive(element)) return true;
    const before = focused();
    var hasHad = false;
    function hear() {
        hasHad = true;
    }
    listenTo(element, "focusin", hear, true);
    element.focus();
    unlistenTo(element, "focusin", hear, true);
    return hasHad || isActive(element) || focused() !== before;
}

function withoutFocus(element) {
    const isShown = boxesOf(element).length > 0;
    return refused(isShown ? "not focusable" : "not displayed");
}

// As a user chooses: nothing happens when it is already chosen.
function select(element, value) {
    const list = closestOf(element, "select");
    if (list === null) return refused("not in a select");
    const option = optionOf(list, element, String(value));
    if (option === null)
        return refused("without the option " + encode(String(value)));
    if (!isEnabled(option)) return refused("disabled");
    if (!takesFocus(list)) return withoutFocus(list);
    if (option.selected) return { ok: true };
    option.selected = true;
    announce(list, "input");
    announce(list, "change");
    return { ok: true };
}

// The option that was named, or the first of that value.
function optionOf(list, element, value) {
    if (localNameOf(element) === "option" && element.value === value)
        return element;
    for (var i = 0; i < list.options.length; i++)
        if (list.options[i].value === value) return list.options[i];
    return null;
}

function focus(element) {
    element.focus();
    return isActive(element) ? { ok: true } : withoutFocus(element);
}

// Ready to type after what is there. Where the user's caret already is, it
// stays.
// `keys` is [releases, turn] of the typing that follows, or null.
function caret(element, keys) {
    if (!isActive(element)) {
        element.focus();
        if (!isActive(element)) return withoutFocus(element);
        putCaret(element);
    }
    if (keys) endWith("keyup", keys[0], keys[1]);
    return { ok: true };
}

function putCaret(element) {
    if (SETTERS.hasOwnProperty(localNameOf(element))) toEnd(element);
    else if (element.isContentEditable) collapseBehind(element);
}

// As the keyboard does (Control and End): after the last block a caret would
// stand in none.
function collapseBehind(element) {
    const selection = selectionOfView(viewOf(element));
    selection.collapse(element, 0);
    selection.modify("move", "forward", "documentboundary");
}

function toEnd(element) {
    try {
        element.setSelectionRange(element.value.length, element.value.length);
    } catch (error) {
        // Of numbers and their like scripts cannot tell where the caret is.
        selectionOfView(viewOf(element)).modify(
            "move", "forward", "documentboundary"
        );
    }
}

// As WebDriver clears: focus, empty, announce, leave.
function clear(element) {
    if (!isEditable(element)) return refused("not editable");
    const isControl = SETTERS.hasOwnProperty(localNameOf(element));
    if ((isControl ? element.value : textOf(element)) === "")
        return { ok: true };
    if (!takesFocus(element) && isControl) return withoutFocus(element);
    if (isControl) putValue(element, "");
    else element.textContent = "";
    announce(element, "input");
    announce(element, "change");
    element.blur();
    return { ok: true };
}

function isEditable(element) {
    if (!SETTERS.hasOwnProperty(localNameOf(element)))
        return element.isContentEditable === true;
    if (!isEnabled(element) || element.readOnly) return false;
    return !NOT_TEXT.test(element.type);
}

// Frameworks put a `value` of their own on the element to hear of changes by
// script; a user's edit does not go through it.
function putValue(element, text) {
    const prototype = root[SETTERS[localNameOf(element)]].prototype;
    const value = Object.getOwnPropertyDescriptor(prototype, "value");
    value.set.call(element, text);
}

function click(element) {
    element.click();
    return { ok: true };
}

const SCRIPTED = {
    select: select,
    focus: focus,
    caret: caret,
    clear: clear,
    click: click,
    setValue: setValue,
    selectText: selectText,
    replace: replace,
    replaceAtOnce: replaceAtOnce,
    paste: pasteInto
};

// Without an element.
const UNPOINTED = {
    scrollBy: scrollBy,
    paste: pasteAtFocus
};

function scrollBy(distance) {
    root.scrollBy({
        left: distance[0],
        top: distance[1],
        behavior: "instant"
    });
    noteScrolled();
    oweFrames(1);
    return { ok: true };
}

function performed(kind, ref, argument) {
    if (ref === null && UNPOINTED.hasOwnProperty(kind))
        return admit() ? UNPOINTED[kind](argument) : refused("stale");
    if (OF_PAGE.hasOwnProperty(kind)) return performedOnPage(kind, argument);
    if (!SCRIPTED.hasOwnProperty(kind)) return refused("unsupported");
    const found = elementOf(ref);
    if (!found.element) return unfound(found);
    if (!admit()) return refused("stale");
    // The words for the report are those of before.
    const words = description(found.element);
    const answer = SCRIPTED[kind](found.element, argument);
    return answer.ok ? words : answer;
}

var performing = false; // in this turn, as the host asked

function perform(kind, ref, argument) {
    performing = true;
    try {
        return encode(performed(kind, ref, argument));
    } finally {
        performing = false;
    }
}
