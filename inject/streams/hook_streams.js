// Runs in the page's own world, before its code: gives it weir.signal(name, source), which
// follows a source of values under a name (docs/SIGNALS.md). The page script asks for
// what they have come to by an event that names a comment, which is in no document: it
// holds the names as JSON, and then the answer. The host calls this function with what
// hook_sources.js gives.
(function (sources) {
    "use strict";
    if (window.top !== window) return;
    const uncurry = Function.prototype.bind.bind(Function.prototype.call);
    const data = Object.getOwnPropertyDescriptor(CharacterData.prototype, "data");
    const read = uncurry(data.get);
    const write = uncurry(data.set);
    const swallow = uncurry(Event.prototype.stopImmediatePropagation);
    const nodeOf = uncurry(
        Object.getOwnPropertyDescriptor(MouseEvent.prototype, "relatedTarget").get
    );
    const stringify = JSON.stringify;
    const parse = JSON.parse;

    window.addEventListener("weir-streams", function (event) {
        swallow(event);
        const node = nodeOf(event);
        if (node === null) return;
        const answer = {};
        const names = parse(read(node));
        for (let i = 0; i < names.length; i++)
            if (sources.has(names[i])) answer[names[i]] = sources.note(names[i]);
        write(node, stringify(answer));
    }, true);

    Object.defineProperty(window, "weir", {
        value: { signal: sources.signal }, configurable: true, writable: true
    });
})
