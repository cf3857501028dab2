// Runs in the page's own world, before its code, under virtual time. The clock stands
// while a request is under way, and the timer that ends the settling behind an action
// with it: so the answer would always belong to the action that has asked for it. Here
// what fetch() and XMLHttpRequest have is kept from the page until it is so old by the
// page's clock. Requests themselves are sent at once, and what the page gives up it has
// given up at once. While a document starts up nothing is kept back: it may come in a long
// chain of requests, each upon the answer to the one before. Not so where tests begin at
// the load (`isSeen`): then each answer is an event of its own, from the first on.
//
// Answers may also be held (weir/answers): those that fit a pattern are kept from the page
// until they are released, whatever the time is; under real time, too, where nothing else is
// kept back (`isTimed`: it is). The host calls this function.
//
// Order of this file: starting up, what is held, fetch, what an XMLHttpRequest is told, what
// the page asks of it.
(function (isSeen, isTimed, mayHold) {
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
        return isTimed && !root.closed && !isStarting();
    }

    // ---- what is held -------------------------------------------------------------

    const dataOf = getter(CharacterData.prototype, "data");
    const setData = uncurry(describe(CharacterData.prototype, "data").set);
    const nodeOf = getter(MouseEvent.prototype, "relatedTarget");
    const baseOf = getter(Node.prototype, "baseURI");
    const cut = uncurry(String.prototype.slice);
    const upper = uncurry(String.prototype.toUpperCase);
    const write = JSON.stringify;
    const Address = URL;
    const hrefOf = getter(URL.prototype, "href");
    // No methods of arrays: the page may have replaced them.
    const patterns = {};
    var patternCount = 0;
    const held = {}; // place -> {number, method, url, tell, isComplete}
    var heldCount = 0;
    var lastNumber = 0;
    var list = null; // the node in which the page script reads of them

    // `*` any text, `?` any character: as patterns of faults (faults.c).
    function fits(pattern, text) {
        var p = 0, t = 0, star = -1, resume = 0;
        while (t < text.length) {
            if (p < pattern.length && pattern[p] === "*") {
                star = p++;
                resume = t;
            } else if (
                p < pattern.length &&
                (pattern[p] === "?" || pattern[p] === text[t])
            ) {
                p++;
                t++;
            } else if (star >= 0) {
                p = star + 1;
                t = ++resume;
            } else {
                return false;
            }
        }
        while (p < pattern.length && pattern[p] === "*") p++;
        return p === pattern.length;
    }

    function addressOf(url) {
        try {
            return hrefOf(new Address(url, baseOf(root.document)));
        } catch (error) {
            return ""; // nobody is asked
        }
    }

    function isHeld(url) {
        for (var i = 0; url !== "" && i < patternCount; i++)
            if (fits(patterns[i], url)) return true;
        return false;
    }

    function show() {
        if (list === null) return;
        var items = "";
        for (var i = 0; i < heldCount; i++)
            items += (i > 0 ? "," : "") + '{"number":' + held[i].number +
                ',"method":' + write(held[i].method) +
                ',"url":' + write(held[i].url) +
                ',"isComplete":' + held[i].isComplete + "}";
        var texts = "";
        for (i = 0; i < patternCount; i++)
            texts += (i > 0 ? "," : "") + write(patterns[i]);
        setData(list, '{"answers":[' + items + '],"patterns":[' + texts + "]}");
    }

    // `tell` lets the page have it.
    function holdBack(method, url, tell) {
        const mine = {
            number: ++lastNumber, method: method, url: url, tell: tell,
            isComplete: false
        };
        held[heldCount++] = mine;
        show();
        return mine;
    }

    // All of it is there, so that nothing is waited for when it is released.
    function complete(mine) {
        mine.isComplete = true;
        show();
    }

    // Of one that is released, or that the page gives up.
    function takeOff(mine) {
        var place = 0;
        while (place < heldCount && held[place] !== mine) place++;
        if (place === heldCount) return false;
        heldCount--;
        for (; place < heldCount; place++) held[place] = held[place + 1];
        delete held[heldCount];
        show();
        return true;
    }

    function release(number) {
        for (var i = 0; i < heldCount; i++)
            if (held[i].number === number) {
                const mine = held[i];
                takeOff(mine);
                mine.tell();
                return true;
            }
        return false;
    }

    function releaseAll() {
        patternCount = 0;
        show();
        while (heldCount > 0) release(held[0].number);
    }

    // What the page script wants: "?" to be shown what is held, in this node; "+PATTERN";
    // "!NUMBER"; "-" nothing more to be held. The answer begins with "=".
    function obey(node) {
        const word = dataOf(node);
        const rest = cut(word, 1);
        if (word[0] === "?") {
            list = node;
            return show();
        }
        var done = true;
        if (word[0] === "+") {
            patterns[patternCount++] = rest;
            show();
        } else if (word[0] === "-") {
            releaseAll();
        } else {
            done = release(+rest);
        }
        setData(node, done ? "=" : "=none");
    }

    if (mayHold)
        listen(root, "weir-answers", function (event) {
            swallow(event);
            const node = nodeOf(event);
            if (node !== null) obey(node);
        }, true);

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

    const copyOfResponse = uncurry(Response.prototype.clone);
    const bytesOf = uncurry(Response.prototype.arrayBuffer);
    const headersOf = getter(Response.prototype, "headers");
    const headerOf = uncurry(Headers.prototype.get);

    // What a server goes on telling is never all there.
    function collect(response, mine) {
        const type = headerOf(headersOf(response), "content-type");
        function end() {
            complete(mine);
        }
        if (type !== null && fits("text/event-stream*", type)) return end();
        then(bytesOf(copyOfResponse(response)), end, end);
    }

    // The time begins with the request, so that answers which are there by then are
    // told in the order in which they were asked for.
    // `asked`: {method, url} of one that is held until it is released; null: of none.
    function keepBack(answer, signal, asked) {
        var isDue = false;
        var isFirst = true;
        var told = null; // what is kept back
        return new Later(function (resolve, reject) {
            var mine = null; // where it is held
            function onAbort() {
                if (mine !== null) takeOff(mine);
                reject(reasonOf(signal));
            }
            function come() {
                isDue = true;
                if (told !== null) tell(told);
            }
            function tell(job) {
                if (signal) unlisten(signal, "abort", onAbort);
                job();
            }
            function hear(job) {
                // It was no request, or the page has given it up.
                if (isFirst || isDue || (signal && isAborted(signal))) {
                    if (mine !== null) takeOff(mine);
                    return tell(job);
                }
                told = job;
            }
            if (asked === null) setTimer(come, ANSWER_MS);
            else mine = holdBack(asked.method, asked.url, come);
            if (signal) listen(signal, "abort", onAbort);
            then(answer, function (response) {
                if (mine !== null) collect(response, mine);
                hear(function () {
                    resolve(response);
                });
            }, function (error) {
                if (mine !== null) complete(mine);
                hear(function () {
                    reject(error);
                });
            });
            then(settled, function () {
                isFirst = false;
            });
        });
    }

    const isAsked = function (thing) {
        return thing instanceof Asked;
    };
    const urlOf = getter(Request.prototype, "url");
    const methodOf = getter(Request.prototype, "method");

    // What fetch() asks for; null: nothing that is held.
    function askedBy(given) {
        if (patternCount === 0) return null;
        try {
            const isWhole = isAsked(given[0]);
            const url = isWhole ? urlOf(given[0]) : addressOf(given[0]);
            if (!isHeld(url)) return null;
            const own = given[1] ? given[1].method : undefined;
            const method = own !== undefined ? upper(own + "")
                : isWhole ? methodOf(given[0]) : "GET";
            return { method: method, url: url };
        } catch (error) {
            return null; // fetch() meets it, too
        }
    }

    // Who calls it for another window may have taken it out of one that is gone.
    root.fetch = {
        fetch(input) {
            const that = this === undefined || this === null ? root : this;
            const signal = signalAmong(arguments);
            const asked = that === root ? askedBy(arguments) : null;
            const answer = apply(fetch, that, arguments);
            return asked !== null || (that === root && isKept())
                ? keepBack(answer, signal, asked)
                : answer;
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
        if (isHeld(state.url))
            state.mine = holdBack(state.method, state.url, come);
        else state.timer = setTimer(come, ANSWER_MS);
    }

    function giveUp(state) {
        if (state.mine !== null) takeOff(state.mine);
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
            complete(state.mine);
        // Behind the page's own patience there is nothing to wait for.
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
            if (mayHold) {
                state.method = upper(method + "");
                state.url = addressOf(url);
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
                (isKept() || isHeld(state.url)))
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
