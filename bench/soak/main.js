"use strict";
// Started by `run`:
//
//     node main.js BUILD OUT [--steps N] [--kills N]
//
// Runs weir over pages that navigate, open dialogs and leak, N steps of each in
// one short and one long run, and kills a page, a browser or weir itself in the
// middle of a run. What is counted should be 0 or flat: lost steps, hangs,
// orphans, files. Exit status 1: something is not.

const fs = require("fs");
const os = require("os");
const path = require("path");
const { spawn } = require("child_process");
const { parseArgs } = require("util");
const { setTimeout: sleep } = require("timers/promises");
const watch = require("./watch.js");
const { short, table } = require("../step/stats.js");

const TESTS_WITH_KILLS = 3; // kills.strom
const STEPS_WITH_KILLS = 300;
const NAVIGATES = "navigates"; // a step of it takes as long as five to ten others
const SLOWER = 5;
const PAGES = [NAVIGATES, "dialogs", "leaks", "plain"];
const LEAST_LIMIT_S = 600; // of a run, given to weir,
const STEPS_A_SECOND = 10; // or as long as so slow a run needs
const LOOK_MS = 20;
const GRACE_S = 20; // after which it hangs
const VIOLENCE = ["page", "browser", "weir"];

class Soak {
    constructor(build, out) {
        this.weir = path.join(build, "weir");
        this.meter = path.join(build, "bench", "weir_bench_meter");
        this.out = out;
        // Short: the path of a socket of the browser has to fit into 107 bytes.
        this.place = fs.mkdtempSync(path.join(os.tmpdir(), "ws."));
        this.runs = 0;
        this.log = fs.createWriteStream(path.join(out, "results.jsonl"));
    }

    file(name) {
        return path.join(this.out, name);
    }

    /** Starts weir on a page; {folder, child, ended, groups, over}: the groups
     * of processes seen so far, and whether it has ended. */
    start(spec, page, args, limitS = LEAST_LIMIT_S) {
        const folder = watch.makeFolder(this.place, ++this.runs);
        for (const name of ["cost.json", "report.json"])
            fs.rmSync(this.file(name), { force: true });
        const said = fs.openSync(this.file("said.txt"), "w");
        const child = spawn(this.meter, [
            this.file("cost.json"), this.weir, "check",
            path.join(__dirname, spec + ".strom"), page + ".html",
            "--serve", path.join(__dirname, "pages"),
            "--timeout", limitS + "s", ...args
        ], {
            env: { ...process.env, TMPDIR: folder },
            stdio: ["ignore", said, "ignore"]
        });
        fs.closeSync(said);
        const run = { folder, child, limitS, groups: new Set(), over: false };
        run.ended = new Promise(done => child.on("close", done))
            .then(() => { run.over = true; });
        return run;
    }

    /** Waits for the browser of a run (a new one, `but` for that); undefined
     * when the run is over before. */
    async browser(run, but = undefined) {
        while (!run.over) {
            const browser = watch.browserOf(run.folder);
            if (browser !== undefined && browser.pid !== but) {
                run.groups.add(browser.group);
                return browser;
            }
            await sleep(LOOK_MS);
        }
        return undefined;
    }

    /** Until the run has ended, by itself or by force. True: it hung. */
    async hangs({ child, ended, limitS }, tests) {
        const limit = new AbortController();
        const late = sleep((limitS * tests + GRACE_S) * 1000, true,
            { signal: limit.signal }).catch(() => false);
        const hung = await Promise.race([ended.then(() => false), late]);
        limit.abort();
        if (hung) watch.kill(child.pid);
        await ended;
        return hung;
    }

    /** What is counted after every run. */
    async count(running, tests) {
        await this.browser(running);
        const hung = await this.hangs(running, tests);
        const { orphans, files } = await watch.leftBehind(running);
        for (const { pid } of orphans) watch.kill(pid);
        fs.rmSync(running.folder, { recursive: true, force: true });
        return { hangs: Number(hung), orphans: orphans.length, files };
    }

    /** What the console says of the one property: {actions, verdict}. A report
     * would keep all states in the memory. */
    said() {
        const text = fs.readFileSync(this.file("said.txt"), "utf8");
        const line = /^(\w+) +.*\(\d+ states?, (\d+) actions?/m.exec(text);
        return line === null ? { actions: 0, verdict: "none" }
            : { actions: Number(line[2]), verdict: line[1] };
    }

    json(name) {
        try {
            return JSON.parse(fs.readFileSync(this.file(name), "utf8"));
        } catch {
            return null;
        }
    }

    note(entry) {
        this.log.write(JSON.stringify(entry) + "\n");
        process.stderr.write(JSON.stringify(entry) + "\n");
        return entry;
    }

    finish() {
        this.log.end();
        fs.rmSync(this.place, { recursive: true, force: true });
    }
}

// ---- many steps -------------------------------------------------------------

/** One run; a step that was lost fails the property, and the actions that are
 * missing then count as lost, too. */
async function runPage(soak, page, steps) {
    const args = ["--subscript", String(steps)];
    const limitS = Math.max(LEAST_LIMIT_S, Math.ceil(steps / STEPS_A_SECOND));
    const run = soak.start("soak", page, args, limitS);
    const counts = await soak.count(run, 1);
    const cost = soak.json("cost.json") || { wallMs: NaN, peakKb: NaN };
    const { actions, verdict } = soak.said();
    return soak.note({
        page, steps, lost: steps - actions, ...counts,
        seconds: cost.wallMs / 1000, peakKb: cost.peakKb, verdict
    });
}

async function steps(soak, page, count) {
    const little = await runPage(soak, page, Math.ceil(count / 5));
    const much = await runPage(soak, page, count);
    const more = much.steps - little.steps;
    return {
        what: `page that ${page}`.replace("that plain", "that rests"),
        steps: little.steps + much.steps,
        rate: more / (much.seconds - little.seconds),
        peakMb: much.peakKb / 1024,
        growthKb: (much.peakKb - little.peakKb) / more,
        lost: little.lost + much.lost,
        hangs: little.hangs + much.hangs,
        orphans: little.orphans + much.orphans,
        files: little.files + much.files
    };
}

// ---- violence ---------------------------------------------------------------

/** Kills somebody as soon as there is a page, and a moment later. True: it was
 * in time. */
async function strike(soak, run, victim, delayMs) {
    const browser = await soak.browser(run);
    const pages = () => watch.renderersOf(browser.group);
    while (!run.over && pages().length === 0) await sleep(LOOK_MS);
    await sleep(delayMs);
    if (run.over) return false;
    const victims = victim === "page" ? pages()
        : [victim === "browser" ? browser : run.child];
    for (const { pid } of victims) watch.kill(pid);
    return victims.length > 0;
}

/** After the violence the remaining tests go on: those that did not are lost
 * (when weir itself dies, all of its tests end with it). */
async function runStruck(soak, victim, round) {
    const running = soak.start("kills", "plain", [
        "--subscript", String(STEPS_WITH_KILLS),
        "--reporter", "json=" + soak.file("report.json")]);
    const struck = await strike(soak, running, victim,
        100 + (round * 137) % 900);
    const counts = await soak.count(running, TESTS_WITH_KILLS);
    const report = soak.json("report.json");
    const verdicts = report === null ? [] : report.tests.map(t => t.verdict);
    const lost = victim === "weir" ? 0 : TESTS_WITH_KILLS - verdicts.length;
    return soak.note({ killed: victim, struck, round, lost, ...counts, verdicts });
}

async function kills(soak, victim, count) {
    const sum = { lost: 0, hangs: 0, orphans: 0, files: 0 };
    let struck = 0;
    for (let round = 0; round < count; round++) {
        const result = await runStruck(soak, victim, round);
        if (result.struck) struck++;
        for (const key of Object.keys(sum)) sum[key] += result[key];
    }
    return { what: `${victim} killed, ${struck} of ${count} times`, steps: 0, rate: NaN,
        peakMb: NaN, growthKb: NaN, ...sum };
}

// ---- the whole --------------------------------------------------------------

function readOptions(args) {
    const { values, positionals } = parseArgs({
        args,
        allowPositionals: true,
        options: {
            steps: { type: "string", default: "500" },
            kills: { type: "string", default: "3" }
        }
    });
    const numbers = [Number(values.steps), Number(values.kills)];
    if (!numbers.every(n => Number.isInteger(n) && n >= 0) || numbers[0] < 10)
        throw new Error("--steps has to be at least 10, --kills at least 0");
    return { steps: numbers[0], kills: numbers[1],
        build: positionals[0], out: positionals[1] };
}

function cells(row) {
    return [row.what, row.steps === 0 ? "-" : String(row.steps),
        short(row.rate), short(row.peakMb), short(row.growthKb),
        ...["lost", "hangs", "orphans", "files"].map(key => String(row[key]))];
}

async function main(args) {
    const options = readOptions(args);
    fs.mkdirSync(options.out, { recursive: true });
    const soak = new Soak(options.build, options.out);
    const rows = [];
    try {
        for (const page of PAGES)
            rows.push(await steps(soak, page, page === NAVIGATES
                ? Math.ceil(options.steps / SLOWER) : options.steps));
        for (const victim of options.kills > 0 ? VIOLENCE : [])
            rows.push(await kills(soak, victim, options.kills));
    } finally {
        soak.finish();
    }
    const head = ["what", "steps", "steps/s", "host MB, peak",
        "host kB a step", "lost", "hangs", "orphans", "files"];
    console.log(table([head, ...rows.map(cells)]));
    const bad = rows.some(row =>
        row.lost + row.hangs + row.orphans + row.files > 0);
    process.exitCode = bad ? 1 : 0;
}

main(process.argv.slice(2)).catch(error => {
    console.error(`bench/soak: ${error.message}`);
    process.exitCode = 2;
});
