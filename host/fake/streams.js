// The executor of `weir check --streams` (docs/SIGNALS.md): a system of streams without a
// page, whose inputs are pushed into and whose outputs are read as signals, under a clock
// of its own. Speaks docs/PROTOCOL.md. Runs in weir's engine (streams_engine.js) and in
// Node (streams_node.js).
//
// Called with hook_sources.js before anything of the system is loaded. What it gives:
// use(module, name), once; and answer(line), a generator: at each `yield` what is ready to run
// (promises) has to run, its result is the text of the lines to say, or "".
(function (makeSources) {
    'use strict';

    const {parse, stringify} = JSON;
    const {isArray} = Array;
    const has = (object, key) => Object.prototype.hasOwnProperty.call(object, key);
    const isFunction = (value) => typeof value === 'function';
    const isObject = (value) => typeof value === 'object' && value !== null;
    const listed = (names) => (names.length === 0 ? 'there is none' : `there are: ${names.join(', ')}`);

    class Trouble extends Error {} // of the set-up or the specification, in words for people
    class Fault extends Error {} // what the system has done wrong, in words for people

    // What the system is called for: what it throws is a fault of its own.
    function asked(what, run) {
        try {
            return run();
        } catch (thrown) {
            throw thrown instanceof Trouble ? thrown : new Fault(`${what} threw: ${wordsOf(thrown)}`);
        }
    }

    // ---- time: nothing waits -------------------------------------------------

    const BEGIN = Date.UTC(2024, 0, 1);
    const TIMERS = 100000; // that run while one action or one wait lasts
    let now = 0; // milliseconds since the session began
    let ids = 0;
    let timers = [];
    let fault = null; // what a timer has thrown, or nobody has caught

    function later(run, delay, every, args) {
        const id = ++ids;
        timers.push({id, due: now + delay, every, run: () => run(...args)});
        return id;
    }
    const delayOf = (delay) => (delay >= 1 ? Math.min(Number(delay), 2 ** 31) : 1);
    const cancel = (id) => {
        timers = timers.filter((timer) => timer.id !== Number(id));
    };

    const RealDate = Date;
    const present = () => BEGIN + now;
    const clock = {
        setTimeout: (run, delay, ...args) => later(run, delayOf(delay), null, args),
        setInterval: (run, delay, ...args) => later(run, delayOf(delay), delayOf(delay), args),
        setImmediate: (run, ...args) => later(run, 0, null, args),
        requestAnimationFrame: (run) => later(() => run(now), 16 - (now % 16), null, []),
        clearTimeout: cancel, clearInterval: cancel, clearImmediate: cancel, cancelAnimationFrame: cancel,
        queueMicrotask: (run) => {
            Promise.resolve().then(run);
        },
        performance: {now: () => now, timeOrigin: BEGIN, mark() {}, measure() {}},
        Date: new Proxy(RealDate, {
            apply: () => new RealDate(present()).toString(),
            construct: (target, parts, made) => Reflect.construct(target, parts.length === 0 ? [present()] : parts, made),
        }),
    };
    RealDate.now = present;
    for (const name of Object.keys(clock))
        Object.defineProperty(globalThis, name, {value: clock[name], configurable: true, writable: true});

    // The next timer that is due by then.
    function nextBy(until) {
        let next = null;
        for (const timer of timers)
            if (timer.due <= until && (next === null || timer.due < next.due || (timer.due === next.due && timer.id < next.id)))
                next = timer;
        return next;
    }

    function fire(timer) {
        now = Math.max(now, timer.due);
        if (timer.every === null) cancel(timer.id);
        else timer.due = now + timer.every;
        try {
            timer.run();
        } catch (thrown) {
            fault = fault ?? `a timer threw: ${wordsOf(thrown)}`;
        }
    }

    // A promise was rejected, and nothing handles that.
    function reject(reason) {
        fault = fault ?? `a promise was rejected and nothing handled it: ${wordsOf(reason)}`;
    }

    // Lets time pass up to `until`, or until a signal has ticked.
    function* pass(until, stops) {
        yield;
        for (let left = TIMERS, timer; (timer = nextBy(until)) !== null; left--) {
            if (left === 0) throw new Trouble(`it does not come to rest: ${TIMERS} timers have run within ${until - now} ms`);
            fire(timer);
            yield;
            if (stops && tickedNames().length > 0) return true;
        }
        now = until;
        return false;
    }

    // ---- the system ------------------------------------------------------------

    let make = null; // makes one for each session
    let system = null;
    let sources = null;
    let names = []; // of all signals
    let told = {}; // how often each had ticked when it was told last

    const wordsOf = (thrown) => {
        const at = /(?:\(|@|at )((?:file:\/\/)?\/[^()\s]+:\d+):\d+/.exec(String(thrown?.stack ?? ''));
        return `${thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown)}${at ? ` (${at[1]})` : ''}`;
    };

    // A model (docs/MODELS.md) as a system: a command is an input, its arguments the value.
    function systemOf(model) {
        let state = isFunction(model.init) ? model.init() : parse(stringify(model.init));
        let fresh = 0;
        const tell = {};
        const output = (name) => ({subscribe: (run) => {
            tell[name] = run;
            if (name === 'state') run(state);
        }});
        const inputs = {};
        for (const [name, command] of Object.entries(model.commands))
            inputs[name] = (args) => {
                const given = isArray(args) ? args : [];
                if (command.when && !command.when(state, given)) return;
                const made = (command.creates ?? []).map(() => fresh++);
                const answer = command.fake(state, given, made, (first) => first);
                tell.answer?.(answer);
                tell.state?.(state);
            };
        return {inputs, outputs: {state: output('state'), answer: output('answer')}};
    }

    // `name`: of what it exports, where that is not the default.
    function use(module, name) {
        if (name && module[name] === undefined)
            throw new Trouble(`the module exports no "${name}"; ${listed(Object.keys(module))}`);
        const found = name ? module[name] : module.default ?? module;
        if (isObject(found) && isObject(found.commands)) make = () => systemOf(found);
        else if (isFunction(found)) make = found;
        else throw new Trouble('the module must export a function by default, which makes the system: () => ({inputs, outputs})');
    }

    const isFollowed = (input) => isObject(input) && sources.isFollowed(input);

    // What is pushed into an input that cannot be subscribed to.
    function recorderOf(input) {
        const recorder = {tell: () => {}, subscribe: (run) => {
            recorder.tell = run;
        }};
        return {push: pushInto(input), recorder};
    }

    function pushInto(input) {
        if (isFunction(input)) return input;
        for (const method of ['next', 'set', 'send', 'dispatch'])
            if (isFunction(input[method])) return (value) => input[method](value);
        if ('value' in input) return (value) => {
            input.value = value;
        };
        return null;
    }

    function checkSystem() {
        if (!isObject(system) || !isObject(system.inputs) || !isObject(system.outputs))
            throw new Trouble('what makes the system must give {inputs, outputs}: objects with an entry for each name');
        for (const [name, input] of Object.entries(system.inputs)) {
            if ((!isFunction(input) && !isObject(input)) || pushInto(input) === null)
                throw new Trouble(`nothing can be pushed into the input ${name}: it is a function, or has next, set, send, dispatch or value`);
            if (has(system.outputs, name) && system.outputs[name] !== input)
                throw new Trouble(`the name ${name} is registered twice: as an input and as another output`);
        }
        for (const [name, output] of Object.entries(system.outputs))
            if (!sources.isSource(output)) throw new Trouble(`the output ${name} is no source of values: nothing to subscribe to`);
        if (system.together !== undefined && !isFunction(system.together))
            throw new Trouble('"together" must be a function that calls what it is given');
    }

    let inputs = {};

    // What takes its time to be made (async) is waited for, in the system's time.
    function* awaited(made) {
        if (!isObject(made) || !isFunction(made.then)) return made;
        let outcome = null;
        made.then((value) => { outcome = {value}; }, (error) => { outcome = {error}; });
        for (let i = 0; outcome === null && i < 1000; i++) yield* pass(now + 1, false);
        if (outcome === null) throw new Trouble('the system is not made within a second of its time');
        if ('error' in outcome) throw new Fault(`making the system threw: ${wordsOf(outcome.error)}`);
        return outcome.value;
    }

    function* begin(keeps) {
        sources?.forget();
        sources = makeSources(keeps);
        now = 0;
        timers = [];
        fault = null;
        last = null;
        told = Object.create(null);
        inputs = Object.create(null);
        names = [];
        system = yield* awaited(asked('making the system', make));
        checkSystem();
        for (const [name, input] of Object.entries(system.inputs)) {
            inputs[name] = recorderOf(input);
            sources.signal(name, isFollowed(input) ? input : inputs[name].recorder);
        }
        for (const [name, output] of Object.entries(system.outputs))
            if (!has(system.inputs, name)) sources.signal(name, output);
        names = [...new Set([...Object.keys(system.inputs), ...Object.keys(system.outputs)])];
        for (const name of names) told[name] = 0;
    }

    // ---- what is done ------------------------------------------------------------

    function inputNamed(name) {
        if (!has(inputs, name))
            throw new Trouble(`there is no input "${name}"; ${listed(Object.keys(inputs))}`);
        return inputs[name];
    }

    function push(name, value) {
        const input = inputNamed(name);
        asked(`pushing ${stringify(value)} into ${name}`, () => input.push(value));
        input.recorder.tell(value);
    }

    function call(name, method, argument) {
        inputNamed(name);
        const input = system.inputs[name];
        if (!isFunction(input[method])) throw new Trouble(`the input ${name} has no ${method}()`);
        asked(`${method}() of ${name}`, () => input[method](argument));
    }

    function together(run) {
        if (system.together === undefined) return run();
        let thrown = null; // by a push, which the system may turn into an error of its own
        const kept = () => {
            try {
                run();
            } catch (error) {
                thrown = error;
                throw error;
            }
        };
        try {
            system.together(kept);
        } catch (error) {
            throw thrown ?? new Fault(`"together" threw: ${wordsOf(error)}`);
        }
    }

    const doings = {
        tick(fields) {
            together(() => {
                for (const name of Object.keys(fields)) push(name, fields[name]);
            });
        },
        burst(name, values) {
            for (const value of values) together(() => push(name, value));
        },
        pass() {},
        end: (name) => call(name, 'complete'),
        fail: (name, words) => call(name, 'error', new Error(words)),
    };

    function* act({id, args}) {
        if (!has(doings, id))
            throw new Trouble(`there is no action "${id}"; ${listed(Object.keys(doings))}`);
        doings[id](...args);
        yield* pass(now + (id === 'pass' ? Math.max(0, Number(args[0]) || 0) : 0), false);
    }

    // ---- what is told ------------------------------------------------------------

    let wanted = {};
    let last = null; // the state that was told last
    let lines = [];
    let session;

    function tickedNames() {
        return names.filter((name) => sources.count(name) !== told[name]);
    }

    function stateNow() {
        const state = Object.create(null);
        const notes = Object.create(null);
        const note = (name) => (notes[name] = notes[name] ?? sources.note(name));
        const parts = (whole, fields) => Object.fromEntries(Object.keys(fields).map((field) => [field, whole[field] ?? null]));
        for (const selector of Object.keys(wanted))
            if (selector !== '::signals') {
                state[selector] = note(selector).value;
            } else {
                state[selector] = Object.create(null);
                for (const [name, fields] of Object.entries(wanted[selector])) state[selector][name] = parts(note(name), fields);
            }
        return state;
    }

    function say(tag, events) {
        if (fault !== null) throw new Fault(fault);
        const ticked = tickedNames();
        for (const name of ticked) told[name] = sources.count(name);
        const state = last = stateNow();
        const contents = events === undefined ? state : [events, state];
        lines.push(stringify({tag, contents, ticked, timeUs: Math.round(now * 1000), session}));
    }

    // The last there is of the session: the state before, in which nothing has ticked.
    function sayFault(tag, words) {
        const state = last ?? Object.fromEntries(Object.keys(wanted).map((name) => [name, name === '::signals' ? {} : null]));
        const isStart = tag === 'Start';
        const isDone = tag === 'RequestAction' && !lines.some((line) => line.startsWith('{"tag":"Performed"'));
        lines.push(stringify({
            tag: isStart ? 'Events' : isDone ? 'Performed' : 'Timeout', contents: isStart ? [[event('ready')], state] : state,
            broken: words, died: true, timeUs: Math.round(now * 1000), session,
        }));
    }

    const event = (id) => ({id, isEvent: true, args: [], timeout: null});

    function checkWanted() {
        for (const selector of Object.keys(wanted))
            if (selector !== '::signals' && !names.includes(selector))
                throw new Trouble(`there is no signal \`${selector}\`; ${listed(names)}`);
        for (const name of Object.keys(wanted['::signals'] ?? {}))
            if (!names.includes(name)) throw new Trouble(`there is no signal "${name}"; ${listed(names)}`);
    }

    function* wait(milliseconds) {
        const until = now + milliseconds;
        if (yield* pass(until, true)) say('Events', [event('emitted')]);
        else say('Timeout');
    }

    const heard = {
        * Start(line) {
            session = line.session;
            wanted = line.dependencies;
            yield* begin(Object.values(wanted['::signals'] ?? {}).some((fields) => 'came' in fields));
            checkWanted();
            yield* pass(0, false);
            say('Events', [event('ready')]);
        },
        * RequestAction({action}) {
            yield* act(action);
            say('Performed');
            if (action.timeout !== null) yield* wait(action.timeout);
        },
        * AwaitEvents({awaitTimeout}) {
            yield* wait(awaitTimeout);
        },
        * End() {
            sources?.forget();
        },
    };

    function* answer(text) {
        lines = [];
        let line = {};
        try {
            line = parse(text);
            yield* heard[line.tag](line);
        } catch (thrown) {
            if (thrown instanceof Fault) {
                sayFault(line.tag, thrown.message);
                return lines.join('\n');
            }
            lines.push(stringify({tag: 'Error', session, errorMessage: thrown instanceof Trouble ? thrown.message : `it threw: ${wordsOf(thrown)}`}));
        }
        return lines.join('\n');
    }

    return {use, answer, reject, wordsOf};
})
