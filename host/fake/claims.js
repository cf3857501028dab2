// What a search through the orders of a history asks of a model, thousands of
// times (claims.h). A claim: this call got that answer, or one that nobody
// knows. Which states explain it?
//
// A call is run on a copy of the state that notes which fields it looks at
// before it has set them, and what it leaves in which. The host answers from
// that for all states that hold the same in these fields (footprints.h). A call
// that looks at the state as a whole (its keys, say) is asked about each.
//
// `harness` has what harness.js gives for this.
(function (harness) {
    'use strict';

    const {
        host, encode, decode, exact, valueKey, keyOfEncoded, settled, inOrder, copyOf,
        states, adoptState, sameOf, runCall, now,
    } = harness;
    const {isArray} = Array;
    const {keys, hasOwn, getPrototypeOf} = Object;
    const PLAIN = Object.prototype;
    const isObject = (value) => typeof value === 'object' && value !== null;
    const own = (object, name) => (hasOwn(object, name) ? object[name] : undefined);

    // ---- fields and what they hold, by number --------------------------------

    const names = [''], nameNumbers = new Map();
    const values = [undefined], valueNumbers = new Map();

    function numberOfName(name) {
        let number = nameNumbers.get(name);
        if (number === undefined) nameNumbers.set(name, (number = names.push(name) - 1));
        return number;
    }

    // 0: it is not there.
    function numberOfValue(value, name) {
        if (value === undefined) return 0;
        let [key, isPlain] = valueKey(value);
        let kept = value;
        if (!isPlain) {
            kept = encode(value, exact, `state.${name}`);
            key = keyOfEncoded(kept);
        }
        let number = valueNumbers.get(key);
        if (number === undefined) {
            kept = isPlain ? settled(kept) : decode(settled(kept));
            valueNumbers.set(key, (number = values.push(kept) - 1));
        }
        return number;
    }

    const hasFields = (value) =>
        isObject(value) && getPrototypeOf(value) === PLAIN &&
        !keys(value).some((name) => name[0] === '$' || name === '__proto__');

    // Field, value, field, value, ...; null: it has no fields.
    function cellsOf(value) {
        if (!hasFields(value)) return null;
        const cells = [];
        for (const name of keys(value))
            if (value[name] !== undefined) cells.push(numberOfName(name), numberOfValue(value[name], name));
        return cells;
    }

    // In the order in which states have their fields.
    function fieldsOf(list, begin, end) {
        const found = [];
        for (let i = begin; i < end; i += 2) found.push(names[list[i]]);
        const fields = {};
        for (const name of inOrder(found)) fields[name] = undefined;
        for (let i = begin; i < end; i += 2) fields[names[list[i]]] = values[list[i + 1]];
        return fields;
    }

    // ---- a run that leaves a footprint ---------------------------------------

    // The state of one run: `looked` are the fields that were looked at before
    // they were set, by what they held, of all runs of the call.
    class Watched {
        constructor(print, value) {
            this.print = print;
            this.value = value;
            this.target = {...value};
            this.set_ = new Set();
            this.copied = new Set();
        }
        look(name) {
            const {print, target, copied} = this;
            if (typeof name !== 'string' || this.set_.has(name)) return;
            if (!print.looked.has(name)) print.looked.set(name, own(this.value, name));
            if (copied.has(name) || !hasOwn(target, name)) return;
            copied.add(name);
            target[name] = copyOf(target[name]);
        }
        // What it left, as cells: all that it has set, and what it has changed
        // inside a field that it looked at.
        left() {
            const {print, target, value} = this;
            const cells = [];
            const add = (name, isSet) => {
                const number = numberOfValue(own(target, name), name);
                if (isSet || number !== numberOfValue(own(value, name), name)) cells.push(numberOfName(name), number);
            };
            for (const name of this.set_) add(name, !print.looked.has(name));
            for (const name of this.copied) if (!this.set_.has(name) && isObject(target[name])) add(name, false);
            return cells;
        }

        // The traps of the proxy.
        get(target, name) {
            this.look(name);
            return target[name];
        }
        has(target, name) {
            this.look(name);
            return name in target;
        }
        getOwnPropertyDescriptor(target, name) {
            this.look(name);
            return Reflect.getOwnPropertyDescriptor(target, name);
        }
        set(target, name, value) {
            if (typeof name !== 'string' || name[0] === '$' || name === '__proto__') this.print.isWhole = true;
            this.set_.add(name);
            return Reflect.set(target, name, value);
        }
        deleteProperty(target, name) {
            this.set_.add(name);
            return Reflect.deleteProperty(target, name);
        }
    }
    // It looks at everything.
    for (const name of ['ownKeys', 'defineProperty', 'preventExtensions', 'setPrototypeOf'])
        Watched.prototype[name] = function (...parts) {
            this.print.isWhole = true;
            return Reflect[name](...parts);
        };

    // ---- claims --------------------------------------------------------------

    const claims = [];
    const calls = new Map(); // claims of equal calls share what was found out
    const SLICE_MS = 20;
    const CHECKED_STEPS = 1000;
    const CHECKED_LATER = 8;
    let steps = 0;

    const answerNumbers = new Map();
    function numberOfAnswer(key) {
        let number = answerNumbers.get(key);
        if (number === undefined) answerNumbers.set(key, (number = answerNumbers.size + 1));
        return number;
    }

    const isError = (value) => isObject(value) && !isArray(value) && hasOwn(value, 'error');
    const errorKey = (value) => (isError(value) ? keyOfEncoded(value.error) : undefined);

    function add(given, out) {
        const {command, arguments: args, fresh, answer} = given;
        const key = `${command} ${keyOfEncoded(args)}${keyOfEncoded(fresh)}`;
        let call = calls.get(key);
        if (call === undefined) {
            call = {number: calls.size, name: command, args: decode(args), fresh: decode(fresh), found: undefined, isWhole: false};
            calls.set(key, call);
        } else {
            call.found ??= new Map();
        }
        const isKnown = answer !== undefined;
        const claim = {
            call, isKnown, answer,
            key: isKnown ? keyOfEncoded(answer) : undefined,
            error: isKnown ? errorKey(answer) : undefined,
        };
        // Only its own answer explains it; or any does.
        claim.isPlain = !isKnown || (claim.error === undefined && !sameOf());
        claims.push(claim);
        out.push(call.number, !claim.isPlain ? -1 : !isKnown ? 0 : numberOfAnswer(claim.key));
    }

    function agrees(claim, outcome) {
        if (!claim.isKnown || outcome.key === claim.key) return true;
        if (claim.error !== undefined && claim.error === errorKey(outcome.answer)) return true;
        const same = sameOf();
        if (!same) return false;
        host.doing = '"same"';
        const {name, args} = claim.call;
        return !!same(decode(structured(outcome.answer)), decode(structured(claim.answer)), name, copyOf(args));
    }
    const structured = (value) => JSON.parse(JSON.stringify(value));

    // ---- runs ----------------------------------------------------------------

    // Two runs of a call differ: the host tells of it, as of any step.
    const differ = (first, second) =>
        first.length !== second.length ||
        first.some(({state, key}, i) => state !== second[i].state || key !== second[i].key);

    function isToBeChecked() {
        const isChecked = steps < CHECKED_STEPS || steps % CHECKED_LATER === 0;
        steps++;
        return isChecked;
    }

    function afterwards(value, cells) {
        const fields = {...value};
        for (let i = 0; i < cells.length; i += 2) fields[names[cells[i]]] = values[cells[i + 1]];
        return adoptState(fields);
    }

    // What it looked at and the outcomes, each with what it `left`. undefined:
    // it looked at everything, or does something else when it is watched.
    function tracedBy(call, value) {
        const print = {looked: new Map(), isWhole: false};
        let last;
        const outcomes = runCall(call, () => {
            last = new Watched(print, value);
            return new Proxy(last.target, last);
        }, () => last);
        if (print.isWhole) return undefined;
        for (const outcome of outcomes) outcome.left = outcome.run.left();
        if (isToBeChecked()) {
            for (const outcome of outcomes) outcome.state = afterwards(value, outcome.left);
            if (differ(outcomes, runCall(call, adoptState(value)))) return undefined;
        }
        const looked = [];
        for (const [name, held] of print.looked) looked.push(numberOfName(name), numberOfValue(held, name));
        return {looked, outcomes};
    }

    // undefined: it is not deterministic.
    function foundBy(call, number) {
        let found = call.found?.get(number);
        if (found === undefined) {
            found = runCall(call, number);
            if (isToBeChecked() && differ(found, runCall(call, number))) return undefined;
            call.found?.set(number, found);
        }
        return found;
    }

    // -2: how many fields it looked at, and what was in them; how many outcomes
    // there are, and of each its answer, how many fields it sets, and to what. Of
    // a claim that is not plain only those that explain it, with the answer 0.
    function addTraced(claim, {looked, outcomes}, out) {
        const right = claim.isPlain ? outcomes : outcomes.filter((outcome) => agrees(claim, outcome));
        out.push(-2, looked.length / 2, ...looked, right.length);
        for (const {left, key} of right)
            out.push(claim.isPlain ? numberOfAnswer(key) : 0, left.length / 2, ...left);
    }

    // Of each state its cells, once.
    const cellsOfStates = [];
    function addCells(number, out) {
        if (cellsOfStates[number] === undefined) cellsOfStates[number] = cellsOf(states[number].value);
        const cells = cellsOfStates[number];
        if (cells === null) out.push(-1, number);
        else out.push(cells.length / 2, ...cells);
    }

    // -1: to be asked as a step, which says what is wrong. How many states
    // explain it, and which.
    function addFound(claim, number, out) {
        const found = foundBy(claim.call, number);
        if (found === undefined) {
            out.push(-1);
            return;
        }
        const right = found.filter((outcome) => agrees(claim, outcome));
        out.push(right.length);
        for (const {state} of right) addCells(state, out);
    }

    // One question: a claim and a state, as addCells gives it. Gives where the
    // next one begins.
    function explainOne(list, at, out) {
        const claim = claims[list[at]], count = list[at + 1];
        if (count < 0) {
            addFound(claim, list[at + 2], out);
            return at + 3;
        }
        const end = at + 2 + 2 * count;
        const value = fieldsOf(list, at + 2, end);
        const traced = claim.call.isWhole ? undefined : tracedBy(claim.call, value);
        if (traced !== undefined) {
            addTraced(claim, traced, out);
        } else {
            claim.call.isWhole = true;
            addFound(claim, adoptState(value), out);
        }
        return end;
    }

    return {
        // Of each its call, and its answer: 0 if any explains it, -1 if that
        // takes a closer look.
        add(added) {
            const out = [];
            for (const claim of added) add(claim, out);
            return out.join(' ');
        },
        // As many of the questions as there is time for, at least one.
        explain(list) {
            const began = now();
            const out = [];
            let count = 0;
            for (let at = 0; at < list.length;) {
                at = explainOne(list, at, out);
                count++;
                if (count % 16 === 0 && now() - began > SLICE_MS) break;
            }
            return out.join(' ');
        },
        cells(number) {
            const out = [];
            addCells(number, out);
            return out.join(' ');
        },
        // The other way round: the number of the state.
        adopt: (cells) => adoptState(fieldsOf(cells, 0, cells.length)),
    };
})
