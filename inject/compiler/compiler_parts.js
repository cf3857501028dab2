/* How a selector with ">>>" comes apart. The one file of the compiler that is a
 * part of the page script, too: what a model names comes with its actions. */

/* What may hold a ">>>" that is none: escapes and strings; also what stands in
 * brackets or parentheses. What is not closed goes to the end of the selector;
 * the browser complains. */
const OPAQUE =
    /^(?:\\[\s\S]|"(?:\\[\s\S]|[^"\\])*"?|'(?:\\[\s\S]|[^'\\])*'?)/;

/* visit(i, before) for each character that is not opaque and not in brackets,
 * with the one before it ("" for the first); it returns how many characters it
 * has dealt with, or 0. */
function eachCharacter(text, visit) {
    var depth = 0;
    var before = "";
    for (var i = 0; i < text.length; ) {
        const opaque = OPAQUE.exec(text.slice(i));
        const character = text.charAt(i);
        if (character === "(" || character === "[") depth++;
        if (character === ")" || character === "]") depth--;
        if (opaque !== null) i += opaque[0].length;
        else i += (depth <= 0 && visit(i, before)) || 1;
        before = opaque !== null ? "\\" : character;
    }
}

/* The parts of a selector, as browsers take them: one where there is no ">>>". */
function partsIn(selector) {
    const found = cut(selector);
    return found.length > 1 ? found.map(withFrames) : found;
}

function cut(selector) {
    const found = [];
    var start = 0;
    eachCharacter(selector, function (i) {
        if (selector.substr(i, 3) !== ">>>") return 0;
        found.push(selector.slice(start, i).trim());
        start = i + 3;
        return 3;
    });
    found.push(selector.slice(start).trim());
    return found;
}

/* "frame" as the type at the start of a compound stands for both kinds of
 * frames. */
const FRAME = /^frame(?![\w\\|-]|[^\x00-\x7f])/i;
const BEFORE_A_COMPOUND = /^[\s,>+~]?$/;

function withFrames(selector) {
    var text = "";
    var start = 0;
    eachCharacter(selector, function (i, before) {
        if (!BEFORE_A_COMPOUND.test(before)) return 0;
        if (!FRAME.test(selector.slice(i))) return 0;
        text += selector.slice(start, i) + ":is(frame,iframe)";
        start = i + 5;
        return 5;
    });
    return text + selector.slice(start);
}
