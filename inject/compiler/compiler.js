/* The script compiler. Runs in the host (Duktape: ES5 plus const), not in the
 * page: it turns a dependency set into one page script that reads exactly those
 * selectors and fields in a straight line.
 *
 * The host calls provide(name, source) for each part (the other files of this
 * folder, without their comments), then compile(dependencies, options). What
 * compile throws is text for the user.
 *
 * Order of this file: the two functions that the host calls, the generated
 * functions from the whole to the single field, the parts. */

const parts = {};

function provide(name, source) {
    parts[name] = source;
}

/* `depsJson` is DEPS, {selector: {field: {...}}}; `optionsJson` is
 * {"virtualTime": bool, "frameControl": bool, "setsClock": bool, "url": text} (cdp/script/script.h). */
function compile(depsJson, optionsJson) {
    const build = {
        deps: JSON.parse(depsJson),
        options: JSON.parse(optionsJson),
        needed: {},   /* names of optional parts */
        silentReads: [], /* of specials, for readSilent */
        deep: {},     /* selectors with ">>>" -> their parts */
        clickable: {}, /* selectors with ":looks-clickable" -> what is looked up */
        functions: [] /* source of the generated functions */
    };
    const names = Object.keys(build.deps).filter(function (name) {
        // No parts of the state: compiler_written.js, compiler_deep.js.
        return name !== "::written" && name !== "::nested";
    });
    names.forEach(function (name) {
        checkNames(name, build.deps[name], 0);
    });
    const selectors = names.filter(function (name) {
        return !isSpecial(name);
    });
    selectors.forEach(function (selector, i) {
        noteParts(build, selector);
        addElementReader(build, selector, i);
    });
    addReadAll(build, selectors, names.filter(isSpecial));
    addSilentReader(build, selectors);
    addStyled(build, selectors);
    addWatched(build, selectors);
    addWritten(build);
    addClickable(build);
    addPush(build);
    if (build.options.setsClock) build.needed.clock = true;
    if (!build.needed.clock) addNoClock(build);
    if (!build.needed.held)
        build.functions.push('function hasCome() { return "{}"; }');
    if (!build.needed.view)
        build.functions.push(
            "const SOUGHT = /^$/;",
            'function sought() { return { reason: "unknown" }; }'
        );
    return wrap(
        build,
        partsBefore(build),
        ["const selectors = " + literal(selectors) + ";"]
            .concat(partsText(build))
            .concat(build.functions)
            .concat(part("start"))
    );
}

/* ---- checks ------------------------------------------------------------ */

const DEPTH_LIMIT = 32;

/* A literal {"__proto__": x} would not make a field of that name. */
function checkNames(name, schema, depth) {
    if (name === "__proto__") throw new Error("'__proto__' cannot be read");
    if (depth > DEPTH_LIMIT)
        throw new Error("fields are nested more than " + DEPTH_LIMIT + " deep");
    Object.keys(schema).forEach(function (field) {
        checkNames(field, schema[field], depth + 1);
    });
}

/* ---- generated functions ----------------------------------------------- */

/* A literal in ASCII, so that nothing depends on how the script travels. */
function literal(value) {
    const text = JSON.stringify(value);
    return text.replace(/[^\x20-\x7e]/g, function (character) {
        const code = character.charCodeAt(0).toString(16);
        return "\\u" + "0000".slice(code.length) + code;
    });
}

function functionText(name, parameters, lines) {
    return (
        "function " + name + "(" + parameters + ") {\n" +
        lines.join("\n") +
        "\n}"
    );
}

function objectText(entries) {
    const lines = entries.map(function (entry) {
        return literal(entry.name) + ": " + entry.code;
    });
    return "{" + lines.join(", ") + "}";
}

/* elementN(e, m): the state of one element of selector N. */
function addElementReader(build, selector, n) {
    const schema = build.deps[selector];
    const entries = [];
    Object.keys(schema).forEach(function (field) {
        const code = fieldCode(build, field, schema[field]);
        if (code !== null) entries.push({ name: field, code: code });
    });
    entries.push({ name: "ref", code: "refOf(e)" });
    if (schema.hasOwnProperty("position"))
        entries.push({ name: "position", code: "position(m)" });
    build.functions.push(
        functionText("element" + n, "e, m", [
            "return " + objectText(entries) + ";"
        ])
    );
}

/* What is written as a selector and is none: the compiler adds what it needs to
 * the build and returns the expression of its one object. Those that stand in
 * a file of their own (compiler_page.js) add themselves. */
const SPECIALS = {
    "::watch": function (build, schema) {
        return watchCode(build, schema); // compiler_watch.js
    },
    "::settle": function (build, schema) {
        return settleCode(build, schema); // the same
    },
    /* That the specification answers dialogs itself (cdp/page/dialog.c). */
    "::dialogs": function () {
        return "{ answered: true }";
    },
    /* That it has an action that holds requests back (cdp/network/delays.h). */
    "::delays": function () {
        return "{ counted: true }";
    },
    /* That it sets the clock (clock.js). */
    "::clock": function (build) {
        build.needed.clock = true;
        return "{ isSet: true }";
    },
    /* Which answers are held (held.js): a list, and by what patterns. */
    "::held": function (build, schema) {
        const fields = heldFields(schema);
        build.needed.held = true;
        return "heldAnswers(" + literal(fields) + ")";
    },
    "::holding": function (build) {
        build.needed.held = true;
        return "{ patterns: holder().patterns }";
    },
    /* Named streams of the page (streams.js): of each its name and the fields. */
    "::signals": function (build, schema) {
        build.needed.streams = true;
        return "streams(" + literal(Object.keys(schema).map(function (name) {
            return [name, Object.keys(schema[name])];
        })) + ")";
    },
    /* What a model says that the page shows (compiler_view.js). */
    "::view": function (build, schema) {
        return viewCode(build, schema);
    },
    /* The host has the tabs (cdp/executor/tabs.c); it puts them in. */
    "::tabs": function (build, schema) {
        Object.keys(schema).forEach(function (field) {
            if (["url", "title", "current"].indexOf(field) < 0)
                throw "`::tabs` has no field '" + field + "'";
        });
        return "{}";
    }
};

/* Those that are a list and not one object. */
const LISTS = ["::held"];

/* Those that do not come anyway. */
function heldFields(schema) {
    return Object.keys(schema).filter(function (field) {
        if (["method", "url", "isComplete", "text", "ref"].indexOf(field) < 0)
            throw "`::held` has no field '" + field + "'";
        return field !== "text" && field !== "ref";
    });
}

function isSpecial(name) {
    return SPECIALS.hasOwnProperty(name);
}

function addReadAll(build, selectors, specials) {
    const entries = selectors.map(function (selector, n) {
        return {
            name: selector,
            code: "each(" + literal(selector) + ", element" + n + ")"
        };
    });
    specials.forEach(function (name) {
        const code = SPECIALS[name](build, build.deps[name]);
        const isList = LISTS.indexOf(name) >= 0;
        entries.push({ name: name, code: isList ? code : "[" + code + "]" });
    });
    build.functions.push(
        functionText("readAll", "", ["return " + objectText(entries) + ";"])
    );
}

/* Set by scripts without mutation or event. Left out are those that change all
 * the time (currentTime) or when the pointer hovers (sizes). */
const SILENT = [
    "value", "checked", "indeterminate", "selected", "selectedIndex",
    "valueAsNumber", "valueAsDate", "selectionStart", "selectionEnd",
    "scrollTop", "scrollLeft", "paused", "muted", "volume", "focused"
];

function isSilent(field) {
    return SILENT.indexOf(field) >= 0;
}

/* readSilent(): the notes of all silent fields, in the order of readAll, where
 * specials come last. */
function addSilentReader(build, selectors) {
    const calls = [];
    selectors.forEach(function (selector) {
        const schema = build.deps[selector];
        const notes = Object.keys(schema).filter(function (field) {
            return isSilent(field) && isLeaf(schema[field]);
        });
        if (notes.length === 0) return;
        const reads = notes.map(function (field) {
            return fieldCode(build, field, {}) + ";";
        });
        calls.push(
            "forEachOf(" + literal(selector) + ", function (e) { " +
            reads.join(" ") + " });"
        );
    });
    const reads = calls.concat(build.silentReads);
    if (reads.length === 0) return addNoSilentReader(build);
    build.functions.push(functionText("readSilent", "", reads));
}

function addNoSilentReader(build) {
    build.functions.push("function startNotes() {}");
    build.functions.push("function noteAgain() {}");
    build.functions.push("function hasChangedSilently() { return false; }");
    build.functions.push("function silentNotes() {}");
    build.functions.push("function restoreNotes() {}");
}

/* Also by the names that scripts have for them: backgroundColor. */
function styleName(name) {
    if (name === "cssFloat") return "float";
    if (name.slice(0, 2) === "--") return name;
    return name.replace(/[A-Z]/g, function (letter) {
        return "-" + letter.toLowerCase();
    });
}

function stylesOf(build, selector) {
    return Object.keys(build.deps[selector].css || {}).map(styleName);
}

function addStyled(build, selectors) {
    const table = [];
    selectors.forEach(function (selector) {
        const names = stylesOf(build, selector);
        if (names.length > 0) table.push({ selector: selector, names: names });
    });
    if (table.length === 0) {
        build.functions.push("function isStyled() { return false; }");
        return;
    }
    build.needed.transitions = true;
    build.functions.push("const STYLED = " + literal(table) + ";");
}

/* Looks the binding up late: the host adds it on its own time. */
function addPush(build) {
    const lines = ["root.weirPush(text);"];
    if (build.options.virtualTime) lines.push("hold();");
    build.functions.push(functionText("push", "text", lines));
    addHold(build);
}

/* Real time cannot be held, and needs nobody to drive animations. */
function addHold(build) {
    if (build.options.virtualTime) {
        build.needed.hold_clock = true;
        build.needed.ahead = true;
        build.needed.workers = true;
        build.needed.animate = true;
        build.needed.live = true;
        build.needed.due = true;
        build.functions.push("function isAlwaysIdle() { return true; }");
        build.functions.push("function whenIdle() {}");
        return;
    }
    build.needed.idle = true;
    build.functions.push("function hold() {}");
    build.functions.push("function dueMembers() { return \"\"; }");
    build.functions.push("function keepBusy() {}");
    build.functions.push("function release() {}");
    build.functions.push("function follow() {}");
    build.functions.push("function beginPart() {}");
    build.functions.push("function takeFollowers() {}");
    build.functions.push("function depart() {}");
    build.functions.push("function stay() {}");
    build.functions.push("function begin() {}");
    build.functions.push("function tellEnd() {}");
    build.functions.push("function noteSender() {}");
    build.functions.push("function drive() { return Infinity; }");
    build.functions.push("function listenForMotion() {}");
    build.functions.push("function listenForLive() {}");
    build.functions.push("function delay() {}");
    build.functions.push("function sent() {}");
    build.functions.push("function listenForWorkers() {}");
    build.functions.push("function beginWork() {}");
    build.functions.push("function endWork() {}");
    build.functions.push("function whenWorkersRest(job) { job(); }");
    build.functions.push("function leaveWorkers() {}");
}

function addNoClock(build) {
    build.functions.push("function tellClock() {}");
    build.functions.push("function shiftClock() {}");
    build.functions.push('function setClock() { return refused("unsupported"); }');
}

/* ---- fields ------------------------------------------------------------ */

function isLeaf(schema) {
    return Object.keys(schema).length === 0;
}

/* The fields that have a meaning of their own (reference, 8.3). */
const FIELDS = {
    enabled: function () {
        return "isEnabled(e)";
    },
    visible: function () {
        return "isVisible(m)";
    },
    interactable: function () {
        return "isInteractable(m)";
    },
    inViewport: function (build) {
        build.needed.viewport = true;
        return "isInViewport(m)";
    },
    active: function () {
        return "isActive(e)";
    },
    classList: function () {
        return "classNames(e)";
    },
    css: function (build, schema) {
        return namesText(schema, function (name) {
            return "css(m, " + literal(styleName(JSON.parse(name))) + ")";
        });
    },
    attributes: function (build, schema) {
        return namesText(schema, function (name) {
            return "attributeOf(e, " + name + ")";
        });
    }
};

/* What is there anyway when it is asked for, all of it. */
const ALREADY = ["ref", "position"];

function namesText(schema, codeOf) {
    return objectText(
        Object.keys(schema).map(function (name) {
            return { name: name, code: codeOf(literal(name)) };
        })
    );
}

/* The expression that reads a field of `e`; null: it is there anyway. */
function fieldCode(build, field, schema) {
    if (FIELDS.hasOwnProperty(field)) return FIELDS[field](build, schema);
    if (ALREADY.indexOf(field) >= 0) return null;
    const code =
        ownCode(build, field, schema) ||
        propertyCode(build, "e", field, schema);
    if (!isSilent(field) || !isLeaf(schema)) return code;
    build.needed.silent = true;
    return "noted(" + code + ")";
}

/* A DOM property, or with a schema the properties below it. */
function propertyCode(build, object, name, schema) {
    const reader = object === "e" ? "anyProperty" : "property";
    const value = reader + "(" + object + ", " + literal(name) + ")";
    build.needed.values = true;
    if (isLeaf(schema)) return "plain(" + value + ")";
    return belowCode(build, value, schema);
}

function belowCode(build, value, schema) {
    build.needed.nested = true;
    build.needed.values = true;
    const entries = Object.keys(schema).map(function (below) {
        const code = propertyCode(build, "o", below, schema[below]);
        return { name: below, code: code };
    });
    return (
        "nested(" + value + ", function (o) { return " + objectText(entries) +
        "; })"
    );
}

/* ---- parts ------------------------------------------------------------- */

const ALWAYS = [
    "refs", "measure", "hit", "fields", "read", "observe", "settle",
    "scrolled", "patience", "pass", "views", "about", "guard", "frame_guard", "foreign_frames", "describe",
    "locate", "gesture", "under_way", "navigation", "perform", "forms"
];
const SOMETIMES = [
    "viewport", "values", "text", "nested", "silent", "transitions", "hold_clock", "ahead", "workers", "due",
    "idle", "animate", "own_fields", "reach", "role", "label", "pattern", "fitting", "page", "whole",
    "watched", "written", "timers", "network", "live", "downloads", "clock", "clickable", "held", "streams",
    "view"
];

function partsBefore(build) {
    const frames = build.options.frameControl
        ? ["frames_asked", "wanted"] : ["frames"];
    const observation = build.needed.standing ? "observe_always" : "observe_once";
    const isStill = build.options.virtualTime && !build.needed.standing;
    const between = isStill && !isDeep(build) ? "parts_unread" : "parts_read";
    const names = ["prelude"].concat(
        frames,
        isDeep(build) ? ["compiler_parts", "deep", "trees"] : ["flat"],
        ALWAYS,
        observation,
        between,
        SOMETIMES.filter(function (name) {
            return build.needed[name];
        })
    );
    return names.map(part);
}

function part(name) {
    if (!parts.hasOwnProperty(name)) throw new Error("no part '" + name + "'");
    return parts[name];
}

function wrap(build, before, after) {
    return (
        "(function () {\n\"use strict\";\n" +
        part("input") + "\n" +
        (build.options.frameControl ? part("document_transitions") + "\n" : "") +
        "if (globalThis.top !== globalThis.self) {\n" +
        "const IS_VIRTUAL_TIME = " + build.options.virtualTime + ";\n" +
        (build.options.frameControl ? "watchCrossing(globalThis);\n" : "") +
        part("frame_script") + "\nreturn;\n}\n" +
        before.concat(after).join("\n") +
        "\n})();\n"
    );
}
