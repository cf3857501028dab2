/* The compiler, continued: selectors that end with ":looks-clickable", which
 * browsers do not know; clickable.js finds their elements. It stands at the end of
 * a selector without commas, so that nobody asks what of a list it holds for. */

const LOOKS_CLICKABLE = ":looks-clickable";

/* What the browser is to look up for it; null: it knows the whole selector. */
function lookedUpFor(selector) {
    const places = [];
    var commas = 0;
    eachCharacter(selector, function (i) {
        if (selector.substr(i, 3) === ">>>") commas = 0;
        if (selector.charAt(i) === ",") commas++;
        if (selector.substr(i, LOOKS_CLICKABLE.length) === LOOKS_CLICKABLE)
            places.push(i);
        return 0;
    });
    if (places.length === 0) return null;
    const behind = selector.slice(places[0] + LOOKS_CLICKABLE.length);
    if (behind.trim() !== "" || commas > 0)
        throw (
            "`" + selector + "`: `" + LOOKS_CLICKABLE + "` stands at the end " +
            "of a selector without commas, as in `:is(li, td)" +
            LOOKS_CLICKABLE + "`"
        );
    return selector.slice(0, places[0]).replace(/(^|[\s>+~])$/, "$1*");
}

/* How clickable.js is asked, or what stands for it where nothing is to be asked. */
function addClickable(build) {
    if (Object.keys(build.clickable).length > 0) {
        build.needed.clickable = true;
        build.functions.push(
            "const CLICKABLE = " + literal(build.clickable) + ";"
        );
        return;
    }
    build.functions.push("function cssOf(selector) { return selector; }");
    build.functions.push("function sift(selector, found) { return found; }");
    build.functions.push("function isSifted() { return true; }");
}
