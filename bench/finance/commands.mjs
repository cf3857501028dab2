// fast-check's commands on the same server and the same model: node commands.mjs
// MODEL URL SIZE RUNS SEED [DRIVER BROWSER] prints a line
//     found, runs and commands up to the failure, commands of the counterexample, ms, commands executed
// With a driver (a module) and BROWSER, a program, by way of the page (page.mjs). Values are drawn as in the tests of such applications that have been written
// about: any text, any day of the month, dates of 1990 with any time, numbers
// from 1 to 10 (the state is not known while a list of commands is drawn).
import fc from 'fast-check';
import {isDeepStrictEqual} from 'node:util';

const [path, url, size, runs, seed, driver, browser] = process.argv.slice(2);
const model = await import(path);
const {commands, init, real: system} = model;
const page = driver && (await import('./page.mjs')).openPage(await (await import(driver)).launch(browser), url, model);

// ---- requests: the templates of the model ------------------------------------

const reach = (roots, way) =>
    way.replace(/\[(\d+)\]/g, '.$1').split('.').reduce((value, name) => value?.[name], roots) ?? null;
function fill(value, roots, encode = (text) => text) {
    if (Array.isArray(value)) return value.map((item) => fill(item, roots));
    if (value === null) return null;
    if (typeof value === 'object')
        return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fill(item, roots)]));
    if (typeof value !== 'string') return value;
    const whole = /^\$\{([^}]*)\}$/.exec(value);
    return whole ? reach(roots, whole[1]) : value.replace(/\$\{([^}]*)\}/g, (all, way) => encode(reach(roots, way)));
}
async function ask(real, args) {
    const {method = 'POST', body} = real;
    const response = await fetch(url + fill(real.path, {args}, encodeURIComponent), {
        method,
        headers: {'Content-Type': 'application/json'},
        body: method === 'GET' || body === null ? undefined : JSON.stringify(fill(body, {args})),
    });
    const text = await response.text();
    const isJson = response.headers.get('Content-Type') === 'application/json';
    const roots = {args, status: response.status, body: isJson ? JSON.parse(text) : text};
    if (response.ok) return real.answer === undefined ? roots.body : fill(real.answer, roots);
    return fill(real.error, roots);
}

// ---- commands ----------------------------------------------------------------

let executed = 0, upToFailure = 0;
class Command {
    constructor(name, args) {
        this.name = name;
        this.args = args;
    }
    check() {
        return true;
    }
    async run(model) {
        const command = commands[this.name], before = structuredClone(model.state);
        const expected = structuredClone(command.fake(model.state, this.args, [model.state.added.length + 1]));
        executed++;
        try {
            await (page ? this.runOnPage(before, model.state) : this.runOverHttp(command, expected));
        } catch (error) {
            if (upToFailure === 0) upToFailure = executed;
            throw error;
        }
    }
    async runOverHttp(command, expected) {
        const got = await ask(command.real, this.args);
        if (!isDeepStrictEqual(got, expected))
            throw new Error(`${this}: answered ${JSON.stringify(got)}, and the model says ${JSON.stringify(expected)}`);
    }
    async runOnPage(before, after) {
        await page.act(this.name, this.args, before);
        await page.await(after);
    }
    toString() {
        return `${this.name}(${JSON.stringify(this.args)})`;
    }
}

const two = (number) => String(number).padStart(2, '0');
const date = fc.date({min: new Date('1990-01-01T00:00:00Z'), max: new Date('1991-01-01T00:00:00Z'), noInvalidDate: true});
const american = date.map((d) => `${two(d.getUTCMonth() + 1)}/${two(d.getUTCDate())}/${d.getUTCFullYear()} ` +
    `${two(d.getUTCHours())}:${two(d.getUTCMinutes())}`);
const iso = date.map((d) => d.toISOString().slice(0, 16));
const rule = fc.oneof(
    fc.record({recurrence_type: fc.constant('monthly'), day: fc.integer({min: 0, max: 31})}),
    fc.record({
        recurrence_type: fc.constant('weekly'), day: fc.integer({min: 0, max: 31}),
        basis: fc.option(american), interval: fc.option(fc.integer({min: 1, max: 20})),
    }),
);
const name = fc.string().filter((text) => !text.includes('\\u0000'));
const id = fc.integer({min: 1, max: 10});
const kinds = [
    fc.tuple(name, fc.integer(), rule).map((args) => new Command('add', args)),
    fc.tuple(id, name, fc.integer(), rule).map((args) => new Command('edit', args)),
    id.map((number) => new Command('remove', [number])),
    fc.constant(new Command('viewRecurring', [])),
    fc.tuple(iso, iso).map((args) => new Command('viewScheduled', args)),
];

// ---- the run -----------------------------------------------------------------

const property = fc.asyncProperty(fc.commands(kinds, {size}), async (list) => {
    await ask(system.reset, []);
    if (page) await page.begin();
    await fc.asyncModelRun(() => ({model: {state: init()}, real: {}}), list);
});
const began = performance.now();
const result = await fc.check(property, {numRuns: Number(runs), seed: Number(seed)});
const length = result.counterexample === null ? 0 : [...result.counterexample[0].commands].filter((one) => one.hasRan).length;
console.log([
    result.failed ? 1 : 0, result.numRuns, upToFailure, length, Math.round(performance.now() - began), executed,
].join('\t'));
if (page) await page.close();
