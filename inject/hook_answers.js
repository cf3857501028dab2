// Runs in the page's own world, before its code, under virtual time. The clock stands
// while a request is under way, and the timer that ends the settling behind an action
// with it: so the answer would always belong to the action that has asked for it. Here
// what fetch() and XMLHttpRequest have is kept from the page until it is so old by the
// page's clock. Requests themselves are sent at once, and what the page gives up it has
// given up at once. While a document starts up nothing is kept back: it may come in a long
// chain of requests, each upon the answer to the one before. The host calls this function.
//
// Order of this file: starting up, fetch, what an XMLHttpRequest is told, what the page
// asks of it.
(function () {
    "use strict";
    const root = window;
    // Longer than a timer of those that belong to what has set them (hook.js) and the
    // looks behind it (settle.js).
    const ANSWER_MS = 30;
    const uncurry = Function.prototype.bind.bind(Function.prototype.call);
    const apply = Reflect.apply;
    const construct = Reflect.construct;
    const describe = Object.getOwnPropertyDescriptor;
    const getter = function (prototype, name) {
        return uncurry(describe(prototype, name).get);
    };
    const setTimer = root.setTimeout.bind(root);
    const clearTimer = root.clearTimeout.bind(root);
    const now = Date.now;
    const listen = uncurry(EventTarget.prototype.addEventListener);
    const send = uncurry(EventTarget.prototype.dispatchEvent);
    const swallow = uncurry(Event.prototype.stopImmediatePropagation);
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
        return !isTouched && !(now() - loaded >= START_UP_MS);
    }

    // How long an answer is to be kept back that is there now.
    function left(since) {
        return ANSWER_MS - (now() - since);
    }

    // ---- fetch ----------------------------------------------------------------

    const fetch = root.fetch;
    const signalOf = getter(Request.prototype, "signal");
    const isAborted = getter(AbortSignal.prototype, "aborted");
    const reasonOf = getter(AbortSignal.prototype, "reason");
    const Asked = Request;

    // As fetch() finds it; null: none, or none that is one.
    function signalAmong(given) {
        const options = given[1];
        if (options && options.signal instanceof AbortSignal)
            return options.signal;
        return given[0] instanceof Asked ? signalOf(given[0]) : null;
    }

    function keepBack(answer, signal) {
        const since = now();
        var isFirst = true;
        return new Later(function (resolve, reject) {
            function later(job) {
                const wait = left(since);
                // It was no request, or the page has given it up.
                if (isFirst || wait <= 0 || (signal && isAborted(signal)))
                    return job();
                setTimer(job, wait);
            }
            if (signal)
                listen(signal, "abort", function () {
                    reject(reasonOf(signal));
                });
            then(answer, function (response) {
                later(function () {
                    resolve(response);
                });
            }, function (error) {
                later(function () {
                    reject(error);
                });
            });
            then(settled, function () {
                isFirst = false;
            });
        });
    }

    root.fetch = {
        fetch(input) {
            const signal = signalAmong(arguments);
            const answer = apply(
                fetch, this === undefined ? root : this, arguments
            );
            return isStarting() ? answer : keepBack(answer, signal);
        }
    }.fetch;

    // ---- what an XMLHttpRequest is told ----------------------------------------

    const Asker = root.XMLHttpRequest.prototype;
    const TOLD = [
        "readystatechange", "progress", "load", "error", "timeout", "loadend"
    ];
    const DONE = 4;
    const known = new WeakMap(); // XMLHttpRequest -> its state (meet)
    const find = uncurry(WeakMap.prototype.get);
    const keep = uncurry(WeakMap.prototype.set);
    const readyStateOf = getter(Asker, "readyState");
    const typeOf = getter(Event.prototype, "type");
    const loadedOf = getter(ProgressEvent.prototype, "loaded");
    const totalOf = getter(ProgressEvent.prototype, "total");
    const isComputable = getter(ProgressEvent.prototype, "lengthComputable");
    const News = Event;
    const Progress = ProgressEvent;

    // `kept`: events that are kept back, in their order, `count` of them; null: they
    // are not. `turn`: a number for each thing that is asked of it.
    function meet(asker) {
        const state = {
            isAsync: true, turn: 0, since: 0, kept: null, count: 0, timer: 0
        };
        keep(known, asker, state);
        for (var i = 0; i < TOLD.length; i++)
            listen(asker, TOLD[i], function (event) {
                hear(asker, state, event);
            });
        return asker;
    }

    function end(state) {
        clearTimer(state.timer);
        state.timer = 0;
        state.kept = null;
        state.count = 0;
    }

    function hear(asker, state, event) {
        if (state.kept === null) return;
        const wait = left(state.since);
        if (state.count === 0 && wait <= 0) return end(state);
        swallow(event);
        state.kept[state.count++] = event;
        if (state.timer === 0)
            state.timer = setTimer(function () {
                letOut(asker, state);
            }, wait);
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

    // One of several: the request shows the last of its states only.
    function isPast(kept, count, place) {
        if (typeOf(kept[place]) !== "readystatechange") return false;
        for (var i = place + 1; i < count; i++)
            if (typeOf(kept[i]) === "readystatechange") return true;
        return false;
    }

    // A handler may give the request up, or use it for another one.
    function letOut(asker, state) {
        const kept = state.kept;
        const count = state.count;
        const turn = state.turn;
        end(state);
        for (var i = 0; i < count && state.turn === turn; i++)
            if (!isPast(kept, count, i)) send(asker, copyOf(kept[i]));
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

    Asker.open = {
        open(method, url) {
            const state = find(known, this);
            if (state !== undefined) {
                state.turn++;
                state.isAsync = arguments.length < 3 || !!arguments[2];
                end(state);
            }
            return apply(open, this, arguments);
        }
    }.open;

    Asker.send = {
        send() {
            const state = find(known, this);
            apply(ask, this, arguments);
            if (state !== undefined && state.isAsync && !isStarting()) {
                state.since = now();
                state.kept = {};
            }
        }
    }.send;

    // Of one that is complete, and of which the page does not know that, the browser
    // has nothing more to tell.
    Asker.abort = {
        abort() {
            const state = find(known, this);
            const isUntold =
                state !== undefined && state.count > 0 &&
                readyStateOf(this) === DONE;
            if (state !== undefined) {
                state.turn++;
                end(state);
            }
            apply(abort, this, arguments);
            if (!isUntold) return;
            send(this, new Progress("abort"));
            send(this, new Progress("loadend"));
        }
    }.abort;
})
