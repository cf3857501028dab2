// Runs in the page's own world, before its code, under virtual time: an EventSource is a
// request that never ends, and holds the browser's virtual clock back for as long as it is
// open (Chromium 156). What fetch() reads piece by piece does not. So event streams are
// read that way here, by the rules of the standard (HTML, 9.2 "Server-sent events"). What
// comes through one comes when it comes; that it is open is told after the action, as
// the answer to any other request (hook_answers.js). The host calls this function.
//
// Order of this file: the text of a stream, its connection, the class.
(function () {
    "use strict";
    const root = window;
    if (typeof root.EventSource !== "function") return;
    const CONNECTING = 0;
    const OPEN = 1;
    const CLOSED = 2;
    const RETRY_MS = 3000;
    const ANSWER_MS = 30; // as in hook_answers.js
    const uncurry = Function.prototype.bind.bind(Function.prototype.call);
    const call = uncurry(Function.prototype.call);
    const define = Object.defineProperty;
    const getter = function (prototype, name) {
        return uncurry(Object.getOwnPropertyDescriptor(prototype, name).get);
    };
    const setTimer = root.setTimeout.bind(root);
    const clearTimer = root.clearTimeout.bind(root);
    const now = Date.now;
    const fetch = root.fetch.bind(root);
    const then = uncurry(Promise.prototype.then);
    const listen = uncurry(EventTarget.prototype.addEventListener);
    const unlisten = uncurry(EventTarget.prototype.removeEventListener);
    const send = uncurry(EventTarget.prototype.dispatchEvent);
    const find = uncurry(WeakMap.prototype.get);
    const keep = uncurry(WeakMap.prototype.set);
    const codeAt = uncurry(String.prototype.charCodeAt);
    const cut = uncurry(String.prototype.slice);
    const placeOf = uncurry(String.prototype.indexOf);
    const postTask = uncurry(root.Scheduler.prototype.postTask);
    const scheduler = root.scheduler;
    const FIRST = { priority: "user-blocking" };
    const letter = String.fromCharCode;
    const encode = uncurry(TextEncoder.prototype.encode);
    const encoder = new TextEncoder();
    const matches = uncurry(RegExp.prototype.test);
    const abort = uncurry(AbortController.prototype.abort);
    const signalOf = getter(AbortController.prototype, "signal");
    const statusOf = getter(Response.prototype, "status");
    const addressOf = getter(Response.prototype, "url");
    const headersOf = getter(Response.prototype, "headers");
    const bodyOf = getter(Response.prototype, "body");
    const headerOf = uncurry(Headers.prototype.get);
    const readerOf = uncurry(ReadableStream.prototype.getReader);
    const read = uncurry(ReadableStreamDefaultReader.prototype.read);
    const decode = uncurry(TextDecoder.prototype.decode);
    const hrefOf = getter(URL.prototype, "href");
    const originOf = getter(URL.prototype, "origin");
    const baseOf = getter(Node.prototype, "baseURI");
    const Address = URL;
    const Control = AbortController;
    const Decoder = TextDecoder;
    const News = Event;
    const Message = MessageEvent;
    const Failure = DOMException;
    const toNumber = Number;
    const ownOrigin = root.origin;
    const EVENT_STREAM = /^text\/event-stream\s*(;|$)/i;
    const CHARSET = /;\s*charset\s*=/i;
    const UTF8 = /;\s*charset\s*=\s*"?utf-?8"?\s*(;|$)/i;
    const DIGITS = /^[0-9]+$/;
    const known = new WeakMap(); // EventSource -> its state (meet)

    // ---- the text of a stream ----------------------------------------------------

    // `last`: the id that the page has been told, and the next connection names.
    function emptyText() {
        return { line: "", isBehindCr: false, type: "", data: "", id: "" };
    }

    function endLine(source, state, line) {
        const text = state.text;
        if (line === "") return endEvent(source, state);
        const colon = placeOf(line, ":");
        const name = colon < 0 ? line : cut(line, 0, colon);
        var value = colon < 0 ? "" : cut(line, colon + 1);
        if (codeAt(value, 0) === 32) value = cut(value, 1);
        if (name === "data") text.data += value + "\n";
        else if (name === "event") text.type = value;
        else if (name === "id" && placeOf(value, "\0") < 0) text.id = value;
        else if (name === "retry" && matches(DIGITS, value))
            state.retry = toNumber(value);
    }

    // Each in a task of its own, after which promises have their turn; and the end of
    // the stream after all of them.
    function inTurn(state, job) {
        const due = state.due;
        due.jobs[due.tail++] = job;
        if (due.tail - due.head === 1) postTask(scheduler, run, FIRST);
        function run() {
            if (state.due !== due) return; // closed
            const first = due.jobs[due.head];
            delete due.jobs[due.head++];
            if (due.head < due.tail) postTask(scheduler, run, FIRST);
            first();
        }
    }

    function endEvent(source, state) {
        const text = state.text;
        const type = text.type;
        const data = text.data;
        const id = text.id;
        text.type = "";
        text.data = "";
        inTurn(state, function () {
            state.last = id;
            if (data === "") return;
            send(source, new Message(type === "" ? "message" : type, {
                data: cut(data, 0, -1),
                origin: state.origin,
                lastEventId: id
            }));
        });
    }

    // A line ends with "\n", "\r" or both.
    function feed(source, state, piece) {
        const text = state.text;
        var start = 0;
        for (var i = 0; i < piece.length && state.text === text; i++) {
            const code = codeAt(piece, i);
            const isSecond = code === 10 && text.isBehindCr;
            text.isBehindCr = code === 13;
            if (code !== 10 && code !== 13) continue;
            const line = text.line + cut(piece, start, i);
            start = i + 1;
            text.line = "";
            if (!isSecond) endLine(source, state, line);
        }
        text.line += cut(piece, start);
    }

    // ---- its connection ----------------------------------------------------------

    // What the browser adds of itself, and what a server that is asked across origins
    // need not allow first.
    function headersFor(state) {
        const headers = { __proto__: null, Accept: "text/event-stream" };
        if (state.last !== "" && isOwn(state))
            headers["Last-Event-ID"] = bytesOf(state.last);
        return headers;
    }

    function isOwn(state) {
        return originOf(new Address(state.url)) === ownOrigin;
    }

    function bytesOf(text) {
        const bytes = encode(encoder, text);
        var all = "";
        for (var i = 0; i < bytes.length; i++) all += letter(bytes[i]);
        return all;
    }

    function connect(source, state) {
        const control = new Control();
        const since = now();
        state.control = control;
        state.text = emptyText();
        state.text.id = state.last;
        state.due = { jobs: {}, head: 0, tail: 0 };
        function ifCurrent(job) {
            return function (value) {
                if (state.control === control) job(value);
            };
        }
        const retry = ifCurrent(function () {
            inTurn(state, ifCurrent(function () {
                reconnect(source, state);
            }));
        });
        // Of another origin that does not allow to be read there is no second try.
        const refuse = ifCurrent(function () {
            if (isOwn(state)) return retry();
            then(fetch(state.url, {
                cache: "no-store", mode: "no-cors", signal: signalOf(control)
            }), ifCurrent(function () {
                fail(source, state);
            }), retry);
        });
        const answer = fetch(state.url, {
            cache: "no-store",
            credentials: state.withCredentials ? "include" : "same-origin",
            headers: headersFor(state),
            signal: signalOf(control)
        });
        then(answer, function (response) {
            const left = ANSWER_MS - (now() - since);
            setTimer(ifCurrent(function () {
                accept(source, state, response, ifCurrent, retry);
            }), left > 0 ? left : 0);
        }, refuse);
    }

    function fail(source, state) {
        close(state);
        send(source, new News("error"));
    }

    function accept(source, state, response, ifCurrent, retry) {
        const type = headerOf(headersOf(response), "content-type") || "";
        if (
            statusOf(response) !== 200 || !matches(EVENT_STREAM, type) ||
            (matches(CHARSET, type) && !matches(UTF8, type))
        )
            return fail(source, state);
        const body = bodyOf(response);
        state.origin = originOf(new Address(addressOf(response)));
        state.readyState = OPEN;
        send(source, new News("open"));
        if (body === null) return retry();
        const reader = readerOf(body);
        const decoder = new Decoder();
        function readOn() {
            then(read(reader), ifCurrent(function (result) {
                if (result.done) return retry();
                feed(source, state, decode(decoder, result.value, {
                    stream: true
                }));
                readOn();
            }), retry);
        }
        readOn();
    }

    function reconnect(source, state) {
        state.control = null;
        state.readyState = CONNECTING;
        state.timer = setTimer(function () {
            connect(source, state);
        }, state.retry);
        send(source, new News("error"));
    }

    function close(state) {
        const control = state.control;
        clearTimer(state.timer);
        state.readyState = CLOSED;
        state.control = null;
        state.text = null;
        state.due = null;
        if (control !== null) abort(control);
    }

    // ---- the class -----------------------------------------------------------------

    function resolve(address) {
        try {
            return hrefOf(new Address(address, baseOf(root.document)));
        } catch (error) {
            throw new Failure(
                "Failed to construct 'EventSource': Cannot open an EventSource to '" +
                    address + "'. The URL is invalid.",
                "SyntaxError"
            );
        }
    }

    function stateOf(source) {
        const state = find(known, source);
        if (state === undefined) throw new TypeError("Illegal invocation");
        return state;
    }

    class EventSource extends EventTarget {
        constructor(url) {
            super();
            const options = arguments[1];
            if (arguments.length === 0)
                throw new TypeError(
                    "Failed to construct 'EventSource': 1 argument required, but " +
                        "only 0 present."
                );
            const state = {
                url: resolve(url + ""),
                withCredentials: !!(options && options.withCredentials),
                readyState: CONNECTING, origin: "", last: "",
                retry: RETRY_MS, timer: 0, control: null, text: null, due: null,
                handlers: { __proto__: null }
            };
            keep(known, this, state);
            connect(this, state);
            send(root, new News("weir-stream")); // the page script swallows it
        }

        get url() {
            return stateOf(this).url;
        }

        get withCredentials() {
            return stateOf(this).withCredentials;
        }

        get readyState() {
            return stateOf(this).readyState;
        }

        close() {
            close(stateOf(this));
        }
    }

    // As an event handler attribute: in the place of the first that was set since there
    // was none.
    function addHandler(type) {
        const name = "on" + type;
        define(EventSource.prototype, name, {
            configurable: true,
            enumerable: true,
            get: function () {
                const handler = stateOf(this).handlers[type];
                return handler ? handler.job : null;
            },
            set: function (job) {
                const source = this;
                const handlers = stateOf(source).handlers;
                const handler = handlers[type];
                const isSome =
                    typeof job === "function" ||
                    (typeof job === "object" && job !== null);
                if (handler && isSome) {
                    handler.job = job;
                } else if (handler) {
                    unlisten(source, type, handler.listener);
                    handlers[type] = null;
                } else if (isSome) {
                    handlers[type] = listenWith(source, type, job);
                }
            }
        });
    }

    function listenWith(source, type, job) {
        const handler = {
            job: job,
            listener: function (event) {
                if (typeof handler.job === "function")
                    call(handler.job, source, event);
            }
        };
        listen(source, type, handler.listener);
        return handler;
    }

    function addConstant(name, value) {
        const how = { enumerable: true, value: value };
        define(EventSource, name, how);
        define(EventSource.prototype, name, how);
    }

    ["url", "withCredentials", "readyState", "close"].forEach(function (name) {
        define(EventSource.prototype, name, { enumerable: true });
    });
    addHandler("open");
    addHandler("message");
    addHandler("error");
    addConstant("CONNECTING", CONNECTING);
    addConstant("OPEN", OPEN);
    addConstant("CLOSED", CLOSED);
    define(EventSource.prototype, Symbol.toStringTag, {
        configurable: true,
        value: "EventSource"
    });
    define(root, "EventSource", {
        configurable: true,
        writable: true,
        value: EventSource
    });
})
