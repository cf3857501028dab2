// Runs in the page's own world, before its code, after hook_timers.js: when nothing else is
// to be done.
//
// Browsers call back when the machine has time, and after an input that may take
// them a while. Here it is as soon as the page has nothing else to do; whoever
// asks again from there waits for a frame's time. The host calls this function.
(function () {
    "use strict";
    const root = window;
    const uncurry = Function.prototype.bind.bind(Function.prototype.call);
    const apply = uncurry(Function.prototype.apply);
    const call = uncurry(Function.prototype.call);
    const now = Performance.prototype.now.bind(root.performance);
    const SOON_MS = 1;
    const FRAME_MS = 16;
    // So much for one call. A clock that stands would leave it all: each time that
    // it is asked for, it is a little less.
    const IDLE_MS = 50;
    const IDLE_STEP_MS = 0.5;
    const requestIdle = root.requestIdleCallback;
    const deadlines = root.IdleDeadline.prototype;
    const create = Object.create;
    const soon = root.setTimeout; // as hook_timers.js has them
    const stop = root.clearTimeout;
    var isIdle = false;

    function idleDeadline() {
        const since = now();
        var spent = 0;
        return create(deadlines, {
            didTimeout: { __proto__: null, value: false },
            timeRemaining: {
                __proto__: null,
                value: function timeRemaining() {
                    spent += IDLE_STEP_MS;
                    const left = IDLE_MS - spent - (now() - since);
                    return left > 0 ? left : 0;
                }
            }
        });
    }

    root.requestIdleCallback = function requestIdleCallback(callback) {
        if (typeof callback !== "function")
            return apply(requestIdle, root, arguments);
        return soon(function () {
            isIdle = true;
            try {
                call(callback, undefined, idleDeadline());
            } finally {
                isIdle = false;
            }
        }, isIdle ? FRAME_MS : SOON_MS);
    };

    root.cancelIdleCallback = function cancelIdleCallback(id) {
        return stop(id);
    };
})
