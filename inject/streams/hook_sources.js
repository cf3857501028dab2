// Follows sources of values under names: whatever has subscribe, async iterables, boxes,
// functions (docs/SIGNALS.md). For a page hook_streams.js tells what they have come to;
// without a page the harness of `weir check --streams` does (host/fake/streams.js).
//
// keeps: whether all values that come are kept until they are told, a thousand at most.
(function (keeps) {
    "use strict";
    const uncurry = Function.prototype.bind.bind(Function.prototype.call);
    const then = uncurry(Promise.prototype.then);
    const promiseOf = Promise.resolve.bind(Promise);
    const stringify = JSON.stringify;
    const parse = JSON.parse;
    const String = globalThis.String;
    const streams = { __proto__: null };
    const KEPT = 1000;
    const DEPTH = 400; // less than what the host reads

    // ---- one stream ---------------------------------------------------------

    function fresh(count) {
        return {
            value: null, count: count, ended: false, error: null,
            came: [],     // with keeps: since they were told last, as JSON
            get: null,    // asks for the value, where nothing tells of it
            told: count,  // the count when it was told last, with get
            leave: null   // ends the subscription
        };
    }

    function nextOf(stream) {
        return function (value) {
            stream.value = value;
            stream.count++;
            if (keeps && stream.came.length < KEPT) stream.came.push(textOfValue(value));
        };
    }

    function errorOf(stream) {
        return function (error) {
            stream.error = textOf(error);
            stream.ended = true;
        };
    }

    // An error after which it goes on.
    function failureOf(stream) {
        return function (error) {
            stream.error = textOf(error);
        };
    }

    function endOf(stream) {
        return function () {
            stream.ended = true;
        };
    }

    // The value may be changed before it is told.
    function textOfValue(value) {
        try {
            return textToTell(value);
        } catch (error) {
            return undefined;
        }
    }

    // undefined, or an error: it cannot be told.
    function textToTell(value) {
        if (typeof value === "number" && value - value !== 0)
            throw new Error(String(value));
        const text = stringify(value);
        if (text !== undefined && text.length > 2 * DEPTH && depthOf(text) > DEPTH)
            throw new Error("it is nested deeper than " + DEPTH + " levels");
        return text;
    }

    function depthOf(text) {
        var deepest = 0;
        var isText = false;
        for (var i = 0, depth = 0; i < text.length; i++) {
            const c = text[i];
            if (c === "\\") i++;
            else if (c === '"') isText = !isText;
            else if (!isText && (c === "[" || c === "{")) depth++;
            else if (!isText && (c === "]" || c === "}")) depth--;
            if (depth > deepest) deepest = depth;
        }
        return deepest;
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

    // What has a state now, and may or may not tell it when it is subscribed to.
    function nextUnlessTold(stream, count, ask) {
        if (stream.count === count) nextOf(stream)(ask());
    }

    // Redux and its kin call the listener without the state; Effector's stores call it at once.
    function followStore(source, stream) {
        const next = nextOf(stream);
        const count = stream.count;
        const leave = source.subscribe(function () {
            next(source.getState());
        });
        nextUnlessTold(stream, count, function () {
            return source.getState();
        });
        return leave;
    }

    // RxJS, XState and whatever takes an observer. An actor tells its state when it
    // changes, not when it is subscribed to.
    function followObservable(source, stream) {
        const count = stream.count;
        const leave = source.subscribe({
            next: nextOf(stream), error: errorOf(stream), complete: endOf(stream)
        });
        if (can(source, "getSnapshot"))
            nextUnlessTold(stream, count, function () {
                return source.getSnapshot();
            });
        return leave;
    }

    // Bacon and Kefir: a listener for each kind of event.
    function followEvents(source, stream) {
        const leave = source.onValue(nextOf(stream));
        if (can(source, "onError")) source.onError(failureOf(stream));
        if (can(source, "onEnd")) source.onEnd(endOf(stream));
        return leave === source ? null : leave;
    }

    // A callbag: 0 greets, 1 hands on a value or asks for one, 2 ends.
    function followCallbag(source, stream) {
        const next = nextOf(stream);
        var talk = null;
        source(0, function (kind, value) {
            if (kind === 0) talk = value;
            else if (kind === 1) next(value);
            else if (value === undefined) endOf(stream)();
            else errorOf(stream)(value);
            if (kind !== 2) talk(1);
        });
        return function () {
            if (talk !== null && !stream.ended) talk(2);
        };
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

    // Vue's refs and computed values, and what else shows its value by that name.
    function followValue(source, stream) {
        stream.get = function () {
            return source.value;
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
        if (can(source, "onValue")) return followEvents;
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
        if (kind === "function") return source.length === 2 ? followCallbag : followGetter;
        return "value" in source ? followValue : null;
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

    function cameOf(stream, count) {
        const came = stream.came;
        stream.came = [];
        if (stream.get !== null && stream.told !== count) came.push(stream.last);
        stream.told = count;
        return came.map(function (text) {
            return text === undefined ? null : parse(text);
        });
    }

    // A value that has no JSON is null, and the reason is told. takes: the values that
    // came have been told then.
    function noteOf(stream, takes) {
        const note = {
            value: null, count: stream.count, ended: stream.ended, error: stream.error
        };
        try {
            if (stream.get !== null) stream.value = stream.get();
            const text = textToTell(stream.value);
            if (stream.get !== null && stream.last !== text) note.count = ++stream.count;
            if (stream.get !== null) stream.last = text;
            note.value = text === undefined ? null : parse(text);
            if (keeps && takes) note.came = cameOf(stream, note.count);
            if (text === undefined && stream.value !== undefined)
                note.error = "the value cannot be told: a " + typeof stream.value;
        } catch (error) {
            note.error = "the value cannot be told: " + textOf(error);
        }
        return note;
    }

    function has(name) {
        return streams[name] !== undefined;
    }

    function note(name) {
        return noteOf(streams[name], true);
    }

    function count(name) {
        const stream = streams[name];
        return stream.get === null ? stream.count : noteOf(stream, false).count;
    }

    function isSource(source) {
        return followerOf(source) !== null;
    }

    // What is pushed into the others is known better than what they hold.
    function isFollowed(source) {
        return isSource(source) && followerOf(source) !== followValue;
    }

    // Nothing of them is heard any more.
    function forget() {
        for (const name in streams) {
            streams[name].ended = true;
            leave(streams[name]);
            delete streams[name];
        }
    }

    return {
        signal: signal, note: note, has: has, count: count, isSource: isSource,
        isFollowed: isFollowed, forget: forget
    };
})
