/* The compiler, continued: selectors with ">>>". Each of their parts is a CSS
 * selector, looked up in the shadow roots and frames of the elements that the
 * part before has. */

/* Adds the parts of a selector to the build when it has more than one, and what
 * the browser is to look up where it does not know all of it. */
function noteParts(build, selector) {
    const css = lookedUpFor(selector);
    if (css !== null) build.clickable[selector] = css;
    const found = partsIn(css === null ? selector : css);
    if (found.length > 1) build.deep[selector] = found;
}

/* `::nested`: what actions name may lie behind ">>>", and comes with them. */
function isDeep(build) {
    return (
        build.deps.hasOwnProperty("::nested") ||
        Object.keys(build.deep).length > 0
    );
}

/* The table that deep.js asks. */
function partsText(build) {
    return isDeep(build) ? ["const PARTS = " + literal(build.deep) + ";"] : [];
}
