"use strict";
// Where a click step of weir's goes, by its log of DevTools messages: how long
// each phase takes, and what crosses the wire. Logging costs a little itself.

const { spawn } = require("child_process");
const { median } = require("./stats.js");

const LINE = /^weir: ([0-9.]+) cdp ([<>]) (.*)$/;

/** The log of a run with WEIR_DEBUG: [{at, out, text}], milliseconds. */
function logOf(program, args) {
    return new Promise((resolve, reject) => {
        const child = spawn(program, args, {
            env: { ...process.env, WEIR_DEBUG: "1" },
            stdio: ["ignore", "ignore", "pipe"]
        });
        let text = "";
        child.stderr.on("data", part => { text += part; });
        child.on("error", reject);
        child.on("close", status => {
            if (status !== 0) return reject(new Error(`weir: exit ${status}`));
            const found = text.split("\n").map(line => LINE.exec(line))
                .filter(match => match !== null);
            resolve(found.map(([, at, arrow, message]) => (
                { at: Number(at), out: arrow === ">", text: message })));
        });
    });
}

/** The page script pushes other words, too: that it wants a frame, say. */
function isState(line) {
    return !line.out && line.text.includes("Runtime.bindingCalled") &&
        line.text.includes('\\"kind\\":\\"settled\\"');
}

/** The messages after each state, up to the next one. */
function byStep(lines) {
    const steps = [];
    let step = null;
    for (const line of lines) {
        if (step !== null) step.push(line);
        if (!isState(line)) continue;
        if (step !== null) steps.push(step);
        step = [line];
    }
    return steps;
}

function idOf(line) {
    return Number(/^\{"id":(\d+)/.exec(line.text)[1]);
}

function replyTo(lines, request) {
    return lines.find(line =>
        !line.out && line.text.startsWith(`{"id":${idOf(request)},`));
}

/** The phases of one step, or null when it is no click. */
function phasesOf(lines) {
    const sent = words => lines.find(line => line.out && line.text.includes(words));
    const aim = sent("weir.aim(");
    const release = sent("mouseReleased");
    if (aim === undefined || release === undefined) return null;
    const aimed = replyTo(lines, aim);
    const acknowledged = replyTo(lines, release);
    const state = lines[lines.length - 1];
    if (aimed === undefined) return null;
    // Without virtual time the state may be here before the acknowledgement.
    const ended = acknowledged === undefined ? state : acknowledged;
    return {
        think: aim.at - lines[0].at,
        aim: aimed.at - aim.at,
        write: release.at - aimed.at,
        input: ended.at - release.at,
        settle: state.at - ended.at,
        sent: lines.filter(line => line.out).length,
        received: lines.filter(line => !line.out).length - 1
    };
}

/** {think, aim, write, input, settle, sent, received}: medians. */
async function phases(program, args) {
    const steps = byStep(await logOf(program, args)).map(phasesOf)
        .filter(step => step !== null);
    const keys = Object.keys(steps[0]);
    return Object.fromEntries(keys.map(key =>
        [key, median(steps.map(step => step[key]))]));
}

module.exports = { phases };
