// `::view`: what a model says that the page shows (compiler_view.js has the form
// of a description), as people see it: what is not displayed is not there.

// scope: the element that is looked into; null: the document.
function foundIn(scope, selector) {
    reading = selector;
    return scope === null ? findAll(selector) : soughtIn(scope, selector);
}

function soughtIn(scope, selector) {
    reading = selector;
    try {
        return lookUpFrom(scope, selector);
    } catch (error) {
        throw new Trouble("selector", String(error.message));
    }
}

// The page as a whole, which stands in no other element.
function isPage(element) {
    return /^(body|html)$/.test(localNameOf(element));
}

// What has no box of its own is where the element around it is.
function isWithinDisplay(element) {
    const around = parentOf(element);
    return around === null || isOnDisplay(around);
}

// A checkbox that a style hides behind a picture (opacity) is there.
function isOnDisplay(element) {
    const style = styleOf(measured(element));
    if (!isFrameVisible(element)) return false;
    if (isPage(element))
        return style.display !== "none" && !UNSEEN.test(style.visibility);
    if (style.display === "contents")
        return !UNSEEN.test(style.visibility) && isWithinDisplay(element);
    return isDisplayed(element, style);
}

function shownIn(scope, selector) {
    const found = foundIn(scope, selector);
    const shown = [];
    for (var i = 0; i < found.length; i++)
        if (isOnDisplay(found[i])) shown.push(found[i]);
    return shown;
}

function viewed(scope, description) {
    if (description.fields !== undefined) return fieldsIn(scope, description);
    if (description.all !== undefined)
        return shownIn(scope, description.all).map(function (element) {
            return viewed(element, description.of);
        });
    if (description.count !== undefined)
        return shownIn(scope, description.count).length;
    if (description.shown !== undefined)
        return shownIn(scope, description.shown).length > 0;
    return oneIn(scope, description);
}

function fieldsIn(scope, description) {
    const values = {};
    Object.keys(description.fields).forEach(function (name) {
        put(values, name, viewed(scope, description.fields[name]));
    });
    return values;
}

// Of a property or an attribute whether it is shown is no matter.
function oneIn(scope, description) {
    if (description.one === null)
        return scope === null ? null : partOf(scope, description);
    const found = description.text
        ? shownIn(scope, description.one)
        : foundIn(scope, description.one);
    return found.length === 0 ? null : partOf(found[0], description);
}

function partOf(element, description) {
    if (description.attribute !== undefined)
        return attributeOf(element, description.attribute);
    if (description.field === "shown") return isOnDisplay(element);
    if (description.field === "focused") return isActive(element);
    if (description.field === "enabled") return isEnabled(element);
    if (description.field !== undefined)
        return plain(anyProperty(element, description.field));
    return shownText(element);
}

// What people read there, in one line; of a field what it holds, of a list what
// is chosen in it.
function shownText(element) {
    const name = localNameOf(element);
    if (name === "textarea" || (name === "input" && isTyped(element)))
        return element.value;
    const text =
        name === "select"
            ? chosenTexts(element).join(", ")
            : visibleText(element);
    return inOneLine(text);
}

function isTyped(element) {
    return !/^(checkbox|radio|image|file)$/.test(element.type);
}

function chosenTexts(list) {
    const texts = [];
    for (var i = 0; i < list.options.length; i++)
        if (list.options[i].selected) texts.push(list.options[i].text);
    return texts;
}

function inOneLine(text) {
    return text.replace(/\s+/g, " ").trim();
}

// ---- an element by how a model names it ------------------------------------

// What stands in place of a ref: "find:" and {"find": selector, "in": such an
// object, or null, "at": its place, "text": what is to be read in it}. Looked up when
// the action is performed, in the turn in which the guard looks.
const SOUGHT = /^find:/;

// A person does nothing with what is disabled.
function sought(ref) {
    try {
        const wanted = JSON.parse(ref.slice(5));
        const found = theOne(wanted);
        return found.element && !isEnabled(found.element)
            ? { reason: "disabled" + wordsOf(wanted) } : found;
    } catch (error) {
        if (!(error instanceof Trouble)) throw error;
        return { invalid: { selector: reading, message: error.message } };
    }
}

function theOne(wanted) {
    var scope = null;
    if (wanted["in"]) {
        const around = theOne(wanted["in"]);
        if (!around.element) return around;
        scope = around.element;
    }
    var found = listOf(soughtIn(scope, wanted.find));
    if (typeof wanted.text === "string")
        found = found.filter(function (element) {
            return shownText(element) === inOneLine(wanted.text);
        });
    if (found.length > 1) found = onlyShown(found);
    if (typeof wanted.at === "number")
        found = found.slice(wanted.at, wanted.at + 1);
    if (found.length === 0) return { reason: "not there" + wordsOf(wanted) };
    if (found.length > 1)
        return { reason: "one of " + found.length + wordsOf(wanted) };
    return { element: found[0] };
}

// Where none is shown all of them count: one of them may be waited for.
function onlyShown(found) {
    const shown = found.filter(isOnDisplay);
    forgetMeasures();
    return shown.length > 0 ? shown : found;
}

function wordsOf(wanted) {
    const text = typeof wanted.text === "string"
        ? " with the text " + encode(wanted.text) : "";
    const at = typeof wanted.at === "number" ? ", number " + wanted.at : "";
    return ": " + wanted.find + text + at;
}
