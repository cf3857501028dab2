// Runs in the page's own world, before its code: what scripts have put on an element is
// seen here only. The page script asks for a property of a custom element by an event
// at it, which names a comment that is in no document: that holds the name, and then the
// value as JSON. The page sees nothing of it. The host calls this function.
(function () {
    "use strict";
    const uncurry = Function.prototype.bind.bind(Function.prototype.call);
    const describe = Object.getOwnPropertyDescriptor;
    const data = describe(CharacterData.prototype, "data");
    const read = uncurry(data.get);
    const write = uncurry(data.set);
    const cut = uncurry(String.prototype.slice);
    const swallow = uncurry(Event.prototype.stopImmediatePropagation);
    const pathOf = uncurry(Event.prototype.composedPath);
    const nodeOf = uncurry(describe(MouseEvent.prototype, "relatedTarget").get);
    const stringify = JSON.stringify;

    // Of what has no JSON, as a function or what holds itself, nothing is told.
    function valueOf(element, name) {
        try {
            const text = stringify(element[name]);
            return typeof text === "string" ? text : "";
        } catch (error) {
            return "";
        }
    }

    window.addEventListener("weir-field", function (event) {
        swallow(event);
        const node = nodeOf(event);
        if (node === null) return;
        write(node, "=" + valueOf(pathOf(event)[0], cut(read(node), 1)));
    }, true);
})
