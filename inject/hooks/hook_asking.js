// Runs in the page's own world, before its code, where the specification answers the page's
// dialogs: tells the page script of each one right before it opens, since nothing runs from
// then on until it is answered. The host calls this function.
(function () {
    "use strict";
    const root = window;
    const uncurry = Function.prototype.bind.bind(Function.prototype.call);
    const apply = uncurry(Function.prototype.apply);
    const dispatch = uncurry(EventTarget.prototype.dispatchEvent);
    const OwnEvent = Event;

    function replace(name) {
        const ask = root[name];
        root[name] = {
            [name]: function () {
                dispatch(root, new OwnEvent("weir-asks"));
                return apply(ask, this, arguments);
            }
        }[name];
    }

    replace("alert");
    replace("confirm");
    replace("prompt");
})
