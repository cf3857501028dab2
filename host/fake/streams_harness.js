// Streams without a page, in Node (docs/SIGNALS.md): weir check SPEC --executor 'node harness.mjs MODULE[#EXPORT]'
import {createInterface} from 'node:readline';
import {pathToFileURL} from 'node:url';
const turn = setImmediate, RealDate = Date, BEGIN = Date.UTC(2024, 0, 1);
let now = 0, ids = 0, timers = [], leaves = [], wanted, system, signals, state, fault; // what the system has thrown
const wordsOf = (thrown) => `${thrown} ${/file:[^)\s]*:\d+(?=:)/.exec(thrown?.stack) ?? ''}`;
const refuse = (words) => { throw new Error(words); }; // the module or the specification is wrong
const asked = (what, run) => { try { return run(); } catch (thrown) { fault ??= `${what} threw: ${wordsOf(thrown)}`; } };
// ---- time: a clock of the system's own, which moves while weir lets time pass
const later = (run, wait, every, args) => timers.push({id: ++ids, due: now + wait, every, run: () => run(...args)}) && ids;
const waitOf = (delay) => Math.max(delay || 1, 1);
const cancel = (id) => { timers = timers.filter((timer) => timer.id !== Number(id)); };
[performance.now, RealDate.now] = [() => now, () => BEGIN + now];
Object.assign(globalThis, {
    setTimeout: (run, delay, ...args) => later(run, waitOf(delay), 0, args), clearTimeout: cancel,
    setInterval: (run, delay, ...args) => later(run, waitOf(delay), waitOf(delay), args), clearInterval: cancel,
    Date: new Proxy(RealDate, {construct: (as, parts) => new RealDate(...(parts.length ? parts : [BEGIN + now]))}),
});
async function pass(time, stops) { // true: a signal has ticked, for which it stops
    for (let next = null, until = now + time; ;) {
        await new Promise((go) => turn(go)); // what promises have to do is done
        if (stops && next && ticked().length > 0) return true;
        next = timers.reduce((one, other) => (other.due <= until && !(one?.due <= other.due) ? other : one), null);
        if (next === null) return void (now = until);
        [now, next.due] = [next.due, next.due + next.every];
        if (next.every === 0) cancel(next.id);
        asked('a timer', next.run);
    }
}
// ---- signals: the newest value of each name, and what has come since a state was told
const copyOf = (value) => JSON.parse(typeof value === 'number' ? `${value}` : JSON.stringify(value ?? null));
function follow(name, source) {
    const signal = signals[name] = {count: 0, value: null, error: null, ended: false, came: [], told: 0};
    const next = signal.next = (value) => {
        Object.assign(signal, {count: signal.count + 1, value: null, error: null});
        try { signal.value = copyOf(value); } catch (thrown) { signal.error = `the value cannot be told: ${thrown.message}`; }
        if (signal.came.length < 1000) signal.came.push(signal.value);
    };
    const complete = () => { signal.ended = true; };
    const error = (thrown) => Object.assign(signal, {ended: true, error: String(thrown?.message ?? thrown)});
    const pull = async () => { for await (const item of source) next(item); };
    const get = source?.getState ?? source?.getSnapshot; // has a state, and may tell only its changes
    const hear = source?.getState ? () => next(source.getState()) : source?.pipe || get ? {next, error, complete} : next;
    if (source?.subscribe) leaves.push(source.subscribe(hear));
    else if (source?.[Symbol.asyncIterator]) pull().then(complete, error);
    else if (source) signal.ask = typeof source === 'function' ? source : 'value' in source ? () => source.value
        : refuse(`the output ${name} is no source of values`);
    if (get && signal.count === 0) next(get.call(source));
}
function ticked() {
    for (const {ask, next, value} of Object.values(signals))
        if (ask && JSON.stringify(copyOf(ask())) !== JSON.stringify(value)) next(ask());
    return Object.keys(signals).filter((name) => signals[name].count !== signals[name].told);
}
// ---- what is done to the system
async function begin(make) {
    for (const leave of leaves.splice(0)) (leave?.unsubscribe ?? leave)?.call(leave);
    [now, timers, fault, signals, state] = [0, [], null, {}, Object.fromEntries(Object.keys(wanted).map((key) => [key, null]))];
    const late = (why) => asked('making the system', () => { throw why; });
    system = await Promise.resolve(asked('making the system', make)).catch(late) ?? {inputs: {}, outputs: {}};
    for (const [name, source] of Object.entries({...system.inputs, ...system.outputs}))
        follow(name, Object.hasOwn(system.outputs, name) || source.subscribe ? Object(source) : null);
}
const known = (all, name, what) => (Object.hasOwn(all, name) ? all[name]
    : refuse(`there is no ${what} "${name}"; there are: ${Object.keys(all).join(', ')}`));
function push([name, value]) {
    const input = known(system.inputs, name, 'input'), method = ['next', 'set', 'send', 'dispatch'].find((one) => input[one]);
    if (!method && Object(input) !== input) refuse(`nothing can be pushed into the input ${name}`);
    const run = method ? () => input[method](value) : () => (typeof input === 'function' ? input(value) : (input.value = value));
    asked(`pushing ${JSON.stringify(value)} into ${name}`, run);
    if (!input.subscribe) signals[name].next(value);
}
const actions = {
    pass, tick: (fields) => (system.together ?? ((run) => run()))(() => Object.entries(fields).forEach(push)),
    burst: (name, values) => values.forEach((value) => push([name, value])),
    end: (name) => asked(`complete() of ${name}`, known(system.inputs, name, 'input').complete.bind(system.inputs[name])),
    fail: (name, words) => asked(`error() of ${name}`, known(system.inputs, name, 'input').error.bind(system.inputs[name], new Error(words))),
};
// ---- the protocol: a line that weir writes, and the lines in answer
console.log = console.info = console.debug = console.error; // standard output is the protocol's
const [path, name] = process.argv[2].split('#'), module = await import(pathToFileURL(path)), make = module[name ?? 'default'];
if (typeof make !== 'function') refuse(`${path} must export a function, which makes the system`);
process.on('unhandledRejection', (why) => asked('a promise that nothing handles', () => { throw why; }));
for await (const text of createInterface({input: process.stdin})) {
    const {tag, session, action, awaitTimeout: wait = action?.timeout, dependencies} = JSON.parse(text);
    const write = (line) => process.stdout.write(`${JSON.stringify({...line, timeUs: Math.round(1000 * now), session})}\n`);
    const say = (kind, id) => {
        const news = ticked(), died = fault !== null && {broken: fault, died: true};
        const notes = JSON.parse(JSON.stringify(signals)), valueOf = (key) => known(notes, key, 'signal').value;
        for (const key in died ? {} : state) state[key] = key === '::signals' ? notes : valueOf(key);
        for (const signal of Object.values(signals)) [signal.told, signal.came] = [signal.count, []];
        write({tag: kind, contents: id ? [[{id, isEvent: true, args: [], timeout: null}], state] : state, ticked: news, ...died});
    };
    try {
        if (tag === 'Start') say('Events', 'ready', wanted = dependencies, await begin(make), await pass(0));
        if (action) say('Performed', null, await actions[action.id](...action.args), await pass(0));
        if (typeof wait === 'number' && fault === null) say(...await pass(wait, true) ? ['Events', 'emitted'] : ['Timeout']);
    } catch (thrown) { write({tag: 'Error', errorMessage: wordsOf(thrown)}); }
}
