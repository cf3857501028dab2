/* `::page`, and the fields of ours that elements have. */

/* What a browser has beside the document, as far as inject/read/page.js asks. */
globalThis.location = {
    href: "http://a.test/b?c=1#d",
    origin: "http://a.test",
    pathname: "/b",
    search: "?c=1",
    hash: "#d"
};
globalThis.history = { length: 3 };
globalThis.navigator = { onLine: true };

function storage(values) {
    return {
        values: values,
        get length() {
            return Object.keys(this.values).length;
        },
        key: function (index) {
            return Object.keys(this.values)[index];
        },
        getItem: function (key) {
            return this.values.hasOwnProperty(key) ? this.values[key] : null;
        }
    };
}

getters(Document.prototype, {
    title: function () {
        return "Words";
    },
    cookie: function () {
        if (fake.cookie === null) throw new Error("sandboxed");
        return fake.cookie;
    },
    visibilityState: function () {
        return "visible";
    }
});
Document.prototype.hasFocus = function () {
    return true;
};

function openPage(schema) {
    fake.cookie = "a=1; b=x=y; flag; a=2";
    globalThis.localStorage = storage({ count: "1", "odd key": "2" });
    open({ "::page": schema }, [el("p")]);
}

function page() {
    return read().state["::page"][0];
}

cases.the_address_in_parts = function () {
    openPage({ url: {}, origin: {}, path: {}, query: {}, hash: {}, title: {} });
    same(page(), {
        url: "http://a.test/b?c=1#d",
        origin: "http://a.test",
        path: "/b",
        query: "?c=1",
        hash: "#d",
        title: "Words"
    });
};

/* The host's address, and what only the host and a whole browser know. */
cases.where_the_test_began = function () {
    const fields = { home: {}, canGoBack: {}, canGoForward: {}, responsive: {} };
    install({ "::page": fields }, { url: "http://a.test/start?x=1" });
    same(page(), {
        home: "http://a.test/start?x=1",
        canGoBack: false,
        canGoForward: false,
        responsive: true
    });
};

cases.what_is_of_the_window = function () {
    openPage({
        historyLength: {}, online: {}, focused: {}, visibility: {},
        viewport: { width: {}, height: {} }
    });
    same(page(), {
        historyLength: 3,
        online: true,
        focused: true,
        visibility: "visible",
        viewport: { width: 800, height: 600 }
    });
};

cases.storage_is_read_by_key_or_whole = function () {
    openPage({ localStorage: { "odd key": {}, missing: {} } });
    same(page().localStorage, { "odd key": "2", missing: null });
    openPage({ localStorage: {} });
    same(page().localStorage, { count: "1", "odd key": "2" });
};

cases.a_page_without_storage_has_none = function () {
    openPage({ localStorage: { count: {} }, cookies: { a: {} } });
    Object.defineProperty(globalThis, "localStorage", {
        configurable: true,
        get: function () {
            throw new Error("SecurityError");
        }
    });
    fake.cookie = null;
    same(page(), { localStorage: { count: null }, cookies: { a: null } });
};

cases.cookies_are_names_and_values = function () {
    openPage({ cookies: {} });
    same(page().cookies, { a: "1", b: "x=y", "": "flag" });
    openPage({ cookies: { b: {}, c: {} } });
    same(page().cookies, { b: "x=y", c: null });
};

cases.what_the_host_collects_is_empty_here = function () {
    openPage({ console: { text: {} }, errors: {}, requests: { status: {} } });
    same(page(), { console: [], errors: [], requests: [] });
};

cases.a_silent_change_of_storage_stops_an_action = function () {
    openPage({ localStorage: { count: {} } });
    weir.observe();
    fake.turn();
    weir.expect(read().generation);
    localStorage.values.count = "2";
    fake.fire(document.querySelectorAll("p")[0], "keydown");
    same(weir.blocked, true);
};

cases.storage_that_nobody_reads_stops_nothing = function () {
    openPage({ localStorage: { count: {} } });
    weir.observe();
    fake.turn();
    weir.expect(read().generation);
    localStorage.values["odd key"] = "3";
    fake.fire(document.querySelectorAll("p")[0], "keydown");
    same(weir.blocked, false);
};

cases.a_silent_change_of_the_address_stops_an_action = function () {
    openPage({ path: {} });
    weir.observe();
    fake.turn();
    weir.expect(read().generation);
    location.pathname = "/elsewhere";
    fake.fire(document.querySelectorAll("p")[0], "keydown");
    location.pathname = "/b";
    same(weir.blocked, true);
};

cases.elements_have_fields_of_ours = function () {
    open({ p: { rect: { x: {}, right: {} }, tag: {}, html: {}, selected: {} } }, [
        el("p", { "aria-selected": "true" }, ["words"], {
            box: [1.5, 2.5, 10.25, 20]
        })
    ]);
    same(read().state.p[0], {
        rect: { x: 1.5, right: 11.75 },
        tag: "p",
        html: "<p>words</p>",
        selected: true,
        ref: "e1.1"
    });
};

cases.a_dom_property_goes_before_a_field_of_ours = function () {
    open({ p: { tag: {}, selected: {}, rect: {} } }, [
        el("p", {}, [], { tag: "own", selected: false, rect: 7 })
    ]);
    same(fieldOf("p", "tag"), ["own"]);
    same(fieldOf("p", "selected"), [false]);
    same(fieldOf("p", "rect"), [7]);
};
