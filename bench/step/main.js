"use strict";
// Started by `run`, which prepares what is needed:
//
//     node main.js BUILD OUT [--rounds N] [--rows NAME,NAME...]
//
// BUILD is the folder of the release build, OUT where results go: results.jsonl
// with every single result, table.md with what is printed at the end.

const fs = require("fs");
const os = require("os");
const path = require("path");
const { execFileSync } = require("child_process");
const { parseArgs } = require("util");
const { serve } = require("./site.js");
const { readerSource } = require("./plan.js");
const { ROWS, MODES, Bench } = require("./rows.js");
const { median, short, spread, table } = require("./stats.js");

const REPOSITORY = path.join(__dirname, "..", "..");

function folders() {
    const todomvc = path.join(
        process.env.WEIR_PEERS, "node_modules", "todomvc", "examples"
    );
    return {
        backbone: path.join(todomvc, "backbone"),
        vanillajs: path.join(todomvc, "vanillajs"),
        egg: path.join(REPOSITORY, "specs", "examples", "egg-timer")
    };
}

function writeReaders(bench) {
    for (const name of ["click", "session"]) {
        const out = execFileSync(bench.weir, ["deps", "--json", bench.spec(name)]);
        const [{ dependencies }] = JSON.parse(out);
        fs.writeFileSync(bench.reader(name), readerSource(dependencies));
    }
}

function targetText({ times, within, most, least }) {
    if (times !== undefined) return `at least ${times} times quicker`;
    if (within !== undefined) return `at most ${within} times its time`;
    if (most !== undefined) return `at most ${most}`;
    if (least !== undefined) return `at least ${least}`;
    return "";
}

function isMet({ times, within, most, least }, figure) {
    const floor = times === undefined ? least : times;
    const ceiling = within === undefined ? most : within;
    if (floor !== undefined) return figure >= floor;
    if (ceiling !== undefined) return figure <= ceiling;
    return null;
}

function cell(target, numbers) {
    const good = numbers.filter(Number.isFinite);
    if (good.length === 0) return "";
    const met = isMet(target, median(good));
    return spread(good) + (met === null ? "" : met ? " met" : " NOT met");
}

function cells(line) {
    return [
        line.row, line.than, spread(line.theirs.filter(Number.isFinite)),
        targetText(line.target), ...MODES.map(m => cell(line.target, line[m])),
        cell(line.target, line.bare || [])
    ];
}

function readOptions(args) {
    const { values, positionals } = parseArgs({
        args,
        allowPositionals: true,
        options: {
            rounds: { type: "string", default: "5" },
            rows: { type: "string", default: Object.keys(ROWS).join(",") }
        }
    });
    const rows = values.rows.split(",");
    const unknown = rows.find(name => ROWS[name] === undefined);
    const rounds = Number(values.rounds);
    if (unknown !== undefined)
        throw new Error(`no such row: ${unknown} (there are ` +
            `${Object.keys(ROWS).join(", ")})`);
    if (!Number.isInteger(rounds) || rounds < 1)
        throw new Error(`--rounds ${values.rounds}: not a number of rounds`);
    return { rows, rounds, build: positionals[0], out: positionals[1] };
}

function describeMachine(bench) {
    const versions = [bench.program, ...["playwright-core", "puppeteer-core",
        "selenium-webdriver"].map(name => `${name} ` + JSON.parse(
        fs.readFileSync(path.join(process.env.WEIR_PEERS, "node_modules", name,
            "package.json"))).version)];
    return `${os.cpus().length} x ${os.cpus()[0].model}, load ` +
        `${os.loadavg().map(short).join(" ")}\n${versions.join(", ")}`;
}

async function measure(bench, options) {
    const log = fs.createWriteStream(bench.file("results.jsonl"));
    const lines = [["row", "than", "its figure", "target",
        ...MODES.map(mode => `weir, ${mode} time`), "the bare client"]];
    for (const name of options.rows) {
        const note = entry => {
            log.write(JSON.stringify({ row: name, ...entry }) + "\n");
            const { contender, round, trouble, ms } = entry;
            const figure = ms === undefined ? "done" : short(ms) + " ms";
            process.stderr.write(`${name} ${round + 1}/${options.rounds} ` +
                `${contender}: ${trouble || figure}\n`);
        };
        for (const line of await ROWS[name](bench, options.rounds, note))
            lines.push(cells(line));
    }
    log.end();
    return table(lines);
}

async function main(args) {
    const options = readOptions(args);
    fs.mkdirSync(options.out, { recursive: true });
    const site = await serve(folders());
    try {
        const bench = new Bench(options.build, options.out, site);
        bench.program = (await bench.bare("program", "", 0)).program;
        writeReaders(bench);
        const machine = describeMachine(bench);
        const text = machine + "\n\n" + await measure(bench, options) +
            `\n\nload at the end: ${os.loadavg().map(short).join(" ")}\n`;
        fs.writeFileSync(bench.file("table.md"), text);
        process.stdout.write(text);
    } finally {
        site.close();
    }
}

main(process.argv.slice(2)).catch(error => {
    console.error(`bench/step: ${error.message}`);
    process.exitCode = 2;
});
