// Runs in the page's own world, before its code: gives it weir.signal(name, source), which
// follows a source of values under a name (docs/SIGNALS.md). The page script asks for
// what they have come to by an event that names a comment, which is in no document: it
// holds the names as JSON, and then the answer. The host calls this function.
(function () {
    "use strict";
    if (window.top !== window) return;
    const uncurry = Function.prototype.bind.bind(Function.prototype.call);
    const data = Object.getOwnPropertyDescriptor(CharacterData.prototype, "data");
    const read = uncurry(data.get);
    const write = uncurry(data.set);
    const swallow = uncurry(Event.prototype.stopImmediatePropagation);
    const nodeOf = uncurry(
        Object.getOwnPropertyDescriptor(MouseEvent.prototype, "relatedTarget").get
    );
    const then = uncurry(Promise.prototype.then);
    const promiseOf = Promise.resolve.bind(Promise);
    const stringify = JSON.stringify;
    const parse = JSON.parse;
    const String = window.String;
    const streams = { __proto__: null };

    // ---- one stream ---------------------------------------------------------

    function fresh(count) {
        return {
            value: null, count: count, ended: false, error: null,
            get: null,   // asks for the value, where nothing tells of it
            leave: null  // ends the subscription
        };
    }

    function nextOf(stream) {
        return function (value) {
            stream.value = value;
            stream.count++;
        };
    }

    function errorOf(stream) {
        return function (error) {
            stream.error = textOf(error);
            stream.ended = true;
        };
    }

    function endOf(stream) {
        return function () {
            stream.ended = true;
        };
    }

    function textOf(error) {
        try {
            return String(error && error.message ? error.message : error);
        } catch (again) {
            return "an error";
        }
    }

    // ---- what can be a source -------------------------------------------------

    function can(source, name) {
        return typeof source[name] === "function";
    }

    // Redux and its kin call the listener without the state.
    function followStore(source, stream) {
        const next = nextOf(stream);
        next(source.getState());
        return source.subscribe(function () {
            next(source.getState());
        });
    }

    // RxJS, XState and whatever takes an observer. An actor tells its state when it
    // changes, not when it is subscribed to.
    function followObservable(source, stream) {
        const next = nextOf(stream);
        if (can(source, "getSnapshot")) next(source.getSnapshot());
        return source.subscribe({
            next: next, error: errorOf(stream), complete: endOf(stream)
        });
    }

    // MobX: a box or a computed value.
    function followObserved(source, stream) {
        const next = nextOf(stream);
        const observe = can(source, "observe_") ? "observe_" : "observe";
        next(source.get());
        return source[observe](function (change) {
            next(change.newValue);
        });
    }

    function followIterable(source, stream) {
        const iterator = source[Symbol.asyncIterator]();
        const next = nextOf(stream);
        const failed = errorOf(stream);
        function goOn() {
            then(promiseOf(iterator.next()), function (step) {
                if (stream.ended) return;
                if (step.done) return endOf(stream)();
                next(step.value);
                goOn();
            }, failed);
        }
        goOn();
        return function () {
            stream.ended = true;
        };
    }

    // What is called for its value: Angular's signals, Solid's accessors, any function.
    function followGetter(source, stream) {
        stream.get = source;
        return null;
    }

    // Boxes of MobX 7, and what else is asked for its value by get().
    function followGet(source, stream) {
        stream.get = function () {
            return source.get();
        };
        return null;
    }

    // Svelte stores and Preact's signals call the function with the value, at once
    // and then whenever it changes.
    function followStoreOfValues(source, stream) {
        return source.subscribe(nextOf(stream));
    }

    function followerOf(source) {
        const kind = typeof source;
        if (source === null || (kind !== "object" && kind !== "function")) return null;
        if (can(source, "subscribe")) {
            if (can(source, "getState")) return followStore;
            const takesObserver = can(source, "pipe") || can(source, "getSnapshot") ||
                can(source, "forEach") || source["@@observable"] !== undefined ||
                (Symbol.observable && source[Symbol.observable] !== undefined);
            return takesObserver ? followObservable : followStoreOfValues;
        }
        if (can(source, "get") && (can(source, "observe_") || can(source, "observe")))
            return followObserved;
        if (Symbol.asyncIterator in source) return followIterable;
        if (can(source, "get") && source.get.length === 0) return followGet;
        return kind === "function" ? followGetter : null;
    }

    // ---- names ------------------------------------------------------------------

    function leave(stream) {
        const how = stream.leave;
        stream.leave = null;
        try {
            if (typeof how === "function") how();
            else if (how && can(how, "unsubscribe")) how.unsubscribe();
        } catch (error) {
            // It is the source's affair; nothing it does is heard any more.
        }
    }

    // What is registered again under its name (a component is mounted anew) takes the
    // place of what was; the count goes on.
    function signal(name, source) {
        const key = String(name);
        const old = streams[key];
        const stream = fresh(old === undefined ? 0 : old.count);
        if (old !== undefined) leave(old);
        streams[key] = stream;
        const follow = followerOf(source);
        if (follow === null) {
            stream.error = "this is no source of values: nothing to subscribe to";
            return source;
        }
        try {
            stream.leave = follow(source, stream);
        } catch (error) {
            errorOf(stream)(error);
        }
        return source;
    }

    // ---- the answer ---------------------------------------------------------------

    // A value that has no JSON is null, and the reason is told.
    function noteOf(stream) {
        const note = {
            value: null, count: stream.count, ended: stream.ended, error: stream.error
        };
        try {
            if (stream.get !== null) stream.value = stream.get();
            const text = stringify(stream.value);
            if (stream.get !== null && stream.last !== text) note.count = ++stream.count;
            if (stream.get !== null) stream.last = text;
            note.value = text === undefined ? null : parse(text);
            if (text === undefined && stream.value !== undefined)
                note.error = "the value cannot be told: a " + typeof stream.value;
        } catch (error) {
            note.error = "the value cannot be told: " + textOf(error);
        }
        return note;
    }

    window.addEventListener("weir-streams", function (event) {
        swallow(event);
        const node = nodeOf(event);
        if (node === null) return;
        const answer = {};
        const names = parse(read(node));
        for (let i = 0; i < names.length; i++)
            if (streams[names[i]] !== undefined)
                answer[names[i]] = noteOf(streams[names[i]]);
        write(node, stringify(answer));
    }, true);

    Object.defineProperty(window, "weir", {
        value: { signal: signal }, configurable: true, writable: true
    });
})
