// Modules of JavaScript programs that run in the engine (engine.c). `host` is what
// the process gives: load(path) a module as a function, text(path) the text of a file,
// real(path) the path without detours or null. The result makes a function that loads
// the module at a path, and has the paths of all that were loaded; `foreign(specifier, folder)` gives the path of what is no file
// of the program's own, or throws.
(function (host) {
    'use strict';

    const own = (object, key) => Object.prototype.hasOwnProperty.call(object, key);
    const isObject = (value) => typeof value === 'object' && value !== null;

    return function (foreign) {
        const modules = new Map();

        function resolve(specifier, folder) {
            if (!/^\.{0,2}\//.test(specifier)) return foreign(specifier, folder);
            const base = specifier[0] === '/' ? specifier : `${folder}/${specifier}`;
            for (const end of ['', '.js', '.mjs', '.cjs', '.json', '/index.js']) {
                const path = host.real(base + end);
                if (path !== null) return path;
            }
            throw new Error(`there is no file "${specifier}"`);
        }

        const moduleAt = (specifier, folder) => {
            const path = resolve(specifier, folder);
            return modules.get(path) ?? loadModule(path);
        };

        function linker(entry, folder) {
            const {exports} = entry.module;
            const namespace = (specifier) => {
                const other = moduleAt(specifier, folder);
                const given = other.module.exports;
                return other.isModule ? given : {...(isObject(given) ? given : {}), default: given};
            };
            return {
                exports,
                open(getters) {
                    Object.defineProperties(exports, Object.getOwnPropertyDescriptors(getters));
                    entry.isModule = true;
                },
                import: namespace,
                take(space, name, specifier) {
                    if (!(name in space)) throw new Error(`"${specifier}" exports no "${name}"`);
                    return space[name];
                },
                star(specifier) {
                    const space = namespace(specifier);
                    for (const name of Object.keys(space))
                        if (name !== 'default' && !own(exports, name))
                            Object.defineProperty(exports, name, {enumerable: true, get: () => space[name]});
                },
            };
        }

        function loadModule(path) {
            const folder = path.slice(0, path.lastIndexOf('/'));
            const module = {exports: {}};
            const entry = {module, isModule: false};
            modules.set(path, entry);
            if (path.endsWith('.json')) {
                module.exports = JSON.parse(host.text(path));
                return entry;
            }
            const run = host.load(path);
            const require = (specifier) => moduleAt(specifier, folder).module.exports;
            run.call(undefined, module, module.exports, require, linker(entry, folder));
            return entry;
        }

        return Object.assign(loadModule, {paths: () => [...modules.keys()]});
    };
})
