// Runs in the page's own world, before its code, under virtual time. The clock stands
// while a request is under way, and the timer that ends the settling behind an action
// with it: so the answer would always belong to the action that has asked for it. Here
// what fetch() and XMLHttpRequest have is kept from the page until it is so old by the
// page's clock. Requests themselves are sent at once, and what the page gives up it has
// given up at once. While a document starts up nothing is kept back: it may come in a long
// chain of requests, each upon the answer to the one before. Not so where tests begin at
// the load (`isSeen`): then each answer is an event of its own, from the first on. The host
// calls this function.
//
// Order of this file: starting up, fetch, what an XMLHttpRequest is told, what the page
// asks of it.
(function (isSeen) {
    "use strict";
    const root = window;
    // Longer than a timer of those that belong to what has set them (hook.js) and the
    // looks behind it (settle.js).
    const ANSWER_MS = 30;
    const uncurry = Function.prototype.bind.bind(Function.prototype.call);
    const apply = Reflect.apply;
    const construct = Reflect.construct;
    const describe = Object.getOwnPropertyDescriptor;
    const define = Object.defineProperty;
    const getter = function (prototype, name) {
        return uncurry(describe(prototype, name).get);
    };
    const setTimer = root.setTimeout.bind(root);
    const clearTimer = root.clearTimeout.bind(root);
    const now = Date.now;
    const listen = uncurry(EventTarget.prototype.addEventListener);
    const send = uncurry(EventTarget.prototype.dispatchEvent);
    const unlisten = uncurry(EventTarget.prototype.removeEventListener);
    const swallow = uncurry(Event.prototype.stopImmediatePropagation);
    const postTask = uncurry(root.Scheduler.prototype.postTask);
    const scheduler = root.scheduler;
    const FIRST = { priority: "user-blocking" };
    const targetOf = getter(Event.prototype, "target");
    const then = uncurry(Promise.prototype.then);
    const Later = Promise;
    const settled = Later.resolve();

    // ---- starting up ------------------------------------------------------------

    // Until something is done to it, or for so long behind its load.
    const START_UP_MS = 1000;
    const INPUTS = [
        "pointerover", "pointermove", "pointerdown", "keydown", "wheel",
        "beforeinput", "input", "change"
    ];
    var loaded = Infinity;
    var isTouched = false;

    listen(root, "load", function (event) {
        if (targetOf(event) === root.document) loaded = now();
    }, true);
    for (var i = 0; i < INPUTS.length; i++)
        listen(root, INPUTS[i], function () {
            isTouched = true;
        }, true);

    function isStarting() {
        return !isSeen && !isTouched && !(now() - loaded >= START_UP_MS);
    }

    // A window that is gone has no timers.
    function isKept() {
        return !root.closed && !isStarting();
    }

    // ---- fetch ----------------------------------------------------------------

    const fetch = root.fetch;
    const signalOf = getter(Request.prototype, "signal");
    const isAborted = getter(AbortSignal.prototype, "aborted");
    const reasonOf = getter(AbortSignal.prototype, "reason");
    const Asked = Request;
    const Signal = AbortSignal;

    // As fetch() finds it; null: none, or none that is one.
    function signalAmong(given) {
        try {
            const own = given[1] ? given[1].signal : undefined;
            if (own !== undefined) return own instanceof Signal ? own : null;
            return given[0] instanceof Asked ? signalOf(given[0]) : null;
        } catch (error) {
            return null; // fetch() meets it, too
        }
    }

    // The time begins with the request, so that answers which are there by then are
    // told in the order in which they were asked for.
    function keepBack(answer, signal) {
        var isDue = false;
        var isFirst = true;
        var told = null; // what is kept back
        return new Later(function (resolve, reject) {
            function onAbort() {
                reject(reasonOf(signal));
            }
            function tell(job) {
                if (signal) unlisten(signal, "abort", onAbort);
                job();
            }
            function hear(job) {
                // It was no request, or the page has given it up.
                if (isFirst || isDue || (signal && isAborted(signal)))
                    return tell(job);
                told = job;
            }
            setTimer(function () {
                isDue = true;
                if (told !== null) tell(told);
            }, ANSWER_MS);
            if (signal) listen(signal, "abort", onAbort);
            then(answer, function (response) {
                hear(function () {
                    resolve(response);
                });
            }, function (error) {
                hear(function () {
                    reject(error);
                });
            });
            then(settled, function () {
                isFirst = false;
            });
        });
    }

    // Who calls it for another window may have taken it out of one that is gone.
    root.fetch = {
        fetch(input) {
            const that = this === undefined || this === null ? root : this;
            const signal = signalAmong(arguments);
            const answer = apply(fetch, that, arguments);
            return that === root && isKept() ? keepBack(answer, signal) : answer;
        }
    }.fetch;

    // ---- what an XMLHttpRequest is told ----------------------------------------

    const Asker = root.XMLHttpRequest.prototype;
    const TOLD = [
        "readystatechange", "progress", "load", "error", "timeout", "loadend"
    ];
    const OPENED = 1;
    const DONE = 4;
    const known = new WeakMap(); // XMLHttpRequest -> its state (meet)
    const find = uncurry(WeakMap.prototype.get);
    const keep = uncurry(WeakMap.prototype.set);
    const readyState = describe(Asker, "readyState");
    const readyStateOf = uncurry(readyState.get);
    const typeOf = getter(Event.prototype, "type");
    const loadedOf = getter(ProgressEvent.prototype, "loaded");
    const totalOf = getter(ProgressEvent.prototype, "total");
    const isComputable = getter(ProgressEvent.prototype, "lengthComputable");
    const News = Event;
    const Progress = ProgressEvent;

    // `kept`: events that are kept back, in their order, `count` of them; null: they
    // are not. `shown`: what the page is to see as its readyState; null: the truth.
    // `turn`: a number for each thing that is asked of it. `isTelling`: they are being
    // let out.
    function meet(asker) {
        const state = {
            isAsync: true, turn: 0, kept: null, count: 0, timer: 0, shown: null,
            isTelling: false
        };
        keep(known, asker, state);
        for (var i = 0; i < TOLD.length; i++)
            listen(asker, TOLD[i], function (event) {
                hear(asker, state, event);
            });
        return asker;
    }

    function begin(asker, state) {
        state.kept = {};
        state.count = 0;
        state.shown = OPENED;
        state.timer = setTimer(function () {
            letOut(asker, state);
        }, ANSWER_MS);
    }

    function end(state) {
        clearTimer(state.timer);
        state.kept = null;
        state.count = 0;
        state.shown = null;
        state.isTelling = false;
    }

    function hear(asker, state, event) {
        if (state.kept === null || !event.isTrusted) return;
        swallow(event);
        state.kept[state.count++] = { event: event, shown: readyStateOf(asker) };
        // Behind the page's own patience there is nothing to wait for.
        if (typeOf(event) !== "timeout") return;
        const turn = state.turn;
        clearTimer(state.timer);
        postTask(scheduler, function () {
            if (state.turn === turn) letOut(asker, state);
        }, FIRST);
    }

    // Events cannot be sent a second time and be the browser's.
    function copyOf(event) {
        const type = typeOf(event);
        if (type === "readystatechange") return new News(type);
        return new Progress(type, {
            lengthComputable: isComputable(event),
            loaded: loadedOf(event),
            total: totalOf(event)
        });
    }

    const ENDS = ["load", "error", "timeout"];

    function isEnd(event) {
        const type = typeOf(event);
        return type === ENDS[0] || type === ENDS[1] || type === ENDS[2];
    }

    // Each in a task of its own, behind which promises have their turn; what comes
    // meanwhile is told behind them. A handler may give the request up or use it for
    // another one: then only the "loadend" behind what it has heard is told.
    function letOut(asker, state) {
        const turn = state.turn;
        const kept = state.kept;
        var next = 0;
        var owed = null;
        function goOn() {
            if (state.turn !== turn) {
                if (owed !== null) send(asker, copyOf(owed.event));
                return;
            }
            if (next === state.count) return end(state);
            const told = kept[next++];
            owed = isEnd(told.event) && next < state.count ? kept[next] : null;
            state.shown = told.shown;
            send(asker, copyOf(told.event));
            postTask(scheduler, goOn, FIRST);
        }
        if (kept === null || state.isTelling) return;
        state.isTelling = true;
        goOn();
    }

    // ---- what the page asks of it -----------------------------------------------

    const open = Asker.open;
    const ask = Asker.send;
    const abort = Asker.abort;

    // Ours are to be its first listeners.
    root.XMLHttpRequest = new Proxy(root.XMLHttpRequest, {
        construct: function (target, given, newTarget) {
            return meet(construct(target, given, newTarget));
        }
    });
    Asker.constructor = root.XMLHttpRequest;

    define(Asker, "readyState", {
        configurable: readyState.configurable,
        enumerable: readyState.enumerable,
        get: describe({
            get readyState() {
                const truth = readyStateOf(this);
                const state = find(known, this);
                return state === undefined || state.shown === null
                    ? truth
                    : state.shown;
            }
        }, "readyState").get,
        set: readyState.set
    });

    Asker.open = {
        open(method, url) {
            const state = find(known, this);
            const kept = state === undefined ? null : state.kept;
            // It may tell of itself at once, or leave all as it was.
            if (kept !== null) state.kept = null;
            const shown = state === undefined ? null : state.shown;
            if (state !== undefined) state.shown = null;
            try {
                apply(open, this, arguments);
            } catch (error) {
                if (kept !== null) state.kept = kept;
                if (state !== undefined) state.shown = shown;
                throw error;
            }
            if (state === undefined) return;
            state.turn++;
            state.isAsync = arguments.length < 3 || !!arguments[2];
            end(state);
        }
    }.open;

    Asker.send = {
        send() {
            const state = find(known, this);
            apply(ask, this, arguments);
            if (state !== undefined && state.isAsync && isKept())
                begin(this, state);
        }
    }.send;

    // Of one that is complete, and of which the page does not know that, the browser
    // has nothing more to tell.
    Asker.abort = {
        abort() {
            const state = find(known, this);
            const isUntold =
                state !== undefined && state.count > 0 &&
                state.shown !== DONE && readyStateOf(this) === DONE;
            if (state !== undefined) {
                state.turn++;
                end(state);
            }
            apply(abort, this, arguments);
            if (!isUntold) return;
            state.shown = DONE;
            send(this, new News("readystatechange"));
            send(this, new Progress("abort"));
            send(this, new Progress("loadend"));
            if (state.kept === null) state.shown = null;
        }
    }.abort;
})
