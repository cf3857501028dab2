// Runs in the page's own world, before its code, under virtual time: tells the page script
// of a WebSocket by an event at the window, which it swallows. What comes through one comes
// when it comes. The host calls this function.
(function () {
    "use strict";
    const root = window;
    const Socket = root.WebSocket;
    if (typeof Socket !== "function") return;
    const uncurry = Function.prototype.bind.bind(Function.prototype.call);
    const dispatch = uncurry(EventTarget.prototype.dispatchEvent);
    const construct = Reflect.construct;
    const News = Event;

    function replace(object, name, value) {
        const how = Object.getOwnPropertyDescriptor(object, name);
        how.value = value;
        Object.defineProperty(object, name, how);
    }

    // Still the same class for whoever asks.
    const watched = new Proxy(Socket, {
        construct: function (target, values, newTarget) {
            const socket = construct(target, values, newTarget);
            dispatch(root, new News("weir-socket"));
            return socket;
        }
    });
    replace(Socket.prototype, "constructor", watched);
    replace(root, "WebSocket", watched);
})
