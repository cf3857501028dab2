"use strict";
// One driver, one piece of work, one line of JSON:
//
//     node peer.js DRIVER WORK URL READER STEPS WARM-UP PROGRAM
//
// WORK is `click` (the first toggle of three items, and a read), `session` (the
// hundred actions of plan.js, a read after each) or `first` (one click as soon
// as the page is there). The line is that of weir_bench_bare: {"cpuMs", "wrong",
// "steps"}, our own processor time per step and the steps' milliseconds.
//
// None of the drivers settles: the state right after an action may be an old
// one. Such a step counts as wrong. A session could not go on from there, so it
// reads again until the state is the right one, as an assertion that retries
// would; that time belongs to the step.

const fs = require("fs");
const peers = require("./peers.js");
const plan = require("./plan.js");

const TOGGLE = "#todo-list .toggle";
const ITEMS = 3;
const PATIENCE_MS = 2000;

async function makeItems(peer) {
    for (let i = 0; i < ITEMS; i++) {
        await peer.type("#new-todo", plan.TEXT);
        await peer.press("Enter");
    }
}

/** Reads until the state is right. */
async function readAgain(peer, isRight) {
    const until = performance.now() + PATIENCE_MS;
    while (!isRight(await peer.read()))
        if (performance.now() > until)
            throw new Error("the expected state never came");
}

/** Runs the steps; `act(i)` performs one, `isRight(i, text)` judges its
 * state. */
async function timed(peer, count, warmUp, act, isRight) {
    const steps = [];
    let wrong = 0;
    let cpuUs = 0;
    for (let i = 0; i < warmUp + count; i++) {
        const cpu = process.cpuUsage();
        const before = performance.now();
        await act(i);
        const right = isRight(i, await peer.read());
        if (!right) await readAgain(peer, text => isRight(i, text));
        const took = performance.now() - before;
        const used = process.cpuUsage(cpu);
        if (i < warmUp) continue;
        cpuUs += used.user + used.system;
        steps.push(Number(took.toFixed(3)));
        if (!right) wrong++;
    }
    return { cpuMs: cpuUs / 1000 / count, wrong, steps };
}

async function click(peer, count, warmUp) {
    await makeItems(peer);
    return timed(
        peer, count, warmUp,
        () => peer.click(TOGGLE),
        (i, text) => JSON.parse(text)[TOGGLE][0].checked === (i % 2 === 0)
    );
}

function perform(peer, action) {
    switch (action.kind) {
        case "type": return peer.type(action.at, plan.TEXT);
        case "press": return peer.press(action.key);
        case "hover": return peer.hover(action.at);
        default: return peer.click(action.at);
    }
}

async function session(peer, count) {
    const actions = plan.session(count);
    return timed(
        peer, count, 0,
        i => perform(peer, actions[i]),
        (i, text) => plan.isExpected(text, actions[i].expected)
    );
}

async function first(peer) {
    await peer.click("#new-todo");
    return {};
}

const WORKS = { click, session, first };

async function main([driver, work, url, reader, count, warmUp, program]) {
    const peer = await peers[driver](program);
    try {
        await peer.open(url);
        peer.setReader(fs.readFileSync(reader, "utf8"));
        const result = await WORKS[work](peer, Number(count), Number(warmUp));
        console.log(JSON.stringify(result));
    } finally {
        await peer.close();
    }
}

main(process.argv.slice(2)).catch(error => {
    console.error(String(error.message).split("\n")[0]);
    process.exitCode = 1;
});
