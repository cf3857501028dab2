"use strict";
// The rows of the comparison. Each runs its contenders in turns (A B C, B C A,
// ...), so that what else the machine does meets all of them; each ratio is
// taken inside one round.

const os = require("os");
const path = require("path");
const { Bench, run, stepTimes, stepsOf, timed, WARM_UP } = require("./contenders.js");
const { phases } = require("./phases.js");
const { median, quantile } = require("./stats.js");

const MODES = ["virtual", "real"];
const PEERS = ["playwright", "selenium", "puppeteer"];
const STEPS = { weir: 150, bare: 200, peer: 40 };
const SESSION = 100;
const SEEDS = [1, 2, 3, 4, 5];
const LONG = 1000;
const SHORT = 100;

/** Runs every contender once a round; gives name -> one result a round, null
 * where it failed. `note` takes each result. */
async function inTurns(contenders, rounds, note) {
    const names = Object.keys(contenders);
    const results = Object.fromEntries(names.map(name => [name, []]));
    for (let round = 0; round < rounds; round++)
        for (let i = 0; i < names.length; i++) {
            const name = names[(i + round) % names.length];
            let result = null;
            let trouble;
            try {
                result = await contenders[name]();
            } catch (error) {
                trouble = error.message;
            }
            results[name][round] = result;
            note({ contender: name, round, load: os.loadavg()[0], trouble,
                ...result });
        }
    return results;
}

/** One number a round out of the results of a contender. */
function figures(results, key) {
    return results.map(result => result === null ? NaN : result[key]);
}

function ratios(above, below) {
    return above.map((number, round) => number / below[round])
        .filter(Number.isFinite);
}

// ---- a click and one batched read -----------------------------------------

async function weirClick(bench, app, time) {
    const count = STEPS.weir + WARM_UP;
    const more = ["--subscript", String(count)];
    const { steps } = await bench.trace(
        "click", bench.app(app, ""), { time, more }
    );
    return summary(stepTimes(steps).slice(-STEPS.weir));
}

/** The table has the median; the tenth best of a hundred is less shaken by what
 * else the machine does, and goes to the log. */
function summary(times) {
    return { ms: median(times), p10: quantile(times, 0.1) };
}

async function medianOf(running) {
    const { steps, cpuMs, wrong } = await running;
    return { ...summary(steps), cpuMs, wrong };
}

function clickContenders(bench, app) {
    const url = bench.app(app, "");
    const all = {};
    for (const time of MODES)
        all["weir " + time] = () => weirClick(bench, app, time);
    for (const work of ["trusted", "alike", "untrusted"])
        all[work] = () => medianOf(bench.bare(work, url, STEPS.bare));
    for (const peer of PEERS)
        all[peer] = () => medianOf(bench.peer(peer, "click", url, STEPS.peer));
    return all;
}

/** How many times quicker than a peer, and how many times the time of the bare client's
 * trusted click (decision 0024: other targets ask for less than any client takes). */
const CLICK_TARGETS = {
    backbone: { playwright: 10, selenium: 15, trusted: 1.25 },
    vanillajs: { playwright: 15, selenium: 25, trusted: 1.25 }
};

/** What the bare client that asks and settles takes (decision 0102): a step takes no longer,
 * and no more than so many times its processor time, since it judges nothing. */
const ALIKE = { time: 1, cpu: 2 };

/** A line of the table: the figure of `than`, and weir's ratio to it, in both
 * kinds of time. A peer's time is divided by weir's, weir's by that of a bound:
 * `times`: weir has to be so many times quicker; `within`: its time at most so
 * many times the other's. `bare`: what the bare client's trusted click would be in
 * weir's place, where it ran in the same rounds. */
function compared(row, results, than, target) {
    const theirs = figures(results[than], "ms");
    const ratio = who => {
        const ours = figures(results[who] || [], "ms");
        return PEERS.includes(than)
            ? ratios(theirs, ours) : ratios(ours, theirs);
    };
    const cells = { bare: than === "trusted" ? [] : ratio("trusted") };
    for (const time of MODES) cells[time] = ratio("weir " + time);
    return { row, than, theirs, target, ...cells };
}

/** A line with weir's own figures. */
function own(row, results, key, target = {}) {
    const cells = {};
    for (const time of MODES)
        cells[time] = figures(results["weir " + time] || [], key);
    return { row, than: "", theirs: [], target, ...cells };
}

async function click(bench, app, rounds, note) {
    const results = await inTurns(clickContenders(bench, app), rounds, note);
    const row = `click and read, ${app}, ms`;
    const targets = CLICK_TARGETS[app];
    return [
        own(row, results, "ms"),
        ...PEERS.map(peer =>
            compared(row, results, peer, { times: targets[peer] })),
        compared(row, results, "untrusted", {}),
        compared(row, results, "alike", { within: ALIKE.time }),
        compared(row, results, "trusted", { within: targets.trusted })
    ];
}

// ---- a session of a hundred actions ---------------------------------------

async function weirSession(bench, time) {
    const more = ["--subscript", String(SESSION)];
    const { steps } = await bench.trace(
        "session", bench.app("backbone"), { time, more }
    );
    const times = stepTimes(steps);
    return { ms: times.reduce((a, b) => a + b, 0), actions: times.length };
}

async function peerSession(bench, peer) {
    const { steps, wrong } = await bench.peer(
        peer, "session", bench.app("backbone"), SESSION, 0
    );
    return { ms: steps.reduce((a, b) => a + b, 0), wrong };
}

async function session(bench, rounds, note) {
    const contenders = {};
    for (const time of MODES)
        contenders["weir " + time] = () => weirSession(bench, time);
    for (const peer of PEERS)
        contenders[peer] = () => peerSession(bench, peer);
    const results = await inTurns(contenders, rounds, note);
    const row = `${SESSION} mixed actions, ms`;
    return [
        own(row, results, "ms"),
        compared(row, results, "playwright", { times: 7 }),
        compared(row, results, "selenium", {}),
        compared(row, results, "puppeteer", {})
    ];
}

// ---- what a step costs the host, and what a trace adds ---------------------

/** Whole runs of two lengths; what lies between them is steps only. */
async function weirHost(bench, time, more) {
    const costs = {};
    for (const count of [LONG, SHORT])
        costs[count] = await bench.check("click", bench.app("backbone"), {
            time, more: ["--subscript", String(count), ...more(bench)]
        });
    const each = key =>
        (costs[LONG][key] - costs[SHORT][key]) / (LONG - SHORT);
    return {
        ms: each("wallMs"), cpuMs: each("cpuMs"),
        peakMb: costs[LONG].peakKb / 1024
    };
}

async function host(bench, rounds, note) {
    const nothing = () => [];
    const contenders = {
        "bare": () => medianOf(
            bench.bare("trusted", bench.app("backbone", ""), STEPS.bare)),
        "alike": () => medianOf(
            bench.bare("alike", bench.app("backbone", ""), STEPS.bare)),
        "weir virtual": () => weirHost(bench, "virtual", nothing),
        "weir real": () => weirHost(bench, "real", nothing),
        "with --trace": () => weirHost(bench, "virtual", at =>
            ["--trace", at.file("host.trace")]),
        "with a JSON report": () => weirHost(bench, "virtual", at =>
            ["--reporter", "json=" + at.file("host.json")])
    };
    const results = await inTurns(contenders, rounds, note);
    const added = (name, key) => ({
        row: `${name} adds, ${key === "ms" ? "ms" : "ms of host CPU"}`,
        than: "", theirs: [], target: {}, real: [],
        virtual: figures(results[name], key).map(
            (cost, i) => cost - figures(results["weir virtual"], key)[i])
    });
    const bare = figures(results.bare, "cpuMs");
    const timesBare = { row: "host CPU per step", than: "bare, ms of its own CPU",
        theirs: bare, target: { within: 1.2 } };
    const alike = figures(results.alike, "cpuMs");
    const timesAlike = { row: "host CPU per step", than: "alike, ms of its own CPU",
        theirs: alike, target: { within: ALIKE.cpu } };
    for (const time of MODES) {
        const ours = figures(results["weir " + time], "cpuMs");
        timesBare[time] = ratios(ours, bare);
        timesAlike[time] = ratios(ours, alike);
    }
    return [
        own("host CPU per step, ms", results, "cpuMs"),
        timesBare,
        timesAlike,
        own(`host memory, peak in ${LONG} steps, MB`, results, "peakMb",
            { most: 40 }),
        ...["with --trace", "with a JSON report"].flatMap(name =>
            [added(name, "ms"), added(name, "cpuMs")])
    ];
}

// ---- memory ----------------------------------------------------------------

/** A test keeps a thousand of its steps, the first and the last; from then on its
 * length should be no matter. */
const FULL = 1500, FAR = 6000;

async function memory(bench, rounds, note) {
    const peakKb = async count => (await bench.check(
        "click", bench.app("backbone"),
        { time: "virtual", more: ["--subscript", String(count)] }
    )).peakKb;
    const results = await inTurns({
        "weir virtual": async () => ({
            growthKb: (await peakKb(FAR) - await peakKb(FULL)) / (FAR - FULL)
        })
    }, rounds, note);
    const row = `host memory, growth per step after step ${FULL}, kB`;
    return [own(row, results, "growthKb", { most: 0.1 })];
}

// ---- launch to first action ------------------------------------------------

// A mark that is still on its way when the browser is ended may get lost.
const MARK_LIMIT_MS = 1000;

function lostMark() {
    return new Promise((_, reject) => {
        const words = "the page never told of its first input";
        setTimeout(() => reject(new Error(words)), MARK_LIMIT_MS);
    });
}

/** Until the page tells the server of its first input. */
async function untilMark(bench, start) {
    const mark = bench.site.nextMark();
    const before = performance.now();
    const running = start(bench.app("backbone", "?mark"));
    await Promise.race([mark, running]);
    const marked = await Promise.race([mark, running.then(lostMark)]);
    await running;
    return { ms: marked - before };
}

async function first(bench, rounds, note) {
    const contenders = {
        bare: () => untilMark(bench, url => bench.bare("first", url, 0))
    };
    for (const time of MODES)
        contenders["weir " + time] = () => untilMark(bench, url =>
            run(bench.weir, ["check", bench.spec("click"), url, "--time", time,
                "--subscript", "1"]));
    contenders.playwright = () => untilMark(bench, url =>
        bench.peer("playwright", "first", url, 0));
    const results = await inTurns(contenders, rounds, note);
    const row = "launch to first action, ms";
    return [
        own(row, results, "ms"),
        compared(row, results, "bare", { within: 1.15 }),
        compared(row, results, "playwright", { times: 2 })
    ];
}

// ---- a whole test ----------------------------------------------------------

const TODOMVC = path.join(__dirname, "..", "..", "todomvc");

/** The single actions of which an action consists: those in order, each by itself. */
function singles(action) {
    if (Array.isArray(action)) return action.flatMap(singles);
    if (action === null || typeof action !== "object") return [];
    return action.id === "inOrder" ? singles(action.args) : [action];
}

/** Our TodoMVC with its own specification: from the command to the verdict, and until
 * the browser has gone, too. */
async function wholeTest(bench) {
    const times = [];
    const trace = bench.file("test.trace");
    for (const seed of SEEDS) {
        const time = await timed(bench.weir, [
            "check", path.join(TODOMVC, "todomvc.strom"), "/app/",
            "--serve", TODOMVC, "--subscript", "100", "--tests", "1",
            "--seed", String(seed), "--trace", trace
        ], /^ok +todoMvc/m);
        const actions = stepsOf(trace).filter(step => step.kind === "acted")
            .flatMap(step => singles(step.what)).length;
        times.push({ ...time, eachMs: time.saidMs / actions });
    }
    const middle = key => median(times.map(time => time[key]));
    return { ms: middle("saidMs"), endMs: middle("endMs"), eachMs: middle("eachMs") };
}

/** A step of TodoMVC is some three actions, one after the other. */
function eachAction(results) {
    const theirs = figures(results.playwright, "ms").map(ms => ms / SESSION);
    return {
        row: "an action of such a test, with launch and reloads, ms",
        than: "playwright's mixed action", theirs, target: {}, real: [],
        virtual: ratios(theirs, figures(results["weir virtual"], "eachMs"))
    };
}

async function test(bench, rounds, note) {
    const results = await inTurns({
        "weir virtual": () => wholeTest(bench),
        playwright: () => peerSession(bench, "playwright")
    }, rounds, note);
    const row = "a test of TodoMVC, 100 steps, command to verdict, ms";
    return [
        own(row, results, "ms"),
        own("the same, and until the browser has gone, ms", results, "endMs"),
        { ...compared(row, results, "playwright", { times: 3 }),
            than: `playwright's ${SESSION} mixed actions` },
        eachAction(results)
    ];
}

// ---- the egg timer ---------------------------------------------------------

async function weirEgg(bench) {
    const { steps } = await bench.trace("egg", bench.app("egg"));
    const last = steps[steps.length - 1];
    const span = key => (last[key] - steps[0][key]) / 1000;
    return { ms: span("returnUs"), times: span("timeUs") / span("returnUs"),
        states: steps.length };
}

async function egg(bench, rounds, note) {
    const results = await inTurns(
        { "weir virtual": () => weirEgg(bench) }, rounds, note
    );
    return [
        own("egg timer, 180 s, ms", results, "ms"),
        own("egg timer, times real time", results, "times", { least: 600 })
    ];
}

// ---- where a step goes -----------------------------------------------------

const PHASES = {
    think: "state received to next request, ms",
    aim: "where to click, guard armed, ms",
    write: "input written, ms",
    input: "input acknowledged, ms",
    settle: "settled state received, ms",
    sent: "messages sent",
    received: "messages received"
};

function clickPhases(bench, app, time) {
    const count = STEPS.weir + WARM_UP;
    return phases(bench.weir, ["check", bench.spec("click"), bench.app(app),
        "--time", time, "--subscript", String(count)]);
}

async function where(bench, rounds, note) {
    const lines = [];
    for (const app of ["backbone", "vanillajs"]) {
        const contenders = {};
        for (const time of MODES)
            contenders["weir " + time] = () => clickPhases(bench, app, time);
        const results = await inTurns(contenders, rounds, note);
        for (const [key, words] of Object.entries(PHASES))
            lines.push(own(`step, ${app}: ${words}`, results, key));
    }
    return lines;
}

// ---- calibration -----------------------------------------------------------

/** A fixed piece of arithmetic, for comparisons between machines. */
function kernel() {
    const before = performance.now();
    let number = 1;
    for (let i = 0; i < 5e7; i++)
        number = (Math.imul(number, 1664525) + 1013904223) >>> 0;
    return { ms: performance.now() - before, number };
}

async function calibration(bench, rounds, note) {
    const results = await inTurns({
        kernel: async () => kernel(),
        trip: () => medianOf(
            bench.bare("trip", bench.app("backbone"), STEPS.bare))
    }, rounds, note);
    return Object.entries({ kernel: "5e7 multiplications in node, ms",
        trip: "one round trip to the page, bare client, ms" })
        .map(([name, row]) => ({
            row: "calibration: " + row, than: "", target: {},
            theirs: figures(results[name], "ms"), virtual: [], real: []
        }));
}

/** name -> a function of (bench, rounds, note) that gives lines. */
const ROWS = {
    calibration,
    backbone: (bench, ...rest) => click(bench, "backbone", ...rest),
    vanillajs: (bench, ...rest) => click(bench, "vanillajs", ...rest),
    session,
    phases: where,
    host,
    memory,
    first,
    test,
    egg
};

module.exports = { ROWS, MODES, Bench };
