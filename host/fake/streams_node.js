// In Node, after the constants `sources` (hook_sources.js) and `streams` (streams.js).
const turn = setImmediate; // the real one, before the system's clock takes its place
const {createInterface} = await import('node:readline');
const {pathToFileURL} = await import('node:url');
const [, path, system] = /^(.*?)(?:#(.*))?$/.exec(process.argv[2] ?? '');
if (path === '') {
    console.error('Usage: node harness.mjs MODULE[#EXPORT]');
    process.exit(2);
}
console.log = console.info = console.debug = console.error; // standard output is the protocol's
const harness = streams(sources);
process.on('unhandledRejection', harness.reject);
try {
    harness.use(await import(pathToFileURL(path)), system);
} catch (thrown) {
    console.error(`${process.argv[2]}: ${harness.wordsOf(thrown)}`);
    process.exit(2);
}
for await (const line of createInterface({input: process.stdin})) {
    const running = harness.answer(line);
    let step = running.next();
    for (; !step.done; step = running.next()) await new Promise((go) => turn(go));
    if (step.value !== '') process.stdout.write(`${step.value}\n`);
}
process.exit(0);
