// The executor of `weir check --streams` in weir's own engine (engine.c). `host` is as for
// harness.js; besides it has loader (loader.js), sources (hook_sources.js), streams
// (streams.js), module, the path, and system, which of its exports makes one, or "". The result is called with a line, and then without
// one until it gives a text: in between what promises wait for has run.
(function (host) {
    'use strict';

    const show = (value) => {
        try {
            return typeof value === 'string' ? value : JSON.stringify(value) ?? String(value);
        } catch {
            return String(value);
        }
    };
    const print = (...values) => host.print(values.map(show).join(' '));
    globalThis.console = {log: print, info: print, warn: print, error: print, debug: print};
    // What packages ask of where they run: is this a build for production?
    globalThis.self = globalThis.global = globalThis;
    globalThis.process = {
        env: {NODE_ENV: 'development'}, argv: [], platform: 'weir', versions: {},
        nextTick: (run, ...args) => globalThis.queueMicrotask(() => run(...args)),
    };

    const streams = host.streams(host.sources);

    // ---- packages of npm ---------------------------------------------------------

    // Of what a package says of itself, the first that the engine can read.
    function entryOf(entry) {
        if (typeof entry === 'string') return entry;
        if (typeof entry !== 'object' || entry === null) return undefined;
        for (const key of ['require', 'node', 'import', 'module', 'default'])
            if (entryOf(entry[key]) !== undefined) return entryOf(entry[key]);
        return undefined;
    }

    function fileOf(folder, inside) {
        const about = host.real(`${folder}/package.json`);
        const {exports, main, module} = about === null ? {} : JSON.parse(host.text(about));
        const key = inside === '' ? '.' : `./${inside}`;
        const named = entryOf(exports?.[key] ?? (inside === '' && !exports?.['.'] ? exports : undefined));
        return named ?? (inside === '' ? main ?? module ?? 'index.js' : inside);
    }

    function packaged(specifier, from) {
        const [, name, inside = ''] = /^((?:@[^/]+\/)?[^/]+)(?:\/(.*))?$/.exec(specifier) ?? [];
        for (let at = from; name !== undefined; at = at.slice(0, at.lastIndexOf('/'))) {
            const folder = `${at}/node_modules/${name}`;
            if (host.real(`${folder}/package.json`) !== null)
                for (const end of ['', '.js', '/index.js']) {
                    const path = host.real(`${folder}/${fileOf(folder, inside)}${end}`);
                    if (path !== null) return path;
                }
            if (at === '') break;
        }
        throw new Error(`no package "${specifier}" in a node_modules above ${from}`);
    }

    const HINT = 'the engine has less than Node, and no modules that import each other in a circle: weir streams --harness runs it there';
    const load = host.loader(packaged);
    let running = null;
    let refusal; // why there is no system

    function prepare() {
        try {
            streams.use(load(host.module).module.exports, host.system);
            refusal = '';
        } catch (thrown) {
            const words = thrown.at ? `${thrown.at}: does not parse: ${thrown.message}` : streams.wordsOf(thrown);
            refusal = `${host.shown}: ${words}${words.includes('/node_modules/') ? `\n${HINT}` : ''}`;
        }
    }

    function answer(line) {
        if (refusal === undefined) prepare();
        if (refusal !== '') return host.refuse(refusal);
        if (line !== undefined) running = streams.answer(line);
        const {done, value} = running.next();
        return done ? value : null;
    }
    answer.rejected = (promise, reason) => streams.reject(reason);
    return answer;
})
