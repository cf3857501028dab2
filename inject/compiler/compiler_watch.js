/* The script compiler, continued: what the specification watches (`::watch`,
 * specs/library/weir/events.strom). */

/* The kinds of events that can be watched. `compares`: such an event is found by
 * comparing what is there with what the last state told. */
const WATCHABLE = {
    elements: {},
    added: { compares: true, ofElements: true },
    removed: { compares: true, ofElements: true },
    text: { compares: true, ofElements: true },
    value: { compares: true, ofElements: true },
    attributes: { compares: true, ofElements: true },
    style: { compares: true, ofElements: true },
    state: { compares: true },
    motion: {},
    resize: {},
    navigation: {},
    console: {},
    errors: {},
    dialogs: {},
    downloads: {},
    network: {},
    tabs: {},
    timers: {},
    rest: {}
};

/* A field for each kind of event that the specification names beside those of
 * the original; all are true. */
function watchCode(build, schema) {
    const kinds = Object.keys(schema);
    kinds.forEach(function (kind) {
        if (!WATCHABLE.hasOwnProperty(kind))
            throw new Error("there is no kind of event '" + kind + "' to watch");
    });
    return objectText(
        kinds.map(function (kind) {
            return { name: kind, code: "true" };
        })
    );
}

/* `::settle`: what the rules for the state after an action need. */
function settleCode(build, schema) {
    return objectText(
        Object.keys(schema).map(function (field) {
            if (field !== "network")
                throw new Error("nothing settles by '" + field + "'");
            return { name: field, code: "true" };
        })
    );
}

/* What asks for the requests of the page, or leaves it alone. */
function addNetwork(build, watched) {
    const settled = build.deps["::settle"] || {};
    if (watched.network || watched.rest || settled.network) {
        build.needed.network = true;
        return;
    }
    build.functions.push(
        "function askNetwork(then) { then(false, 0); }",
        "function hearNetwork() {}",
        "function lookAtNetwork() { return false; }"
    );
}

/* The tables of observe_always.js and watched.js. */
function addWatched(build, selectors) {
    const watched = build.deps["::watch"] || {};
    const kinds = Object.keys(watched);
    addNetwork(build, watched);
    if (watched.downloads) build.needed.downloads = true;
    else build.functions.push("function hearDownload() {}");
    if (watched.timers || watched.rest) build.needed.timers = true;
    else build.functions.push("function setTimers() {}");
    if (kinds.length === 0) {
        build.functions.push("const WATCHED = {};", "function hearTab() {}");
        return;
    }
    function some(property) {
        return kinds.some(function (kind) {
            return WATCHABLE[kind][property] === true;
        });
    }
    build.needed.standing = true;
    if (some("ofElements")) {
        build.needed.watched = true;
        build.needed.values = true;
    } else {
        addNoElements(build);
    }
    const table = {};
    kinds.forEach(function (kind) {
        table[kind] = true;
    });
    const styles = selectors.map(function (selector) {
        return stylesOf(build, selector);
    });
    build.functions.push("const WATCHED = " + literal(table) + ";");
    build.functions.push("const COMPARES = " + some("compares") + ";");
    build.functions.push("const STYLES = " + literal(styles) + ";");
    build.functions.push(
        "const NET_MS = " + (build.options.virtualTime ? 0 : 100) + ";"
    );
}

function addNoElements(build) {
    build.functions.push("function noteElements() {}");
    build.functions.push("function elementEvents() { return []; }");
}
