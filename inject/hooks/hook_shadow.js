// Runs in the page's own world, before its code, when the dependency set has a
// selector with ">>>": a shadow root that is attached to an element of the page
// makes no mutation, so the page script is told by an event, which it swallows. A
// closed root is told of by an event of its own: nobody looks into it.
(function () {
    "use strict";
    const uncurry = Function.prototype.bind.bind(Function.prototype.call);
    const attach = Element.prototype.attachShadow;
    const apply = uncurry(Function.prototype.apply);
    const send = uncurry(EventTarget.prototype.dispatchEvent);
    const isConnected = uncurry(
        Object.getOwnPropertyDescriptor(Node.prototype, "isConnected").get
    );
    const modeOf = uncurry(
        Object.getOwnPropertyDescriptor(ShadowRoot.prototype, "mode").get
    );
    const News = Event;

    Element.prototype.attachShadow = function attachShadow(init) {
        const shadow = apply(attach, this, arguments);
        const name = modeOf(shadow) === "closed" ? "weir-closed" : "weir-shadow";
        if (isConnected(this)) send(this, new News(name, { composed: true }));
        return shadow;
    };
})();
