// View transitions from one document to the next (`@view-transition`), in the page
// and in frames, take a frame between the two, which comes too late when the host
// makes the frames: the compositor that both documents share (RenderDocument is
// off, cdp/launch/flags.c) then waits for it for ever. So no document takes part in one: a
// rule of ours, after all others, says so. A page is told the same by browsers that
// know nothing of such transitions. One that surely has no such rule is left as it is.
//
// Gives a function that looks at the sheets that it does not know yet.
function watchCrossing(root) {
    const prototype = root.Document.prototype;
    const adopted = Object.getOwnPropertyDescriptor(prototype, "adoptedStyleSheets");
    const linked = Object.getOwnPropertyDescriptor(prototype, "styleSheets");
    const top = Object.getOwnPropertyDescriptor(prototype, "documentElement");
    var ownDocument = null; // a frame's window may get another one
    var prevention = null; // our sheet, once it is needed
    var known = null;

    function listOf(some) {
        return Array.prototype.slice.call(some);
    }

    function isTheirs(sheet) {
        return sheet !== prevention;
    }

    function adoptedByThem() {
        return listOf(adopted.get.call(ownDocument)).filter(isTheirs);
    }

    function sheets() {
        return listOf(linked.get.call(ownDocument)).concat(adoptedByThem());
    }

    // What is in a sheet of another origin cannot be known.
    function mayCross(sheet) {
        try {
            return listOf(sheet.cssRules).some(isCrossing);
        } catch (error) {
            return true;
        }
    }

    // Groups have rules of their own, an import has a sheet.
    function isCrossing(rule) {
        if (rule instanceof root.CSSViewTransitionRule) return true;
        if (rule instanceof root.CSSStyleRule) return false;
        if (rule instanceof root.CSSImportRule)
            return rule.styleSheet === null || mayCross(rule.styleSheet);
        return rule instanceof root.CSSGroupingRule && mayCross(rule);
    }

    function prevent() {
        if (prevention === null) {
            prevention = new root.CSSStyleSheet();
            prevention.replaceSync("@view-transition { navigation: none; }");
        }
        adopted.set.call(ownDocument, adoptedByThem().concat([prevention]));
        // The browser hears of it with the next look at styles.
        const element = top.get.call(ownDocument);
        if (element !== null) void root.getComputedStyle(element).opacity;
    }

    function meetDocument() {
        if (ownDocument === root.document) return;
        ownDocument = root.document;
        prevention = null;
        known = new root.Set();
        // Sheets that come later; a frame is not asked to look.
        ownDocument.addEventListener("load", look, true);
    }

    // Put back where the page has replaced what it had adopted.
    function isPrevented() {
        meetDocument();
        if (prevention === null) return false;
        const all = adopted.get.call(ownDocument);
        if (all[all.length - 1] !== prevention) prevent();
        return true;
    }

    function look() {
        if (isPrevented()) return;
        const all = sheets();
        const isNew = all.some(function (sheet) {
            return !known.has(sheet) && mayCross(sheet);
        });
        known = new root.Set(all);
        if (isNew) prevent();
    }

    // Rules may have been added to a sheet since. (Going back and forward is told
    // of too late to be of use here.)
    function leave(event) {
        if (event.navigationType === "reload" || event.downloadRequest !== null)
            return;
        if (event.destination.sameDocument) return;
        if (!isPrevented() && sheets().some(mayCross)) prevent();
    }

    // Chromium 126 has it. (Our unit tests' pages are none of a browser.)
    if (typeof root.CSSViewTransitionRule !== "function") return function () {};
    if (root.navigation) root.navigation.addEventListener("navigate", leave);
    root.addEventListener("load", look);
    meetDocument();
    return look;
}
