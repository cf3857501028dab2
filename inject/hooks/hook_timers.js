// Runs in the page's own world, before its code: its animation frames and timers are
// counted, and wait while an action is delivered (hook.js, whose `counts` these are).
(function (counts) {
    "use strict";
    const root = window;
    const uncurry = Function.prototype.bind.bind(Function.prototype.call);
    const apply = uncurry(Function.prototype.apply);
    const call = uncurry(Function.prototype.call);
    const now = Performance.prototype.now.bind(root.performance);
    const frames = counts.frames;
    const timers = counts.timers;
    const belonging = counts.belonging;
    const others = counts.others;

    // ---- frames -----------------------------------------------------------------

    const request = uncurry(root.requestAnimationFrame);
    const cancel = uncurry(root.cancelAnimationFrame);

    // Browsers date frames by the real clock. Where the page's is another one it
    // would never see time pass from frame to frame.
    function dated(time) {
        return counts.isVirtualTime ? now() : time;
    }

    root.requestAnimationFrame = function requestAnimationFrame(callback) {
        if (typeof callback !== "function")
            return request(root, callback); // the browser's own complaint
        const id = request(root, function (time) {
            counts.inTurn(belonging, "frame " + id, function () {
                counts.drop(frames, id);
                try {
                    return call(callback, undefined, dated(time));
                } finally {
                    counts.tell();
                }
            });
        });
        counts.add(frames, id);
        return id;
    };

    root.cancelAnimationFrame = function cancelAnimationFrame(id) {
        counts.forget(frames, id);
        counts.forgetDue(belonging, "frame " + id);
        return cancel(root, id);
    };

    // ---- timers -----------------------------------------------------------------

    const setTimer = root.setTimeout;

    root.setTimeout = function setTimeout(callback) {
        const that = this === undefined ? root : this;
        if (typeof callback !== "function")
            return apply(setTimer, that, arguments);
        const given = arguments;
        const isCounted = counts.isShort(given[1]);
        given[0] = function () {
            const self = this;
            const last = arguments;
            counts.inTurn(isCounted ? belonging : others, id, function () {
                if (isCounted) counts.drop(timers, id);
                else counts.dropLater(id);
                try {
                    return apply(callback, self, last);
                } finally {
                    if (isCounted) counts.tell();
                }
            });
        };
        const id = apply(setTimer, that, given);
        if (isCounted) counts.add(timers, id);
        else counts.putLater(id, given[1]);
        return id;
    };

    const setRepeated = root.setInterval;
    root.setInterval = function setInterval(callback) {
        const that = this === undefined ? root : this;
        if (typeof callback !== "function")
            return apply(setRepeated, that, arguments);
        const given = arguments;
        given[0] = function () {
            const self = this;
            const last = arguments;
            counts.inTurn(others, id, function () {
                if (counts.isLater(id)) counts.putLater(id, given[1]);
                apply(callback, self, last);
            });
        };
        const id = apply(setRepeated, that, given);
        counts.putLater(id, given[1]);
        return id;
    };

    // Either of the two stops either sort of timer.
    const clear = root.clearTimeout;
    const clearRepeated = root.clearInterval;

    function forgetTimer(given) {
        const id = typeof given === "string" ? Number(given) : given;
        counts.forget(timers, id);
        counts.dropLater(id);
        counts.forgetDue(belonging, id);
        counts.forgetDue(others, id);
    }

    root.clearTimeout = function clearTimeout(id) {
        forgetTimer(id);
        return apply(clear, this === undefined ? root : this, arguments);
    };

    root.clearInterval = function clearInterval(id) {
        forgetTimer(id);
        return apply(
            clearRepeated, this === undefined ? root : this, arguments
        );
    };

    return counts;
})
