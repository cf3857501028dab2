// Runs in the page's own world, before its code: counts the animation frames
// that the page has asked for, and its timers that are due at once, so that a
// state is not read in the middle of a rendering. The counts go to the page
// script through a comment node that is in no document; the page sees nothing
// but functions that do what they always did. Beside that node stands another,
// in which the page script says that an action is being delivered, or settles: under
// real time timers and animation frames wait until it has. The host calls this function.
(function (isVirtualTime) {
    "use strict";
    const root = window;
    const uncurry = Function.prototype.bind.bind(Function.prototype.call);
    // Milliseconds of a timer that belongs to what has set it. Browsers make 4
    // of 0 when timers set timers; routers and renderers wait 10 or a frame.
    const SHORT = 20;
    const request = uncurry(root.requestAnimationFrame);
    const cancel = uncurry(root.cancelAnimationFrame);
    const setTimer = root.setTimeout;
    const apply = uncurry(Function.prototype.apply);
    const call = uncurry(Function.prototype.call);
    const setData = uncurry(
        Object.getOwnPropertyDescriptor(CharacterData.prototype, "data").set
    );
    const has = uncurry(Map.prototype.has);
    const put = uncurry(Map.prototype.set);
    const drop = uncurry(Map.prototype.delete);
    const forEach = uncurry(Map.prototype.forEach);
    const size = uncurry(
        Object.getOwnPropertyDescriptor(Map.prototype, "size").get
    );
    const now = Performance.prototype.now.bind(root.performance);
    const readDate = uncurry(Date.now);
    const dataOf = uncurry(
        Object.getOwnPropertyDescriptor(CharacterData.prototype, "data").get
    );
    const nextOf = uncurry(
        Object.getOwnPropertyDescriptor(Node.prototype, "nextSibling").get
    );
    const swallow = uncurry(Event.prototype.stopImmediatePropagation);
    const post = uncurry(MessagePort.prototype.postMessage);
    const watch = uncurry(MutationObserver.prototype.observe);
    const frames = new Map();
    var observers = 0; // 1: the page has set one up that hears of frames; 2: of paints
    const timers = new Map();
    // Under virtual time, of timers that are not short: when they are due. As many as are
    // worth a look.
    const LATER_LIMIT = 64;
    const later = new Map();
    var soonest = ""; // of them, by the calendar
    var node = null;
    var inputNode = null;

    function tell() {
        if (node === null) return;
        setData(
            node,
            size(frames) + " " + size(timers) + " " + observers + " " + soonest
        );
    }

    function tellLater() {
        var least = Infinity;
        forEach(later, function (moment) {
            if (moment < least) least = moment;
        });
        const told = least === Infinity ? "" : least;
        if (told === soonest) return;
        soonest = told;
        tell();
    }

    function putLater(id, delay) {
        // What is no number is the browser's business here, too.
        if (!isVirtualTime || typeof delay !== "number" || !(delay > SHORT)) return;
        if (size(later) >= LATER_LIMIT && !has(later, id)) return;
        put(later, id, readDate() + delay + 1);
        tellLater();
    }

    function dropLater(id) {
        if (!has(later, id)) return;
        drop(later, id);
        tellLater();
    }

    function forget(pending, id) {
        if (!has(pending, id)) return;
        drop(pending, id);
        tell();
    }

    function hello(event) {
        node = event.relatedTarget;
        inputNode = nextOf(node);
        swallow(event);
        if (!isVirtualTime) wakeWith(inputNode);
        tell();
    }
    // The window of a new frame may get another document.
    root.addEventListener("weir-frames", hello, true);

    // Browsers date frames by the real clock. Where the page's is another one it
    // would never see time pass from frame to frame.
    function dated(time) {
        return isVirtualTime ? now() : time;
    }

    // ---- while an action is being delivered, and settles --------------------

    // Milliseconds after which the page goes on in any case.
    const PATIENCE = 1000;

    // "open": an action is being delivered; "settling": its state has not been read
    // yet; "" in between.
    function stage() {
        return isVirtualTime || inputNode === null ? "" : dataOf(inputNode);
    }

    // What has come due and waits, from `head` to `tail`: {id, job}, without a job when
    // it was cleared. No methods of arrays: the page may have replaced them.
    function row(isWaiting) {
        return { due: {}, head: 0, tail: 0, since: 0, isWaiting: isWaiting };
    }

    // Frames and short timers belong to the action: they wait until it has been delivered.
    const belonging = row(function () {
        return stage() === "open";
    });
    // Other timers do not, whatever has set them: they wait until its state has been read.
    const others = row(function () {
        return stage() !== "";
    });

    // Runs the job now, or in its turn.
    function inTurn(row, id, job) {
        if (row.head === row.tail && !row.isWaiting()) return job();
        if (row.head === row.tail) {
            row.since = now();
            soonGoOn(row, 1);
        }
        row.due[row.tail++] = { id: id, job: job };
    }

    function soonGoOn(row, delay) {
        call(setTimer, root, function () {
            goOn(row);
        }, delay);
    }

    // One job in each task, as it would have been.
    function goOn(row) {
        if (row.head === row.tail) return;
        if (row.isWaiting() && now() - row.since <= PATIENCE) {
            soonGoOn(row, 1);
            return;
        }
        const first = row.due[row.head];
        delete row.due[row.head++];
        if (row.head < row.tail) soonGoOn(row, 0);
        if (first.job !== null) first.job();
    }

    // Behind the state at once: the next action may be on its way.
    function wakeWith(node) {
        const channel = new MessageChannel();
        channel.port1.onmessage = function () {
            goOn(others);
        };
        const observer = new MutationObserver(function () {
            if (others.head < others.tail && !others.isWaiting())
                post(channel.port2, null);
        });
        watch(observer, node, { characterData: true });
    }

    function forgetDue(row, id) {
        for (var i = row.head; i < row.tail; i++)
            if (row.due[i].id === id) row.due[i].job = null;
    }

    // ---- frames and timers ------------------------------------------------------

    root.requestAnimationFrame = function requestAnimationFrame(callback) {
        if (typeof callback !== "function")
            return request(root, callback); // the browser's own complaint
        const id = request(root, function (time) {
            inTurn(belonging, "frame " + id, function () {
                drop(frames, id);
                try {
                    return call(callback, undefined, dated(time));
                } finally {
                    tell();
                }
            });
        });
        put(frames, id, true);
        tell();
        return id;
    };

    root.cancelAnimationFrame = function cancelAnimationFrame(id) {
        forget(frames, id);
        forgetDue(belonging, "frame " + id);
        return cancel(root, id);
    };

    // ---- what is heard of with a frame -------------------------------------------

    function noteObserver() {
        if (observers !== 0) return;
        observers = 1;
        tell();
    }

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

    // A dialog hears with the next frame that it has been closed. The page script
    // sees one that a form or a key closes, as long as it lies in the document.
    const counted = root.requestAnimationFrame; // as it is above
    ["close", "requestClose"].forEach(function (name) {
        if (typeof HTMLDialogElement.prototype[name] !== "function") return;
        precede(HTMLDialogElement.prototype, name, function () {
            call(counted, root, function () {});
        });
    });

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
        for (var i = 0; i < LATE.length; i++) heedHandler(owner, "on" + LATE[i]);
    }

    precede(root.ResizeObserver.prototype, "observe", noteObserver);
    precede(root.IntersectionObserver.prototype, "observe", noteObserver);
    // In real time frames come as they come.
    if (isVirtualTime) {
        precede(root.PerformanceObserver.prototype, "observe", function () {
            if (observers === 2) return;
            observers = 2;
            tell();
        });
        precede(EventTarget.prototype, "addEventListener", function (type) {
            if (isLate(type)) noteObserver();
        });
        ["scroll", "scrollTo", "scrollBy", "scrollIntoView"].forEach(
            function (name) {
                precede(Element.prototype, name, noteObserver);
            }
        );
        heedHandler(Element.prototype, "scrollTop");
        heedHandler(Element.prototype, "scrollLeft");
        heedHandlers(root);
        heedHandlers(Document.prototype);
        heedHandlers(HTMLElement.prototype);
        heedHandlers(SVGElement.prototype);
    }

    function heedHandler(owner, name) {
        const found = Object.getOwnPropertyDescriptor(owner, name);
        if (found === undefined || found.set === undefined) return;
        const set = found.set;
        found.set = function () {
            noteObserver();
            return apply(set, this, arguments);
        };
        Object.defineProperty(owner, name, found);
    }

    // What is no number is the browser's business.
    function isShort(delay) {
        if (typeof delay !== "number") return delay === undefined;
        return !(delay > SHORT); // NaN counts as 0
    }

    root.setTimeout = function setTimeout(callback) {
        const that = this === undefined ? root : this;
        if (typeof callback !== "function")
            return apply(setTimer, that, arguments);
        const given = arguments;
        const isCounted = isShort(given[1]);
        given[0] = function () {
            const self = this;
            const last = arguments;
            inTurn(isCounted ? belonging : others, id, function () {
                if (isCounted) drop(timers, id);
                else dropLater(id);
                try {
                    return apply(callback, self, last);
                } finally {
                    if (isCounted) tell();
                }
            });
        };
        const id = apply(setTimer, that, given);
        if (isCounted) {
            put(timers, id, true);
            tell();
        } else {
            putLater(id, given[1]);
        }
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
            inTurn(others, id, function () {
                if (has(later, id)) putLater(id, given[1]);
                apply(callback, self, last);
            });
        };
        const id = apply(setRepeated, that, given);
        putLater(id, given[1]);
        return id;
    };

    // Either of the two stops either sort of timer.
    const clear = root.clearTimeout;
    const clearRepeated = root.clearInterval;

    function forgetTimer(given) {
        const id = typeof given === "string" ? Number(given) : given;
        forget(timers, id);
        dropLater(id);
        forgetDue(belonging, id);
        forgetDue(others, id);
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

    // ---- when nothing else is to be done ------------------------------------------

    // Browsers call back when the machine has time, and after an input that may take
    // them a while. Here it is as soon as the page has nothing else to do; whoever
    // asks again from there waits for a frame's time.
    const SOON_MS = 1;
    const FRAME_MS = 16;
    // So much for one call. A clock that stands would leave it all: each time that
    // it is asked for, it is a little less.
    const IDLE_MS = 50;
    const IDLE_STEP_MS = 0.5;
    const requestIdle = root.requestIdleCallback;
    const deadlines = root.IdleDeadline.prototype;
    const create = Object.create;
    const soon = root.setTimeout; // as they are above
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

    // ---- tasks by their priority --------------------------------------------------

    const listen = uncurry(EventTarget.prototype.addEventListener);
    const postTask = root.Scheduler && root.Scheduler.prototype.postTask;

    // A short delay makes a short timer of it. Those without one are done before a
    // state is taken in any case, but for what may wait: time passes before it where
    // a storage or a request puts the clock on.
    function isDelayed(callback, options) {
        if (typeof callback !== "function" || !options) return false;
        if (options.signal && options.signal.aborted) return false;
        return options.delay > 0
            ? isShort(options.delay)
            : options.priority === "background";
    }

    function postDelayed(self, given) {
        const callback = given[0];
        const key = {};
        put(timers, key, true);
        tell();
        if (given[1].signal)
            listen(given[1].signal, "abort", function () {
                forget(timers, key);
            });
        given[0] = function () {
            drop(timers, key);
            try {
                return call(callback, undefined);
            } finally {
                tell();
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
})
