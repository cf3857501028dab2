// Runs in the page's own world, before its code, under virtual time: an EventSource is a
// request that never ends, and holds the browser's virtual clock back for as long as it is
// open (Chromium 156). What fetch() reads piece by piece does not. So event streams are
// read that way here, by the rules of the standard (HTML, 9.2 "Server-sent events"). What
// comes through one comes when it comes; that it is open is told behind the action, as
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
    const ANSWER_MS = 30;
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
    const send = uncurry(EventTarget.prototype.dispatchEvent);
    const find = uncurry(WeakMap.prototype.get);
    const keep = uncurry(WeakMap.prototype.set);
    const codeAt = uncurry(String.prototype.charCodeAt);
    const cut = uncurry(String.prototype.slice);
    const placeOf = uncurry(String.prototype.indexOf);
    const lower = uncurry(String.prototype.toLowerCase);
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
    const ownOrigin = root.location.origin;
    const EVENT_STREAM = /^text\/event-stream\s*(;|$)/;
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

    function endEvent(source, state) {
        const text = state.text;
        const type = text.type;
        const data = text.data;
        state.last = text.id;
        text.type = "";
        text.data = "";
        if (data === "") return;
        send(source, new Message(type === "" ? "message" : type, {
            data: cut(data, 0, -1),
            origin: state.origin,
            lastEventId: state.last
        }));
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
        if (state.last !== "" && originOf(new Address(state.url)) === ownOrigin)
            headers["Last-Event-ID"] = state.last;
        return headers;
    }

    function connect(source, state) {
        const control = new Control();
        const since = now();
        state.control = control;
        state.text = emptyText();
        state.text.id = state.last;
        function ifCurrent(job) {
            return function (value) {
                if (state.control === control) job(value);
            };
        }
        const retry = ifCurrent(function () {
            reconnect(source, state);
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
        }, retry);
    }

    function accept(source, state, response, ifCurrent, retry) {
        const type = headerOf(headersOf(response), "content-type");
        if (
            statusOf(response) !== 200 ||
            !matches(EVENT_STREAM, lower(type === null ? "" : type))
        ) {
            close(state);
            send(source, new News("error"));
            return;
        }
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
            const state = {
                url: resolve(url + ""),
                withCredentials: !!(options && options.withCredentials),
                readyState: CONNECTING, origin: "", last: "",
                retry: RETRY_MS, timer: 0, control: null, text: null,
                handlers: { __proto__: null }
            };
            keep(known, this, state);
            connect(this, state);
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

    // As an event handler attribute: in the place of the first that was set.
    function addHandler(type) {
        define(EventSource.prototype, "on" + type, {
            configurable: true,
            enumerable: true,
            get: function () {
                return stateOf(this).handlers[type] || null;
            },
            set: function (handler) {
                const source = this;
                const handlers = stateOf(source).handlers;
                if (!(type in handlers))
                    listen(source, type, function (event) {
                        if (typeof handlers[type] === "function")
                            call(handlers[type], source, event);
                    });
                handlers[type] =
                    typeof handler === "function" ||
                    (typeof handler === "object" && handler !== null)
                        ? handler
                        : null;
            }
        });
    }

    function addConstant(name, value) {
        const how = { enumerable: true, value: value };
        define(EventSource, name, how);
        define(EventSource.prototype, name, how);
    }

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
