// What answers the questions of fake/conversation.h for a model in JavaScript.
// Runs before the model, in the same global object. `host` is what the process
// gives (engine.c): load(path) a module as a function, text(path) the text of a
// file, real(path) the path without detours or null, talk(line) a question to
// the host and its answer, print(text), and the other files of ours as functions:
// values, page_words, model_parts, drawn, claims. It keeps in `doing` which function
// runs, and in `place` of which one of many questions, for messages.
(function (host) {
    'use strict';

    const {parse, stringify} = JSON;
    const {isArray} = Array;
    const {keys} = Object;
    const own = (object, key) => Object.prototype.hasOwnProperty.call(object, key);
    const isFunction = (value) => typeof value === 'function';
    const isObject = (value) => typeof value === 'object' && value !== null;

    const {
        Ref, Unsuitable, refOf, exact, plain, described, functions, encode, decode, textOf,
        inOrder, keyOfEncoded, keyOf, settled, copyOf, states, numberOf, stateAt,
    } = host.values();

    // ---- what the parts have in common ---------------------------------------

    class Wrong extends Error {} // the model is not one
    function wrong(message) {
        throw new Wrong(message);
    }
    class Misuse extends Error {} // what a function of it does is not allowed
    function misuse(message) {
        throw new Misuse(message);
    }
    const whole = (number, what) =>
        (Number.isSafeInteger(number) ? number : misuse(`${what} must be a whole number, not ${textOf(number)}`));

    // Words for the user's functions. Some names engines ask for by themselves.
    const ASKED_FOR = ['then', 'toJSON'];
    const wordsOf = (whose, words) => new Proxy(Object.freeze(words), {
        get: (object, name) => (typeof name === 'symbol' || own(object, name) || ASKED_FOR.includes(name)
            ? object[name]
            : misuse(`${whose} has no "${name}"; it has: ${Object.keys(object).join(', ')}`)),
    });

    const common = {own, isFunction, isObject, whole, wrong, misuse, wordsOf, textOf, Ref};
    const page = host.page_words(common);
    const {modelIn, checkModel, infoOf} = host.model_parts({...common, page, encode, plain, described});
    const {NONE, argumentsOf} = host.drawn({...common, host, decode});

    // A promise is true whatever it will say, and nothing is what a function gives
    // that lacks a `return`.
    const noPromise = (given) =>
        (isFunction(given?.then) ? misuse('it gives a promise (a model answers at once: no async)') : given);
    const yesOrNo = (given) => (given === undefined
        ? misuse('it gives nothing, and is to give true or false (is a "return" missing?)')
        : !!noPromise(given));

    let model;

    // ---- what a fake does not have -------------------------------------------

    function forbid(object, name, why) {
        Object.defineProperty(object, name, {
            configurable: false,
            value() {
                misuse(`a fake has no ${why}`);
            },
        });
    }

    const same = 'the same call must give the same answer each time';
    forbid(Math, 'random', `Math.random: ${same}; draw in "args", with pick`);
    for (const name of ['setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask', 'requestAnimationFrame'])
        forbid(globalThis, name, `${name}: it answers at once; time is a command like any other`);
    for (const name of ['fetch', 'XMLHttpRequest', 'WebSocket', 'EventSource'])
        forbid(globalThis, name, `${name}: it does not reach the network; the system under test does`);
    for (const name of ['WebAssembly', 'Atomics', 'SharedArrayBuffer', 'WeakRef', 'FinalizationRegistry'])
        delete globalThis[name];

    // Dates may be computed with; the present one does not exist.
    const noClock = () => {
        misuse(`a fake has no clock: ${same}; make the time a part of the state`);
    };
    const RealDate = Date;
    const {now} = RealDate;
    RealDate.now = noClock;
    globalThis.Date = new Proxy(RealDate, {
        apply: noClock,
        construct: (target, parts, made) => (parts.length === 0 ? noClock() : Reflect.construct(target, parts, made)),
    });
    RealDate.prototype.constructor = globalThis.Date;

    const show = (value) => (typeof value === 'string' ? value : textOf(value));
    const print = (...values) => host.print(values.map(show).join(' '));
    globalThis.console = {log: print, info: print, warn: print, error: print, debug: print};

    // ---- modules -------------------------------------------------------------

    const loadModule = host.loader((specifier) => {
        throw new Error(`no module "${specifier}": a model imports files of its own only ('./${specifier}.js')`);
    });

    // Whether what a person does may name elements behind ">>>": a file of the model has it.
    const isNested = () => loadModule.paths().some((path) => host.text(path).includes('>>>'));

    // ---- the effect ----------------------------------------------------------

    // A fake that may do one of several things calls either(a, b, ...): it is
    // run once for every way through.
    const OUTCOMES = 64;

    class Ways {
        constructor() {
            this.path = [];
            this.at = 0;
        }
        choose(options) {
            if (options.length === 0) misuse('either() needs something to choose from');
            if (this.at === this.path.length) this.path.push({place: 0, count: options.length});
            return options[this.path[this.at++].place];
        }
        next() {
            this.at = 0;
            while (this.path.length > 0) {
                const last = this.path[this.path.length - 1];
                if (++last.place < last.count) return true;
                this.path.pop();
            }
            return false;
        }
    }

    // `make` gives a state for each run, and `settle` what has become of it.
    function outcomesOf(command, make, args, fresh, settle) {
        const outcomes = [];
        const ways = new Ways();
        const either = (...options) => ways.choose(options);
        do {
            if (outcomes.length === OUTCOMES) misuse(`either() leads to more than ${OUTCOMES} outcomes`);
            const state = make();
            const answer = encode(command.fake(state, copyOf(args), copyOf(fresh), either), plain, 'the answer');
            outcomes.push({...settle(state), answer});
        } while (ways.next());
        return outcomes;
    }
    const outcomesIn = (command, before, args, fresh) =>
        outcomesOf(command, () => stateAt(before), args, fresh, (state) => ({state: numberOf(state, states[before])}));

    // Why the call may not be made; undefined: it may.
    function refusal(command, make, args) {
        if (command.when === undefined) return undefined;
        try {
            return noPromise(command.when(make(), copyOf(args))) ? undefined : '';
        } catch (thrown) {
            if (typeof thrown === 'string') return thrown; // the name of a rule
            throw thrown;
        }
    }

    // Of many steps those that are not begun by then are asked for alone.
    const SLICE_MS = 100;

    const isSame = (expected, got, command, args) => yesOrNo(model.same(expected, got, command, args));

    // ---- claims --------------------------------------------------------------

    // Its outcomes, from a state by number, or from one that `make` gives for
    // each run; `run` then tells what belongs to the last one.
    function runCall({name, args, fresh}, from, run) {
        const command = model.commands[name];
        const isNumber = typeof from === 'number';
        host.doing = `"when" of ${name}`;
        if (refusal(command, isNumber ? () => stateAt(from) : from, args) !== undefined) return [];
        host.doing = `"fake" of ${name}`;
        const outcomes = isNumber
            ? outcomesIn(command, from, args, fresh)
            : outcomesOf(command, from, args, fresh, () => ({run: run()}));
        for (const outcome of outcomes) outcome.key = keyOfEncoded(outcome.answer);
        return outcomes;
    }

    const claims = host.claims({
        host, encode, decode, exact, keyOfEncoded, settled, inOrder, copyOf, states, runCall, now,
        valueKey: keyOf,
        adoptState: (value) => numberOf(value),
        sameOf: () => model.same && isSame,
    });

    // ---- the questions -------------------------------------------------------

    const commandOf = ({command}) => model.commands[command];
    const labelsIn = (given) => [noPromise(given) ?? []].flat().map(String);

    const answers = {
        info({path}) {
            model = modelIn(loadModule(path).module);
            checkModel(model);
            return {ok: {...infoOf(model), nested: isNested()}};
        },
        init() {
            host.doing = '"init"';
            return {ok: numberOf(isFunction(model.init) ? model.init() : model.init)};
        },
        state({number}) {
            return {ok: encode(states[number].value, exact)};
        },
        arguments(question) {
            host.doing = `"args" of ${question.command}`;
            try {
                const made = argumentsOf(commandOf(question), stateAt(question.state));
                return {ok: encode(made, plain, 'the arguments')};
            } catch (thrown) {
                if (thrown === NONE) return {refused: ''};
                throw thrown;
            }
        },
        step(question) {
            const command = commandOf(question);
            const [args, fresh] = decode([question.arguments, question.fresh]);
            host.doing = `"when" of ${question.command}`;
            const why = refusal(command, () => stateAt(question.state), args);
            if (why !== undefined) return {refused: why};
            host.doing = `"fake" of ${question.command}`;
            return {ok: outcomesIn(command, question.state, args, fresh)};
        },
        steps({steps: asked}) {
            const began = now();
            return {ok: asked.map((question, place) => {
                if (now() - began > SLICE_MS) return null;
                host.place = place;
                try {
                    const given = answers.step(question);
                    const again = question.twice ? answers.step(question) : given;
                    return again === given || stringify(again) === stringify(given) ? given : {odd: [given, again]};
                } catch {
                    return null;
                }
            })};
        },
        real({function: number, given}) {
            const {value, at} = functions[number];
            host.doing = `"${at}"`;
            return {ok: encode(value(decode(given)), plain, 'what it returns')};
        },
        same({expected, got, command, arguments: args}) {
            host.doing = '"same"';
            return {ok: isSame(decode(expected), decode(got), command, decode(args))};
        },
        // Of each call the place of its key in the list after them.
        partitions({calls: asked}) {
            host.doing = '"partition"';
            const places = [], list = [], byKey = new Map();
            for (const [command, args] of asked) {
                const value = encode(model.partition(command, decode(args)), plain, 'the key');
                const key = keyOfEncoded(value);
                if (!byKey.has(key)) byKey.set(key, list.push(value) - 1);
                places.push(byKey.get(key));
            }
            return {ok: [places, list]};
        },
        // claims.js
        claims: ({claims: added}) => ({ok: claims.add(added)}),
        explain: ({questions}) => ({ok: claims.explain(questions)}),
        cells: ({state}) => ({ok: claims.cells(state)}),
        adopt: ({cells}) => ({ok: claims.adopt(cells)}),
        labels({before, command, arguments: args, answer, after}) {
            host.doing = '"label"';
            return {ok: labelsIn(model.label(stateAt(before), command, decode(args), decode(answer), stateAt(after)))};
        },
        // Of each category the places of the choices that hold.
        classify({state, command, arguments: args}) {
            const holding = [];
            for (const [name, choices] of Object.entries(model.categories ?? {})) {
                const places = [];
                for (const [place, choice] of keys(choices).entries()) {
                    host.doing = `the choice "${choice}" of the category ${name}`;
                    if (noPromise(choices[choice](stateAt(state), command, decode(args)))) places.push(place);
                }
                holding.push(places);
            }
            return {ok: holding};
        },
        project({state}) {
            host.doing = '"project"';
            return {ok: encode(model.project(stateAt(state)), plain, 'what it shows')};
        },
        page(question) {
            host.doing = `"page" of ${question.command}`;
            const state = stateAt(question.state);
            const args = decode(question.arguments);
            return {ok: encode(page.doneBy(commandOf(question), args, state, model), plain, 'its actions')};
        },
        broken({state}) {
            const names = [];
            for (const [name, holds] of Object.entries(model.invariants ?? {})) {
                host.doing = `the invariant ${name}`;
                if (!yesOrNo(holds(stateAt(state)))) names.push(name);
            }
            return {ok: names};
        },
    };

    // ---- errors --------------------------------------------------------------

    // The first place in a file of the user's: "name@file:line:column".
    function placeOf(error) {
        if (error instanceof SyntaxError && String(error.sourceURL)[0] === '/') return `${error.sourceURL}:${error.line}`;
        for (const frame of String(error.stack ?? '').split('\n')) {
            const match = /(?:^|@)(\/.*):(\d+):\d+$/.exec(frame);
            if (match) return `${match[1]}:${match[2]}`;
        }
        return undefined;
    }

    const ERROR_HINT = " (an answer that is an error is returned: {error: 'text'})";

    function words(thrown) {
        if (!(thrown instanceof Error)) return `throws ${textOf(thrown)}`;
        if (thrown instanceof Unsuitable) return `gives ${thrown.message}`;
        if (thrown instanceof Misuse) return `fails: ${thrown.message}`;
        if (thrown.name !== 'Error') return `throws ${thrown.name}: ${thrown.message}`;
        return `throws ${thrown.message}${/^"fake"/.test(host.doing) ? ERROR_HINT : ''}`;
    }

    function failure(thrown) {
        if (thrown instanceof Wrong) return {failed: thrown.message};
        const at = isObject(thrown) ? thrown.at ?? placeOf(thrown) : undefined;
        if (host.doing !== '') return {failed: `${host.doing} ${words(thrown)}`, at};
        if (thrown instanceof SyntaxError || thrown?.at) return {failed: `does not parse: ${thrown.message}`, at};
        return {failed: `cannot be loaded: it ${words(thrown)}`, at};
    }

    return function (line) {
        host.doing = '';
        host.place = -1;
        try {
            const question = parse(line);
            return stringify(answers[question.ask](question));
        } catch (thrown) {
            return stringify(failure(thrown));
        }
    };
})
