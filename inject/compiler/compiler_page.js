/* The compiler, continued: `::page`, what is of the page and of no element
 * (docs/LANGUAGE.md, section 9). */

/* The expression of each field, or a function that makes it from the fields
 * named below it. */
const PAGE_FIELDS = {
    url: "root.location.href",
    home: function (field, schema, build) {
        noFieldsBelow(field, schema);
        return literal(build.options.url || "");
    },
    origin: "root.location.origin",
    path: "root.location.pathname",
    query: "root.location.search",
    hash: "root.location.hash",
    title: "titleOf(doc)",
    dialog: dialogCode,
    historyLength: "root.history.length",
    canGoBack: "canGo(\"canGoBack\")",
    canGoForward: "canGo(\"canGoForward\")",
    blank: wholeCode("isBlank()"),
    duplicateIds: wholeCode("duplicateIds()"),
    responsive: "true", /* the host knows better (cdp/page/page_state.h) */
    online: "root.navigator.onLine",
    focused: "hasFocusOf(doc)",
    visibility: "visibilityOf(doc)",
    viewport: viewportCode,
    localStorage: storageCode,
    sessionStorage: storageCode,
    cookies: cookiesCode
};

const VIEWPORT_FIELDS = {
    width: "root.innerWidth",
    height: "root.innerHeight",
    scrollX: "root.scrollX",
    scrollY: "root.scrollY"
};

/* What the host collects and adds to the state (cdp/page/journal.h); the page has
 * nothing to say of it. */
const JOURNAL_FIELDS = {
    console: ["level", "text", "source"],
    errors: ["message", "kind", "where"],
    requests: ["url", "method", "status", "type", "failed"]
};

/* Texts are thrown as they are: what is wrong is the specification. */
function noFieldOfPage(path) {
    throw "`::page` has no field '" + path + "'";
}

function pageCode(build, schema) {
    build.needed.page = true;
    return objectText(
        Object.keys(schema).map(function (field) {
            const code = JOURNAL_FIELDS.hasOwnProperty(field)
                ? journalCode(field, schema[field])
                : silentCode(
                      build, pageFieldCode(field, schema[field], build)
                  );
            return { name: field, code: code };
        })
    );
}

function pageFieldCode(field, schema, build) {
    if (!PAGE_FIELDS.hasOwnProperty(field)) noFieldOfPage(field);
    const code = PAGE_FIELDS[field];
    if (typeof code === "function") return code(field, schema, build);
    noFieldsBelow(field, schema);
    return code;
}

function noFieldsBelow(field, schema) {
    const below = Object.keys(schema);
    if (below.length > 0) noFieldOfPage(field + "." + below[0]);
}

/* What takes a look at the whole document (whole.js). */
function wholeCode(code) {
    return function (field, schema, build) {
        noFieldsBelow(field, schema);
        build.needed.whole = true;
        return code;
    };
}

/* Read with the state, and again when input arrives. */
function silentCode(build, code) {
    build.needed.silent = true;
    build.silentReads.push("noted(" + code + ");");
    return "noted(" + code + ")";
}

/* While a dialog is open nothing is read: the host puts it in. */
function dialogCode(field, schema) {
    Object.keys(schema).forEach(function (name) {
        if (name !== "type" && name !== "message")
            noFieldOfPage(field + "." + name);
    });
    return "null";
}

function viewportCode(field, schema) {
    const names = Object.keys(isLeaf(schema) ? VIEWPORT_FIELDS : schema);
    return objectText(
        names.map(function (name) {
            if (!VIEWPORT_FIELDS.hasOwnProperty(name))
                noFieldOfPage(field + "." + name);
            return { name: name, code: VIEWPORT_FIELDS[name] };
        })
    );
}

/* Storage and cookies: what is named, or all of it. */
function namedCode(schema, all, one) {
    if (isLeaf(schema)) return all;
    return objectText(
        Object.keys(schema).map(function (name) {
            if (!isLeaf(schema[name]))
                throw "what `::page` has under '" + name + "' is a text, " +
                    "and a text has no fields";
            return { name: name, code: one(literal(name)) };
        })
    );
}

function storageCode(field, schema) {
    const storage = literal(field);
    return namedCode(schema, "storedAll(" + storage + ")", function (name) {
        return "stored(" + storage + ", " + name + ")";
    });
}

function cookiesCode(field, schema) {
    return namedCode(schema, "cookies()", function (name) {
        return "cookie(" + name + ")";
    });
}

function journalCode(field, schema) {
    Object.keys(schema).forEach(function (name) {
        if (JOURNAL_FIELDS[field].indexOf(name) < 0)
            noFieldOfPage(field + "[...]." + name);
    });
    return "[]";
}

SPECIALS["::page"] = pageCode;
