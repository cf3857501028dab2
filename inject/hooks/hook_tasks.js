// Runs in the page's own world, before its code: tasks by their priority that come later
// are counted like short timers (hook.js, whose `counts` these are).
(function (counts) {
    "use strict";
    const root = window;
    const uncurry = Function.prototype.bind.bind(Function.prototype.call);
    const apply = uncurry(Function.prototype.apply);
    const call = uncurry(Function.prototype.call);
    const timers = counts.timers;
    const listen = uncurry(EventTarget.prototype.addEventListener);
    const postTask = root.Scheduler && root.Scheduler.prototype.postTask;

    // A short delay makes a short timer of it. Those without one are done before a
    // state is taken in any case, but for what may wait: time passes before it where
    // a storage or a request puts the clock on.
    function isDelayed(callback, options) {
        if (typeof callback !== "function" || !options) return false;
        if (options.signal && options.signal.aborted) return false;
        return options.delay > 0
            ? counts.isShort(options.delay)
            : options.priority === "background";
    }

    function postDelayed(self, given) {
        const callback = given[0];
        const key = {};
        counts.add(timers, key);
        if (given[1].signal)
            listen(given[1].signal, "abort", function () {
                counts.forget(timers, key);
            });
        given[0] = function () {
            counts.drop(timers, key);
            try {
                return call(callback, undefined);
            } finally {
                counts.tell();
            }
        };
        return apply(postTask, self, given);
    }

    if (postTask)
        root.Scheduler.prototype.postTask = {
            postTask(callback, options) {
                return isDelayed(callback, options)
                    ? postDelayed(this, arguments)
                    : apply(postTask, this, arguments);
            }
        }.postTask;

    return counts;
})
