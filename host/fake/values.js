// Values as they leave a model and come back (fake/conversation.h), and states by
// number. Needs nothing
// of the others.
(function () {
    'use strict';

    const {stringify} = JSON;
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

    return {
        Ref, refOf, Unsuitable, exact, plain, described, functions, encode, decode, textOf,
        inOrder, keyOfEncoded, settled, copyOf, states, numberOf, stateAt,
        // Its key, and whether it has nothing but what JSON has.
        keyOf(value) {
            isOdd = false;
            const key = valueKey(value, 0, false);
            return [key, !isOdd];
        },
    };
})
