// Runs in the page's own world, before its code: what an XMLHttpRequest has is kept back and
// held (hook_answers.js, whose `answers` these are). Order of this file: what it is told, what
// the page asks of it.
(function (answers) {
    "use strict";
    const root = window;
    const uncurry = Function.prototype.bind.bind(Function.prototype.call);
    const describe = Object.getOwnPropertyDescriptor;
    const getter = function (prototype, name) {
        return uncurry(describe(prototype, name).get);
    };
    const apply = Reflect.apply;
    const construct = Reflect.construct;
    const define = Object.defineProperty;
    const setTimer = root.setTimeout.bind(root);
    const clearTimer = root.clearTimeout.bind(root);
    const listen = uncurry(EventTarget.prototype.addEventListener);
    const send = uncurry(EventTarget.prototype.dispatchEvent);
    const swallow = uncurry(Event.prototype.stopImmediatePropagation);
    const upper = uncurry(String.prototype.toUpperCase);
    const postTask = uncurry(root.Scheduler.prototype.postTask);
    const scheduler = root.scheduler;
    const FIRST = { priority: "user-blocking" };

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
            isTelling: false, method: "", url: "", mine: null
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
        function come() {
            state.mine = null;
            letOut(asker, state);
        }
        if (answers.isHeld(state.url))
            state.mine = answers.holdBack(state.method, state.url, come);
        else state.timer = setTimer(come, answers.ANSWER_MS);
    }

    function giveUp(state) {
        if (state.mine !== null) answers.takeOff(state.mine);
        state.mine = null;
    }

    function end(state) {
        clearTimer(state.timer);
        giveUp(state);
        state.kept = null;
        state.count = 0;
        state.shown = null;
        state.isTelling = false;
    }

    function hear(asker, state, event) {
        if (state.kept === null || !event.isTrusted) return;
        swallow(event);
        state.kept[state.count++] = { event: event, shown: readyStateOf(asker) };
        if (state.mine !== null && typeOf(event) === "loadend")
            answers.complete(state.mine);
        // After the page's own patience there is nothing to wait for.
        if (typeOf(event) !== "timeout") return;
        const turn = state.turn;
        clearTimer(state.timer);
        giveUp(state);
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

    // Each in a task of its own, after which promises have their turn; what comes
    // meanwhile is told after them. A handler may give the request up or use it for
    // another one: then only the "loadend" after what it has heard is told.
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
            if (answers.mayHold) {
                state.method = upper(method + "");
                state.url = answers.addressOf(url);
            }
            state.isAsync = arguments.length < 3 || !!arguments[2];
            end(state);
        }
    }.open;

    Asker.send = {
        send() {
            const state = find(known, this);
            apply(ask, this, arguments);
            if (state !== undefined && state.isAsync &&
                (answers.isKept() || answers.isHeld(state.url)))
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

    return answers;
})
