// The examples of specs/examples/models for fast-check: node fast-check.mjs
// EXAMPLE SEED TESTS [SIZE]. Prints a line: found, number of the test, runs to
// shrink, commands, milliseconds.
//
// Models and systems are those of the examples, in one process and in
// JavaScript. Things that a system makes are named by a number, modulo how many
// there are, as fast-check's users do.
import fc from 'fast-check';

// ---- commands ---------------------------------------------------------------

// A command: when(model, ...args), real(system, ...args) gives the answer and
// fake(model, ...args) the one that is expected.
class Command {
    constructor(name, {when, fake, real}, args) {
        Object.assign(this, {name, when, fake, real, args});
    }
    check(model) {
        return this.when === undefined || this.when(model, ...this.args);
    }
    run(model, system) {
        const got = JSON.stringify(this.real(system, ...this.args) ?? null);
        const wanted = JSON.stringify(this.fake(model, ...this.args) ?? null);
        if (got !== wanted)
            throw new Error(`${this}: ${got}, not ${wanted}`);
    }
    toString() {
        return `${this.name}(${this.args})`;
    }
}
const command = (name, arbitraries, parts) =>
    fc.tuple(...arbitraries).map((args) => new Command(name, parts, args));

const at = (list, number) => list[number % list.length];
const some = (list) => list.length > 0;
const aThing = fc.nat({max: 100});

// ---- the examples -----------------------------------------------------------

const counter = {
    make: () => [{n: 0}, {n: 0}],
    commands: [
        command('Incr', [], {fake: (m) => { m.n++; }, real: (s) => { if (s.n !== 42) s.n++; }}),
        command('Get', [], {fake: (m) => m.n, real: (s) => s.n}),
    ],
};

const places = (bug) => (size) => size + (bug > 2 ? 1 : 0);
const used = (bug, b) => {
    const n = (b.in - b.out) % b.places;
    return bug === 4 ? Math.abs(n) : bug === 3 ? n : (n + b.places) % b.places;
};
const buffer = (bug) => ({
    make: () => [[], []],
    commands: [
        command('New', [fc.integer({min: 1, max: 5})], {
            fake: (m, size) => { m.push({size, items: []}); },
            real: (s, size) => {
                s.push({places: places(bug)(size), in: 0, out: 0, items: []});
            },
        }),
        command('Put', [aThing, fc.integer({min: 0, max: 9})], {
            when: (m, b) => some(m) && (bug === 1 || at(m, b).items.length < at(m, b).size),
            fake: (m, b, item) => { at(m, b).items.push(item); },
            real: (s, b, item) => {
                const one = at(s, b);
                one.items[one.in % one.places] = item;
                one.in = (one.in + 1) % one.places;
            },
        }),
        command('Get', [aThing], {
            when: (m, b) => some(m) && some(at(m, b).items),
            fake: (m, b) => at(m, b).items.shift(),
            real: (s, b) => {
                const one = at(s, b), item = one.items[one.out % one.places];
                one.out = (one.out + 1) % one.places;
                return item;
            },
        }),
        // naive.js, the model of the first bug, does not have it.
        ...(bug === 1 ? [] : [command('Size', [aThing], {
            when: some,
            fake: (m, b) => at(m, b).items.length,
            real: (s, b) => used(bug, at(s, b)),
        })]),
    ],
});

const jug = (name, pour) => command(name, [], {
    fake: () => undefined,
    real: (s) => {
        pour(s);
        if (s.big === 4)
            throw new Error('4 litres');
    },
});
const move = (s, from, to, room) => {
    const moved = Math.min(s[from], room - s[to]);
    s[from] -= moved;
    s[to] += moved;
};
const jugs = {
    make: () => [{}, {big: 0, small: 0}],
    commands: [
        jug('FillBig', (s) => { s.big = 5; }),
        jug('FillSmall', (s) => { s.small = 3; }),
        jug('EmptyBig', (s) => { s.big = 0; }),
        jug('EmptySmall', (s) => { s.small = 0; }),
        jug('BigIntoSmall', (s) => move(s, 'big', 'small', 3)),
        jug('SmallIntoBig', (s) => move(s, 'small', 'big', 5)),
    ],
};

const aName = fc.constantFrom('a', 'b', 'c', 'd', 'e');
const registry = () => ({count: 0, dead: [], names: {}});
const register = (isForgetful) => (s, name, p) => {
    p %= s.count;
    if (name in s.names || Object.values(s.names).includes(p) || s.dead.includes(p))
        return 'badarg';
    if (isForgetful)
        s.names = {};
    s.names[name] = p;
    return true;
};
const unregister = (s, name) => name in s.names ? delete s.names[name] : 'badarg';
const kill = (s, p) => {
    p %= s.count;
    s.dead.push(p);
    for (const name of Object.keys(s.names).filter((one) => s.names[one] === p))
        delete s.names[name];
};
const both = (name, arbitraries, how, when) =>
    command(name, arbitraries, {when, fake: how, real: how});
const hasProcess = (m) => m.count > 0;
const forgetful = {
    make: () => [registry(), registry()],
    commands: [
        both('Spawn', [], (s) => s.count++),
        both('WhereIs', [aName], (s, name) => s.names[name]),
        command('Register', [aName, aThing], {
            when: hasProcess, fake: register(false), real: register(true)}),
        both('Unregister', [aName], unregister),
        both('Kill', [aThing], kill, hasProcess),
    ],
};

const memory = {
    make: () => [[], []],
    commands: [
        both('Create', [], (s) => { s.push(0); }),
        both('Read', [aThing], (s, c) => at(s, c), some),
        command('Write', [aThing, fc.integer({min: 0, max: 20})], {
            when: some,
            fake: (m, c, v) => { m[c % m.length] = v; },
            real: (s, c, v) => { s[c % s.length] = v === 5 ? 6 : v; },
        }),
        both('Increment', [aThing], (s, c) => { s[c % s.length]++; }, some),
    ],
};

const examples = {
    counter, jugs, memory, registry: forgetful,
    'buffer 1': buffer(1), 'buffer 2': buffer(2), 'buffer 3': buffer(3), 'buffer 4': buffer(4),
};

const sequential = ({make, commands}, size) =>
    fc.property(fc.commands(commands, {size}), (cmds) =>
        fc.modelRun(() => {
            const [model, real] = make();
            return {model, real};
        }, cmds));
// Those that were run are the ones that it prints.
const lengthOf = ([cmds]) => [...cmds.commands].filter((one) => one.hasRan).length;

// ---- races ------------------------------------------------------------------

// fast-check asks for no order that explains the answers: what must hold is
// written for each. The number of calls at the same time is what is made smaller;
// the call that reads at the end counts as one more.
const race = (many) => (size) =>
    fc.asyncProperty(fc.array(fc.constant('call'), {minLength: 1, size}), fc.scheduler(),
        async (calls, scheduler) => many(calls, scheduler));

const parallelCounter = race(async (calls, s) => {
    let n = 0;
    const read = s.scheduleFunction(async () => n);
    const write = s.scheduleFunction(async (value) => { n = value; });
    const all = Promise.all(calls.map(async () => write((await read()) + 1)));
    await s.waitFor(all);
    if (n !== calls.length)
        throw new Error(`${n} of ${calls.length}`);
});
const tickets = race(async (calls, s) => {
    let last = 0;
    const read = s.scheduleFunction(async () => last);
    const write = s.scheduleFunction(async (value) => { last = value; });
    const given = await s.waitFor(Promise.all(calls.map(async () => {
        const number = (await read()) + 1;
        await write(number);
        return number;
    })));
    if (new Set(given).size !== calls.length)
        throw new Error(`${given}`);
});
const races = {'parallel counter': parallelCounter, 'tickets, race 1': tickets};

// ---- a run ------------------------------------------------------------------

const [example, seed, tests, size = 'medium'] = process.argv.slice(2);
const property = example in races ? races[example](size) : sequential(examples[example], size);
const began = process.hrtime.bigint();
const out = await fc.check(property, {seed: Number(seed), numRuns: Number(tests)});
const ms = Number((process.hrtime.bigint() - began) / 1000000n);
const length = !out.failed ? 0
    : example in races ? out.counterexample[0].length + 1 : lengthOf(out.counterexample);
console.log([Number(out.failed), out.failed ? out.numRuns : 0, out.numShrinks, length, ms].join('\t'));
