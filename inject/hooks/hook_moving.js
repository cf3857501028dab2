// Runs in the page's own world, before its code, under virtual time: what moves in
// a shadow tree is in no list of the document, so the page script asks for the trees
// in which something does (animate.js). It hears of each by an event from there, and
// swallows it. Closed roots send none that anybody outside could tell from others.
(function () {
    "use strict";
    const root = window;
    const uncurry = Function.prototype.bind.bind(Function.prototype.call);
    const attach = Element.prototype.attachShadow;
    const apply = uncurry(Function.prototype.apply);
    const send = uncurry(EventTarget.prototype.dispatchEvent);
    const swallow = uncurry(Event.prototype.stopImmediatePropagation);
    const animationsIn = uncurry(ShadowRoot.prototype.getAnimations);
    const getter = function (prototype, name) {
        return uncurry(Object.getOwnPropertyDescriptor(prototype, name).get);
    };
    const isConnected = getter(Node.prototype, "isConnected");
    const shadowOf = getter(Element.prototype, "shadowRoot");
    const allBelow = uncurry(DocumentFragment.prototype.querySelectorAll);
    const allIn = uncurry(Document.prototype.querySelectorAll);
    const Reference = WeakRef;
    const behind = uncurry(WeakRef.prototype.deref);
    const Known = WeakSet;
    const has = uncurry(WeakSet.prototype.has);
    const add = uncurry(WeakSet.prototype.add);
    const News = Event;
    const document = root.document;
    // From 0 to `count`; no methods of arrays: the page may have replaced them.
    const trees = {};
    const known = new Known();
    var count = 0;

    function keep(tree) {
        if (has(known, tree)) return;
        add(known, tree);
        trees[count++] = new Reference(tree);
    }

    Element.prototype.attachShadow = function attachShadow(init) {
        const shadow = apply(attach, this, arguments);
        keep(shadow);
        return shadow;
    };

    // Those that the parser has made of templates.
    function keepAll(elements) {
        for (var i = 0; i < elements.length; i++) {
            const shadow = shadowOf(elements[i]);
            if (shadow === null) continue;
            keep(shadow);
            keepAll(allBelow(shadow, "*"));
        }
    }

    root.addEventListener("DOMContentLoaded", function (event) {
        if (event.isTrusted) keepAll(allIn(document, "*"));
    }, true);

    root.addEventListener("weir-moving", function (event) {
        swallow(event);
        var kept = 0;
        for (var i = 0; i < count; i++) {
            const tree = behind(trees[i]);
            if (tree === undefined) continue;
            trees[kept++] = trees[i];
            if (isConnected(tree) && animationsIn(tree).length > 0)
                send(tree, new News("weir-moves", { composed: true }));
        }
        count = kept;
    }, true);
})
