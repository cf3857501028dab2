"use strict";
// What a run of weir's leaves behind, and its processes. A run gets a folder of
// its own as TMPDIR; whatever belongs to it has that name in its environment or
// its command line, or is in the group of a process that has.

const fs = require("fs");
const path = require("path");
const { setTimeout: sleep } = require("timers/promises");

const LEAVE_MS = 10 * 1000; // what is still there then stays
const LOOK_MS = 50;

function read(pid, name) {
    try {
        return fs.readFileSync(`/proc/${pid}/${name}`, "latin1");
    } catch {
        return ""; // gone in the meantime
    }
}

/** All processes there are: {pid, group, words}. One that has ended but was not
 * waited for has no words. */
function processes() {
    return fs.readdirSync("/proc").filter(name => /^\d+$/.test(name))
        .map(pid => ({
            pid: Number(pid),
            group: Number(/.*\) . \d+ (\d+)/.exec(read(pid, "stat"))?.[1]),
            words: read(pid, "cmdline")
        }))
        .filter(({ pid, words }) => words !== "" && pid !== process.pid);
}

/** The browser's own process: it has the profile, but no type. */
function browserOf(folder) {
    return processes().find(({ words }) => words.includes(folder) &&
        words.includes("--user-data-dir=") && !words.includes("--type="));
}

/** The processes of pages. They hide their environment, but are in the
 * browser's group. */
function renderersOf(group) {
    return processes().filter(p =>
        p.group === group && p.words.includes("--type=renderer"));
}

/** Whatever names the run's folder, or is in one of its groups. */
function processesOf({ folder, groups }) {
    return processes().filter(({ pid, group, words }) =>
        groups.has(group) || words.includes(folder) ||
        read(pid, "environ").includes(folder));
}

/** Waits until nothing is left of a run; gives {orphans, files} of what
 * stays. */
async function leftBehind(run) {
    const until = performance.now() + LEAVE_MS;
    for (;;) {
        const orphans = processesOf(run);
        const files = fs.readdirSync(run.folder);
        const clean = orphans.length + files.length === 0;
        if (clean || performance.now() > until)
            return { orphans, files: files.length };
        await sleep(LOOK_MS);
    }
}

function kill(pid) {
    try {
        process.kill(pid, "SIGKILL");
    } catch {
        // It was quicker.
    }
}

function makeFolder(place, number) {
    const folder = path.join(place, "run" + number + ".");
    return fs.mkdtempSync(folder);
}

module.exports = { browserOf, kill, leftBehind, makeFolder, renderersOf };
