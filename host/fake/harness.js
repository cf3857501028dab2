// What answers the questions of fake/conversation.h for a model in JavaScript.
// Runs before the model, in the same global object. `host` is what the process
// gives (engine.c): load(path) a module as a function, text(path) the text of a
// file, real(path) the path without detours or null, talk(line) a question to
// the host and its answer, print(text). It keeps in `doing` which function runs, for messages.
(function (host) {
    'use strict';

    const {parse, stringify} = JSON;
    const {isArray} = Array;
    const own = (object, key) => Object.prototype.hasOwnProperty.call(object, key);
    const isFunction = (value) => typeof value === 'function';
    const isObject = (value) => typeof value === 'object' && value !== null;

    // ---- values out and in ---------------------------------------------------

    // A reference: something that only the real system can make. There is one
    // object for each, so that === and Map work, and its text is a good key: a
    // mark (trace/reference.h), which gives way to what it stands for.
    class Ref {
        constructor(number, slot) {
            this.number = number;
            this.slot = slot;
            Object.freeze(this);
        }
        toString() {
            return `\u2068#${this.number}.${this.slot}\u2069`;
        }
    }
    const refs = new Map();
    function refOf(number, slot) {
        const key = `${number}.${slot}`;
        if (!refs.has(key)) refs.set(key, new Ref(number, slot));
        return refs.get(key);
    }

    // Classes of objects that states hold, by name.
    const classes = new Map();
    const DEPTH = 200;

    class Unsuitable extends Error {}
    function unsuitable(at, what) {
        throw new Unsuitable(`${what}${at === '' ? '' : ` at ${at}`}`);
    }

    // How parts that JSON does not have are written: kept apart in a state,
    // made plain in what meets the real system.
    const exact = {
        number: (number) => ({$number: String(number)}),
        map: (entries) => ({$map: entries}),
        set: (items) => ({$set: items}),
        bigint: (number) => ({$bigint: String(number)}),
        instance(object, fields, at) {
            const {name} = object.constructor ?? {};
            const prototype = Object.getPrototypeOf(object);
            if (!name) unsuitable(at, 'an object of a class without a name');
            if (classes.has(name) && classes.get(name) !== prototype)
                unsuitable(at, `an object of a second class named ${name}`);
            classes.set(name, prototype);
            return {$class: name, fields};
        },
    };
    const keyText = (key) => (isObject(key) ? stringify(key) : String(key));
    const plain = {
        number: () => null,
        map: (entries) => Object.fromEntries(entries.map(([key, value]) => [keyText(key), value])),
        set: (items) => items,
        bigint: (number) => (Number.isSafeInteger(Number(number)) ? Number(number) : String(number)),
        instance: (object, fields) => fields,
    };

    // Words for the user's functions. Some names engines ask for by themselves.
    const ASKED_FOR = ['then', 'toJSON'];
    const wordsOf = (whose, words) => new Proxy(Object.freeze(words), {
        get: (object, name) => (typeof name === 'symbol' || own(object, name) || ASKED_FOR.includes(name)
            ? object[name]
            : misuse(`${whose} has no "${name}"; it has: ${Object.keys(object).join(', ')}`)),
    });

    // What a `real` says: its functions stay here and have a number outside.
    const functions = [];
    const described = {
        ...plain,
        function: (value, at) => ({$function: functions.push({value, at}) - 1}),
    };

    function encodeFields(object, style, at, depth) {
        const fields = {};
        for (const key of Object.keys(object)) {
            const value = object[key];
            if (value === undefined) continue;
            if (key[0] === '$') unsuitable(at, `a field named ${key} (names with $ are weir's)`);
            if (key === '__proto__') unsuitable(at, 'a field named __proto__');
            fields[key] = encode(value, style, `${at}.${key}`, depth + 1);
        }
        return fields;
    }

    const UNSUITABLE = ['WeakMap', 'WeakSet', 'RegExp', 'ArrayBuffer', 'DataView', 'Error'];

    function encodeObject(object, style, at, depth) {
        if (object instanceof Ref) return {$ref: [object.number, object.slot]};
        if (isArray(object)) {
            const items = [];
            for (let i = 0; i < object.length; i++)
                items.push(encode(object[i] ?? null, style, `${at}[${i}]`, depth + 1));
            return items;
        }
        if (object instanceof Map)
            return style.map([...object].map(([key, value]) => [
                encode(key, style, `a key of ${at}`, depth + 1),
                encode(value, style, `${at}.get(${typeof key === 'string' ? stringify(key) : key})`, depth + 1),
            ]));
        if (object instanceof Set)
            return style.set([...object].map((item) => encode(item, style, `an item of ${at}`, depth + 1)));
        if (isFunction(object.then)) unsuitable(at, 'a promise (a fake answers at once: no async)');
        if (object instanceof Date) {
            if (style === plain) return object.toJSON();
            unsuitable(at, 'a Date (keep a number or a text)');
        }
        for (const name of UNSUITABLE)
            if (object instanceof globalThis[name]) unsuitable(at, `a value of the class ${name}`);
        if (ArrayBuffer.isView(object)) unsuitable(at, 'a typed array');
        const fields = encodeFields(object, style, at, depth);
        const prototype = Object.getPrototypeOf(object);
        return prototype === Object.prototype || prototype === null ? fields : style.instance(object, fields, at);
    }

    function encode(value, style, at = '', depth = 0) {
        switch (typeof value) {
        case 'number':
            return Number.isFinite(value) ? value : style.number(value);
        case 'bigint':
            return style.bigint(value);
        case 'undefined':
            return null;
        case 'function':
            return style.function ? style.function(value, at) : unsuitable(at, 'a function');
        case 'symbol':
            return unsuitable(at, 'a symbol');
        case 'object':
            if (value === null) return null;
            if (depth > DEPTH) unsuitable('', `values that nest deeper than ${DEPTH} (a circle?)`);
            return encodeObject(value, style, at, depth);
        }
        return value;
    }

    function decodeObject(object) {
        if (isArray(object)) return object.map(decode);
        if (own(object, '$ref')) return refOf(object.$ref[0], object.$ref[1]);
        if (own(object, '$map')) return new Map(object.$map.map(([key, value]) => [decode(key), decode(value)]));
        if (own(object, '$set')) return new Set(object.$set.map(decode));
        if (own(object, '$bigint')) return BigInt(object.$bigint);
        if (own(object, '$number')) return Number(object.$number);
        if (own(object, '$class'))
            return Object.assign(Object.create(classes.get(object.$class) ?? Object.prototype), decode(object.fields));
        for (const key of Object.keys(object)) object[key] = decode(object[key]);
        return object;
    }
    const decode = (value) => (isObject(value) ? decodeObject(value) : value);

    // ---- states by number ----------------------------------------------------

    // A state stays here and has a number outside: equal states have equal
    // ones. Two are equal if what `encode` makes of them is, whatever the order
    // of fields; the key of a value is a text that says the same, made without
    // `encode` where the value has nothing but what JSON has.
    const {keys} = Object;
    const PLAIN = Object.prototype;
    const LONG_TEXT = 24;
    const FLAT_FIELDS = 64;
    const texts = new Map(); // long texts by number: keys stay short
    let isOdd; // the value has something that JSON has not

    function keyOfText(text) {
        if (text.length <= LONG_TEXT) return `"${text.length}:${text}`;
        let number = texts.get(text);
        if (number === undefined) texts.set(text, (number = texts.size));
        return `'${number};`;
    }

    // Names as an object gives them that got its fields in order: indices,
    // which always come first and in order, then texts.
    const isIndex = (name) => /^(?:0|[1-9]\d{0,9})$/.test(name) && name < 4294967295;
    function inOrder(names) {
        for (let i = 1; i < names.length; i++)
            if (names[i - 1] > names[i] && !isIndex(names[i - 1]))
                return keys(Object.fromEntries(names.sort().map((name) => [name, 0])));
        return names;
    }

    function keyOfFields(object, depth, isEncoded) {
        let key = '{';
        for (const name of inOrder(keys(object))) {
            const value = object[name];
            if (value === undefined) continue;
            if ((name[0] === '$' && !isEncoded) || name === '__proto__') isOdd = true;
            key += keyOfText(name) + valueKey(value, depth + 1, isEncoded);
        }
        return `${key}}`;
    }

    function valueKey(value, depth, isEncoded) {
        switch (typeof value) {
        case 'string':
            return keyOfText(value);
        case 'number':
            if (!Number.isFinite(value)) isOdd = true;
            return `#${value};`;
        case 'boolean':
            return value ? 't' : 'f';
        case 'undefined':
            return 'n';
        case 'object':
            if (value === null) return 'n';
            if (depth > DEPTH) break;
            if (isArray(value)) {
                let key = '[';
                for (let i = 0; i < value.length; i++) key += valueKey(value[i], depth + 1, isEncoded);
                return `${key}]`;
            }
            if (Object.getPrototypeOf(value) === PLAIN && !isFunction(value.then))
                return keyOfFields(value, depth, isEncoded);
        }
        isOdd = true;
        return '';
    }
    const keyOfEncoded = (value) => valueKey(value, 0, true);

    // What a state is made of when it is looked at again: the same whichever
    // way led to it, so fields stand in one order.
    function settled(value) {
        if (typeof value === 'number') return value === 0 ? 0 : value; // -0
        if (!isObject(value)) return value ?? null;
        if (isArray(value)) return Array.from(value, settled);
        const object = {};
        for (const name of inOrder(keys(value)))
            if (value[name] !== undefined) object[name] = settled(value[name]);
        return object;
    }

    function copyOf(value) {
        if (!isObject(value) || value instanceof Ref) return value;
        if (isArray(value)) {
            const items = value.slice();
            for (let i = 0; i < items.length; i++) if (isObject(items[i])) items[i] = copyOf(items[i]);
            return items;
        }
        if (Object.getPrototypeOf(value) !== PLAIN) return decode(encode(value, exact));
        const object = {...value};
        for (const name in object) if (isObject(object[name])) object[name] = copyOf(object[name]);
        return object;
    }

    // Of a state that is a flat object, the names of its fields and the parts
    // of its key: the states next to it mostly differ in one field.
    class State {
        constructor(value) {
            this.value = value;
            this.names = this.parts = undefined;
            if (isObject(value) && Object.getPrototypeOf(value) === PLAIN) this.split();
        }
        split() {
            const names = keys(this.value);
            if (names.length > FLAT_FIELDS || names.some((name) => isObject(this.value[name]))) return;
            this.names = names;
            this.parts = names.map((name) => keyOfText(name) + valueKey(this.value[name], 1, false));
        }
        copy() {
            return this.names === undefined ? copyOf(this.value) : {...this.value};
        }
        // The key of what a copy has become; undefined where that takes a closer look.
        keyOfChanged(changed) {
            const {names, parts, value} = this;
            if (names === undefined) return undefined;
            const found = keys(changed);
            if (found.length !== names.length) return undefined;
            let key = '{';
            for (let i = 0; i < found.length; i++) {
                const name = found[i];
                if (name !== names[i]) return undefined;
                const field = changed[name];
                if (field === value[name]) key += parts[i];
                else if (typeof field === 'string') key += keyOfText(name) + keyOfText(field);
                else return undefined;
            }
            return `${key}}`;
        }
    }
    const states = [];
    const numbers = new Map(); // by key

    function addState(value, key) {
        const number = states.length;
        numbers.set(key, number);
        states.push(new State(value));
        return number;
    }

    // `before`: the state that it was a copy of, if it was.
    function numberOf(state, before) {
        let value = state;
        let key = before?.keyOfChanged(state);
        let isPlain = true;
        if (key === undefined) {
            isOdd = false;
            key = valueKey(value, 0, false);
            isPlain = !isOdd;
        }
        if (!isPlain) {
            value = encode(state, exact, 'state');
            key = keyOfEncoded(value);
        }
        return numbers.get(key) ?? addState(isPlain ? settled(value) : decode(settled(value)), key);
    }
    const stateAt = (number) => states[number].copy();

    function textOf(value) {
        try {
            return stringify(encode(value, plain));
        } catch {
            return String(value);
        }
    }

    // ---- what a fake does not have -------------------------------------------

    function forbid(object, name, why) {
        Object.defineProperty(object, name, {
            configurable: false,
            value() {
                throw new Error(`a fake has no ${why}`);
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
        throw new Error(`a fake has no clock: ${same}; make the time a part of the state`);
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

    // ---- a page: what it shows, what a person does -----------------------------

    // "SELECTOR", "SELECTOR@property", "SELECTOR@[attribute]", "@property".
    // read/view.js of the page script reads what becomes of it.
    function leafOf(text, at) {
        const mark = text.lastIndexOf('@');
        const part = mark < 0 ? '' : text.slice(mark + 1);
        if (mark < 0 || !/^(\[[^\s\]]+\]|[\w$]+)$/.test(part)) {
            if (text.trim() === '') wrong(`"view"${at}: a selector is empty`);
            return {one: text.trim(), text: true};
        }
        const one = text.slice(0, mark).trim() || null;
        if (part === 'text') return {one, text: true};
        return part[0] === '[' ? {one, attribute: part.slice(1, -1)} : {one, field: part};
    }

    class Looked {
        constructor(parts) {
            Object.assign(this, parts);
        }
    }
    const selectorIn = (selector, what) =>
        (typeof selector === 'string' && selector.trim() !== ''
            ? selector : wrong(`${what} needs a selector, not ${textOf(selector)}`));
    const looks = wordsOf('a view', {
        all: (selector, of = '@text') =>
            new Looked({all: selectorIn(selector, 'all(...) of the "view"'), of: descriptionOf(of, ` all("${selector}")`)}),
        count: (selector) => new Looked({count: selectorIn(selector, 'count(...) of the "view"')}),
        shown: (selector) => new Looked({shown: selectorIn(selector, 'shown(...) of the "view"')}),
    });

    function descriptionOf(given, at) {
        if (given instanceof Looked) return {...given};
        if (typeof given === 'string') return leafOf(given, at);
        if (!isObject(given) || isArray(given))
            wrong(`"view"${at} must be a selector, all(...), count(...), shown(...) or an object of these, not ${textOf(given)}`);
        const fields = {};
        for (const [name, part] of Object.entries(given)) fields[name] = descriptionOf(part, `${at}.${name}`);
        if (Object.keys(fields).length === 0) wrong(`"view"${at} is empty: nothing would be compared`);
        return {fields};
    }
    const viewOf = (view) => descriptionOf(isFunction(view) ? view(looks) : view, '');

    // How long the state behind a command is waited for.
    function settleOf(rule) {
        if (rule === undefined || rule === 'network') return {quiet: 20, atMost: 10000, network: true};
        if (rule === 'now') return null;
        const {quiet, atMost = 10000, network = true} = typeof rule === 'number' ? {quiet: rule} : rule;
        return {quiet, atMost, network};
    }
    const isTime = (ms) => Number.isSafeInteger(ms) && ms >= 0 && ms <= 3600000;
    function checkWaits({settle, patience, optional}, where) {
        if (optional !== undefined && typeof optional !== 'boolean')
            wrong(`"optional"${where} must be true or false, not ${textOf(optional)}`);
        if (patience !== undefined && !isTime(patience))
            wrong(`"patience"${where} must be a number of milliseconds, not ${textOf(patience)}`);
        if (settle !== undefined && typeof settle !== 'string' && typeof settle !== 'number' && !isObject(settle))
            wrong(`"settle"${where} must be 'network', 'now', a number of milliseconds or {quiet, atMost, network}, ` +
                `not ${textOf(settle)}`);
        if (typeof settle === 'string' && !['network', 'now'].includes(settle))
            wrong(`"settle"${where} must be 'network' or 'now', not '${settle}'`);
        const rule = settle === undefined ? null : settleOf(settle);
        if (rule !== null && (!isTime(rule.quiet) || !isTime(rule.atMost)))
            wrong(`"settle"${where}: "quiet" and "atMost" must be numbers of milliseconds, at most an hour`);
    }

    // Which element is meant: a selector, or more exactly.
    class Target {
        constructor(parts) {
            Object.assign(this, parts);
        }
    }
    const targetOf = (given, what) => {
        if (given instanceof Target) return {...given};
        if (typeof given === 'string' && given.trim() !== '') return {find: given};
        return misuse(`${what} needs an element: a selector, nth(...), named(...) or within(...), not ${textOf(given)}`);
    };
    const elementOf = (given, what) => `find:${stringify(targetOf(given, what))}`;
    const textFor = (text, what) => (typeof text === 'string' || text instanceof Ref ? String(text) : misuse(`${what} needs a text, not ${textOf(text)}`));

    // As browsers are asked for them (specs/library/quickstrom/keys.strom).
    const KEYS = {
        Backspace: 0xe003, Tab: 0xe004, Enter: 0xe007, Escape: 0xe00c, Space: 0xe00d, PageUp: 0xe00e,
        PageDown: 0xe00f, End: 0xe010, Home: 0xe011, ArrowLeft: 0xe012, ArrowUp: 0xe013, ArrowRight: 0xe014,
        ArrowDown: 0xe015, Insert: 0xe016, Delete: 0xe017,
        F1: 0xe031, F2: 0xe032, F3: 0xe033, F4: 0xe034, F5: 0xe035, F6: 0xe036,
        F7: 0xe037, F8: 0xe038, F9: 0xe039, F10: 0xe03a, F11: 0xe03b, F12: 0xe03c,
    };
    function keyOf(name) {
        if (own(KEYS, name)) return String.fromCharCode(KEYS[name]);
        if (typeof name === 'string' && [...name].length === 1) return name;
        return misuse(`press needs one character or a key (${Object.keys(KEYS).join(', ')}), not ${textOf(name)}`);
    }

    class Doing {
        constructor(id, ...args) {
            this.id = id;
            this.args = args;
        }
    }
    const onElement = (id) => (target) => new Doing(id, elementOf(target, id));
    const plainly = (id) => () => new Doing(id);

    const doings = wordsOf('page', {
        nth: (target, at) => new Target({...targetOf(target, 'nth'), at: whole(at, 'the place in nth')}),
        named: (target, text) => new Target({...targetOf(target, 'named'), text: textFor(text, 'named')}),
        within: (around, target) => new Target({...targetOf(target, 'within'), in: targetOf(around, 'within')}),
        click: onElement('click'),
        doubleClick: onElement('doubleClick'),
        rightClick: onElement('rightClick'),
        hover: onElement('hover'),
        focus: onElement('focus'),
        clear: onElement('clear'),
        tap: onElement('tap'),
        type: (target, text) => new Doing('enterTextInto', textFor(text, 'type'), elementOf(target, 'type')),
        fill: (target, text) => new Doing('replaceText', textFor(text, 'fill'), elementOf(target, 'fill')),
        press: (key) => (/^.+\+.+$/.test(key) ? new Doing('chord', key) : new Doing('keyPress', keyOf(key))),
        write: (text) => new Doing('enterText', textFor(text, 'write')),
        select: (target, value) => new Doing('select', elementOf(target, 'select'), String(value)),
        set: (target, value) => new Doing('setValue', elementOf(target, 'set'), value),
        drag: (from, to) => new Doing('drag', elementOf(from, 'drag'), elementOf(to, 'drag')),
        wait: (ms) => new Doing('passTime', whole(ms, 'wait')),
        navigate: (url) => new Doing('navigate', textFor(url, 'navigate')),
        reload: plainly('reload'),
        back: plainly('back'),
        forward: plainly('forward'),
        accept: plainly('acceptDialog'),
        dismiss: plainly('dismissDialog'),
        answer: (text) => new Doing('answerDialog', textFor(text, 'answer')),
    });

    function actionsIn(given, complain) {
        return [given ?? []].flat(Infinity).map((one) => (one instanceof Doing
            ? {id: one.id, args: one.args}
            : complain(`must give actions such as click('#save'), or a list of them, not ${textOf(one)}`)));
    }
    const doneBy = (command, args, state) =>
        actionsIn(command.page(doings, args, state), (words) => misuse(`it ${words}`));

    // What a user does to see what others have done; undefined: nothing, the page shows it by itself.
    function refreshOf(refresh) {
        if (refresh === undefined || refresh === false) return undefined;
        const given = refresh === true ? doings.reload() : refresh(doings);
        return actionsIn(given, (words) => wrong(`"refresh" ${words}`));
    }
    const USERS_LIMIT = 8;
    function checkUsers({users, refresh, view}) {
        if (users === undefined && refresh === undefined) return;
        if (view === undefined)
            wrong(`the model has "${users === undefined ? 'refresh' : 'users'}" and lacks "view": users are those of a page`);
        if (users !== undefined && !(Number.isSafeInteger(users) && users >= 1 && users <= USERS_LIMIT))
            wrong(`"users" must be a number from 1 to ${USERS_LIMIT}, not ${textOf(users)}`);
        if (refresh !== undefined && typeof refresh !== 'boolean' && !isFunction(refresh))
            wrong(`"refresh" must be true (the page is loaded again) or a function that gives actions, not ${textOf(refresh)}`);
    }

    // ---- the model -----------------------------------------------------------

    const MODEL_KEYS = [
        'init', 'commands', 'same', 'label', 'cover', 'partition', 'invariants', 'consistency', 'real', 'name',
        'view', 'project', 'settle', 'patience', 'optional', 'errors', 'users', 'refresh', 'categories',
    ];
    const COMMAND_KEYS = ['args', 'when', 'fake', 'creates', 'weight', 'real', 'page', 'settle', 'patience', 'optional'];

    class Wrong extends Error {}
    function wrong(message) {
        throw new Wrong(message);
    }
    function known(object, keys, where) {
        for (const key of Object.keys(object))
            if (!keys.includes(key)) wrong(`${where} has no part "${key}"; it has: ${keys.join(', ')}`);
    }
    function functionIn(object, key, where) {
        if (object[key] !== undefined && !isFunction(object[key]))
            wrong(`"${key}"${where} must be a function, not ${textOf(object[key])}`);
    }

    let model;

    function checkCommand(name, command) {
        const where = ` of the command ${name}`;
        if (!isObject(command)) wrong(`the command ${name} must be an object with a function "fake"`);
        known(command, COMMAND_KEYS, `the command ${name}`);
        if (!isFunction(command.fake))
            wrong(`the command ${name} lacks "fake": a function (state, args) that gives the answer`);
        if (!isArray(command.args)) functionIn(command, 'args', where);
        functionIn(command, 'when', where);
        functionIn(command, 'page', where);
        checkWaits(command, where);
    }

    function modelIn({exports}) {
        const found = isObject(exports) && !('commands' in exports) && 'default' in exports ? exports.default : exports;
        if (!isObject(found) || isArray(found) || Object.keys(found).length === 0)
            wrong('the module exports no model: an object with "init" and "commands"');
        return found;
    }

    // {category: {choice: (state, command, args) => boolean}}
    function checkCategories(categories) {
        if (!isObject(categories) || isArray(categories))
            wrong('"categories" must be an object with the choices of each category');
        for (const [name, choices] of Object.entries(categories)) {
            if (!isObject(choices) || isArray(choices) || keys(choices).length === 0)
                wrong(`the category ${name} must be an object with a function (state, command, args) for each choice`);
            for (const choice of keys(choices))
                if (!isFunction(choices[choice]))
                    wrong(`the choice "${choice}" of the category ${name} must be a function (state, command, args) ` +
                        `that says whether it holds, not ${textOf(choices[choice])}`);
        }
    }
    const namesOfChoices = () => Object.fromEntries(
        Object.entries(model.categories ?? {}).map(([name, choices]) => [name, keys(choices)]));

    function checkModel() {
        known(model, [...MODEL_KEYS, 'default'], 'a model');
        if (!('init' in model)) wrong('the model lacks "init": a function that gives the first state');
        if (!isObject(model.commands) || isArray(model.commands))
            wrong('the model lacks "commands": an object with a command for each name');
        for (const [name, command] of Object.entries(model.commands)) checkCommand(name, command);
        for (const key of ['same', 'label', 'partition', 'project']) functionIn(model, key, '');
        if (model.view !== undefined && !model.project)
            wrong('the model has a "view" and lacks "project": a function (state) that gives what the page is to show');
        if (model.project && model.view === undefined)
            wrong('the model has a function "project" and lacks "view": what of the page is compared with it');
        if (!['found', 'ignored', undefined].includes(model.errors))
            wrong(`"errors" must be 'found' or 'ignored', not ${textOf(model.errors)}`);
        checkWaits(model, '');
        checkUsers(model);
        if (model.invariants !== undefined && !isObject(model.invariants))
            wrong('"invariants" must be an object with a function (state) for each name');
        for (const key of Object.keys(model.invariants ?? {})) functionIn(model.invariants, key, ' of "invariants"');
        checkCategories(model.categories ?? {});
    }

    function infoOf() {
        const commands = Object.entries(model.commands).map(([name, command]) => ({
            name,
            weight: command.weight,
            creates: command.creates,
            arguments: command.args !== undefined,
            precondition: command.when !== undefined,
            page: command.page !== undefined,
            settle: settleOf(command.settle ?? model.settle),
            patience: command.patience ?? model.patience,
            optional: command.optional ?? model.optional ?? false,
        }));
        const info = encode({
            name: model.name, commands, cover: model.cover, consistency: model.consistency,
            partition: !!model.partition, same: !!model.same, labels: !!model.label,
            invariants: Object.keys(model.invariants ?? {}).length > 0,
            view: model.view === undefined ? undefined : viewOf(model.view),
            errors: model.errors, categories: namesOfChoices(), users: model.users, refresh: refreshOf(model.refresh),
        }, plain);
        const realOf = ({real}, whose) => (real === undefined ? undefined : encode(real, described, `${whose}real`));
        info.real = realOf(model, '');
        for (const command of info.commands)
            command.real = realOf(model.commands[command.name], `commands.${command.name}.`);
        return info;
    }

    // ---- arguments -----------------------------------------------------------

    const NONE = {}; // thrown: there is nothing of the kind that is wanted
    class Misuse extends Error {}
    function misuse(message) {
        throw new Misuse(message);
    }

    function ask(question) {
        const answer = parse(host.talk(stringify({pick: question})));
        if (answer.wrong !== undefined) misuse(answer.wrong);
        return answer.picked;
    }
    const whole = (number, what) =>
        (Number.isSafeInteger(number) ? number : misuse(`${what} must be a whole number, not ${textOf(number)}`));
    const filled = (list, what) =>
        (isArray(list) && list.length > 0 ? list : misuse(`${what} needs a list with something in it`));

    // {min, max}, or just the largest length
    function lengths(options, what) {
        const {min = 0, max = min + 8} = typeof options === 'number' ? {max: options} : options ?? {};
        return {min: whole(min, `the "min" of ${what}`), max: whole(max, `the "max" of ${what}`)};
    }

    const pick = wordsOf('pick', {
        integer: (low, high) => ask({
            kind: 'integer', low: whole(low, 'the lower end of pick.integer'),
            high: whole(high, 'the upper end of pick.integer'),
        }),
        number: (low = 0, high = 1) => ask({kind: 'number', low, high}),
        boolean: () => ask({kind: 'boolean'}),
        oneOf: (list) => list[ask({kind: 'index', count: filled(list, 'pick.oneOf').length})],
        weighted(pairs) {
            const weights = filled(pairs, 'pick.weighted').map(([weight]) => whole(weight, 'a weight'));
            const chosen = pairs[ask({kind: 'weighted', weights})][1];
            return isFunction(chosen) ? chosen() : chosen;
        },
        text: (options) => ask({kind: 'text', alphabet: options?.alphabet, ...lengths(options, 'pick.text')}),
        list(make, options) {
            if (!isFunction(make)) misuse('pick.list needs a function that makes an item');
            const {min, max} = lengths(options, 'pick.list');
            const items = [];
            while (ask({kind: 'more', at: items.length, min, max})) items.push(make(items.length));
            return items;
        },
        ref(type) {
            const found = ask({kind: 'ref', type});
            if (found === null) throw NONE;
            return decode(found);
        },
        existing(list, make) {
            const items = [...list];
            if (items.length === 0 && !isFunction(make)) throw NONE;
            const isNew = isFunction(make) && (items.length === 0 || ask({kind: 'fresh'}));
            return isNew ? make() : items[ask({kind: 'recent', count: items.length})];
        },
    });

    function argumentsOf(command, state) {
        if (command.args === undefined) return [];
        const made = isArray(command.args)
            ? command.args.map((item) => (isFunction(item) ? item(pick, state) : item))
            : command.args(state, pick);
        return isArray(made) ? made : misuse(`it must give a list, not ${textOf(made)}`);
    }

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
            return command.when(make(), copyOf(args)) ? undefined : '';
        } catch (thrown) {
            if (typeof thrown === 'string') return thrown; // the name of a rule
            throw thrown;
        }
    }

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
        host, encode, decode, exact, keyOfEncoded, settled, inOrder, copyOf, refOf, states, runCall, now,
        valueKey(value) {
            isOdd = false;
            const key = valueKey(value, 0, false);
            return [key, !isOdd];
        },
        adoptState: (value) => numberOf(value),
        sameOf: () => model.same,
    });

    // ---- the questions -------------------------------------------------------

    const commandOf = ({command}) => model.commands[command];
    const labelsIn = (given) => [given ?? []].flat().map(String);

    const answers = {
        info({path}) {
            model = modelIn(loadModule(path).module);
            checkModel();
            return {ok: infoOf()};
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
        real({function: number, given}) {
            const {value, at} = functions[number];
            host.doing = `"${at}"`;
            return {ok: encode(value(decode(given)), plain, 'what it returns')};
        },
        same({expected, got, command, arguments: args}) {
            host.doing = '"same"';
            return {ok: !!model.same(decode(expected), decode(got), command, decode(args))};
        },
        // Of each call the place of its key in the list behind them.
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
                    if (choices[choice](stateAt(state), command, decode(args))) places.push(place);
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
            return {ok: encode(doneBy(commandOf(question), args, state), plain, 'its actions')};
        },
        broken({state}) {
            const names = [];
            for (const [name, holds] of Object.entries(model.invariants ?? {})) {
                host.doing = `the invariant ${name}`;
                if (!holds(stateAt(state))) names.push(name);
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

    function words(thrown) {
        if (!(thrown instanceof Error)) return `throws ${textOf(thrown)}`;
        if (thrown instanceof Unsuitable) return `gives ${thrown.message}`;
        if (thrown instanceof Misuse) return `fails: ${thrown.message}`;
        return `throws ${thrown.name === 'Error' ? thrown.message : `${thrown.name}: ${thrown.message}`}`;
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
        try {
            const question = parse(line);
            return stringify(answers[question.ask](question));
        } catch (thrown) {
            return stringify(failure(thrown));
        }
    };
})
