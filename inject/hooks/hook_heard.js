// Runs in the page's own world, before its code: notes (hook.js, whose `counts` these are)
// that the page has set up something that hears of a frame, for which one has to be drawn.
(function (counts) {
    "use strict";
    const root = window;
    const uncurry = Function.prototype.bind.bind(Function.prototype.call);
    const apply = uncurry(Function.prototype.apply);
    const call = uncurry(Function.prototype.call);
    const noteObserver = counts.noteObserver;

    // Calls `before` with the first argument of each call of the method.
    function precede(owner, name, before) {
        const method = owner[name];
        owner[name] = {
            [name]: function () {
                before(arguments[0]);
                return apply(method, this, arguments);
            }
        }[name];
    }

    const counted = root.requestAnimationFrame; // as hook_timers.js has it

    function countFrame() {
        call(counted, root, function () {});
    }

    // A dialog hears with the next frame that it has been closed. The page script
    // sees one that a form or a key closes, as long as it lies in the document.
    ["close", "requestClose"].forEach(function (name) {
        if (typeof HTMLDialogElement.prototype[name] === "function")
            precede(HTMLDialogElement.prototype, name, countFrame);
    });

    // A scroll is heard of with the next frame, in front of what has asked for it. (That
    // of the window, and of what has the focus, the page script sees: scrolled.js.)
    const noteScroll = counts.isVirtualTime ? noteObserver : countFrame;
    ["scroll", "scrollTo", "scrollBy", "scrollIntoView"].forEach(function (name) {
        precede(Element.prototype, name, noteScroll);
    });
    heedHandler(Element.prototype, "scrollTop", noteScroll);
    heedHandler(Element.prototype, "scrollLeft", noteScroll);

    // Events that come with a frame. Ends of what moves and scrolls are not among
    // them: these the page script sees itself.
    const LATE = [
        "transitionrun", "transitionstart", "transitioncancel", "select",
        "contentvisibilityautostatechange"
    ];

    function isLate(type) {
        for (var i = 0; i < LATE.length; i++)
            if (LATE[i] === type) return true;
        return false;
    }

    function heedHandlers(owner) {
        for (var i = 0; i < LATE.length; i++)
            heedHandler(owner, "on" + LATE[i], noteObserver);
    }

    precede(root.ResizeObserver.prototype, "observe", noteObserver);
    precede(root.IntersectionObserver.prototype, "observe", noteObserver);
    // In real time frames come as they come, and nobody waits for these.
    if (counts.isVirtualTime) {
        precede(root.PerformanceObserver.prototype, "observe", counts.notePaints);
        precede(EventTarget.prototype, "addEventListener", function (type) {
            if (isLate(type)) noteObserver();
        });
        heedHandlers(root);
        heedHandlers(Document.prototype);
        heedHandlers(HTMLElement.prototype);
        heedHandlers(SVGElement.prototype);
    }

    function heedHandler(owner, name, note) {
        const found = Object.getOwnPropertyDescriptor(owner, name);
        if (found === undefined || found.set === undefined) return;
        const set = found.set;
        found.set = function () {
            note();
            return apply(set, this, arguments);
        };
        Object.defineProperty(owner, name, found);
    }

    return counts;
})
