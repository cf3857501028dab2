"use strict";
// How each contender is run: one process from start to end, which gives the
// milliseconds of its steps. All start a browser of their own, so that none
// works in what another one left behind.

const fs = require("fs");
const path = require("path");
const { execFile, spawn } = require("child_process");

const LIMIT_MS = 120 * 1000;
const WARM_UP = 20;

/** Runs a program to its end; gives what it wrote. Its last words are the
 * error when it fails. */
function run(program, args) {
    return new Promise((resolve, reject) => {
        const options = { timeout: LIMIT_MS, maxBuffer: 1 << 26 };
        execFile(program, args, options, (error, out, words) => {
            if (error === null) return resolve(out);
            const last = (words.trim() || out.trim()).split("\n").pop();
            reject(new Error(`${path.basename(program)}: ${last || error}`));
        });
    });
}

/** Runs a program to its end; gives the milliseconds until it has said the words, and
 * until it was gone. */
function timed(program, args, words) {
    return new Promise((resolve, reject) => {
        const before = performance.now();
        const child = spawn(program, args, {
            timeout: LIMIT_MS, stdio: ["ignore", "pipe", "ignore"]
        });
        let out = "";
        let saidMs = null;
        child.stdout.on("data", bytes => {
            out += bytes;
            if (saidMs === null && words.test(out))
                saidMs = performance.now() - before;
        });
        child.on("error", reject);
        child.on("close", status => {
            if (status !== 0 || saidMs === null)
                return reject(new Error(`exit status ${status}, no ${words}`));
            resolve({ saidMs, endMs: performance.now() - before });
        });
    });
}

/** What all contenders need to know. `place` holds the built programs, `out`
 * what is written. */
class Bench {
    constructor(place, out, site) {
        this.weir = path.join(place, "weir");
        this.meter = path.join(place, "bench", "weir_bench_meter");
        this.bareProgram = path.join(place, "bench", "weir_bench_bare");
        this.out = out;
        this.site = site;
        this.program = null; // the browser, once asked
    }

    spec(name) {
        return path.join(__dirname, name + ".strom");
    }

    reader(name) {
        return path.join(this.out, "read-" + name + ".js");
    }

    file(name) {
        return path.join(this.out, name);
    }

    app(name, query = "") {
        return `${this.site.url}/${name}/${query}`;
    }

    /** {wallMs, cpuMs, peakKb} of weir itself, and with a trace its lines. */
    async check(spec, url, { time = "virtual", more = [], trace = null } = {}) {
        const cost = this.file("cost.json");
        const args = ["check", this.spec(spec), url, "--time", time, ...more];
        if (trace !== null) args.push("--trace", trace);
        await run(this.meter, [cost, this.weir, ...args]);
        return JSON.parse(fs.readFileSync(cost, "utf8"));
    }

    /** The steps of a run, from its trace. */
    async trace(spec, url, options) {
        const trace = this.file("run.trace");
        const cost = await this.check(spec, url, { ...options, trace });
        return { cost, steps: stepsOf(trace) };
    }

    async bare(work, url, count, reader = this.reader("click")) {
        const args = [work, url, reader, String(count), String(WARM_UP)];
        const out = await run(this.bareProgram, args);
        return work === "first" ? {} : JSON.parse(out);
    }

    async peer(driver, work, url, count, warmUp = WARM_UP) {
        return JSON.parse(await run(process.execPath, [
            path.join(__dirname, "peer.js"), driver, work, url,
            this.reader(work === "session" ? work : "click"), String(count),
            String(warmUp), this.program
        ]));
    }
}

/** The steps of a trace, as it has them. */
function stepsOf(trace) {
    return fs.readFileSync(trace, "utf8").trim().split("\n")
        .map(line => JSON.parse(line)).filter(line => line.step !== undefined);
}

/** Milliseconds from state to state: choosing, acting, settling, reading and
 * checking. The clock is weir's own, real one. */
function stepTimes(steps) {
    return steps.slice(1).map(
        (step, i) => (step.returnUs - steps[i].returnUs) / 1000
    );
}

module.exports = { Bench, WARM_UP, run, stepTimes, stepsOf, timed };
