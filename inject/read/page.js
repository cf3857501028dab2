// What is of the page and of no element. Most of it changes without a mutation
// (history.pushState, storage), so that all of it is noted (silent.js).
const cookiesOf = getter(root.Document.prototype, "cookie");
const visibilityOf = getter(root.Document.prototype, "visibilityState");
const STORED_LIMIT = 5000; // values of one storage

// A page without an origin (data:, a sandbox) has neither storage nor cookies.
function storageOf(name) {
    try {
        return root[name];
    } catch (error) {
        return null;
    }
}

function stored(name, key) {
    const storage = storageOf(name);
    return storage === null ? null : storage.getItem(key);
}

// All of it, by key.
function storedAll(name) {
    const storage = storageOf(name);
    const values = {};
    const count = storage === null ? 0 : Math.min(storage.length, STORED_LIMIT);
    for (var i = 0; i < count; i++) {
        const key = storage.key(i);
        if (key !== null) put(values, key, storage.getItem(key));
    }
    return values;
}

// Those that scripts see, by name, as they are written.
function cookies() {
    const values = {};
    cookieText().split("; ").forEach(function (pair) {
        const at = pair.indexOf("=");
        const name = at < 0 ? "" : pair.slice(0, at);
        if (pair === "" || name === "__proto__") return;
        // Of two with one name, the first belongs to the nearer path.
        if (!values.hasOwnProperty(name)) values[name] = pair.slice(at + 1);
    });
    return values;
}

function cookieText() {
    if (!cookiesCount) return ""; // act/under_way.js
    try {
        return cookiesOf(doc);
    } catch (error) {
        return "";
    }
}

function cookie(name) {
    const values = cookies();
    return values.hasOwnProperty(name) ? values[name] : null;
}

// Whether the history has a neighbour of this origin; see navigation.js.
function canGo(which) {
    return Boolean(navigation && navigation[which]);
}
