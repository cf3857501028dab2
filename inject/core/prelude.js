// Built-ins, captured before any other script runs, and the few words that all
// other parts use.
//
// In an isolated world nobody can replace a prototype, but one thing crosses
// the worlds: a form control named "matches" hides the method of its form, an
// image named "querySelectorAll" that of its document. So methods and getters
// are taken from the prototypes and never looked up on a node.
const root = globalThis;
const doc = root.document;
const uncurry = Function.prototype.bind.bind(Function.prototype.call);

function getter(prototype, name) {
    const found = Object.getOwnPropertyDescriptor(prototype, name);
    return uncurry(found.get);
}

const matchesOf = uncurry(root.Element.prototype.matches);
const closestOf = uncurry(root.Element.prototype.closest);
const attributeOf = uncurry(root.Element.prototype.getAttribute);
const boxOf = uncurry(root.Element.prototype.getBoundingClientRect);
const boxesOf = uncurry(root.Element.prototype.getClientRects);
const scrollTo = uncurry(root.Element.prototype.scrollIntoView);
const scrollBoxTo = uncurry(root.Element.prototype.scroll);
const classListOf = getter(root.Element.prototype, "classList");
const localNameOf = getter(root.Element.prototype, "localName");
const markupOf = getter(root.Element.prototype, "outerHTML");
const offsetParentOf = getter(root.HTMLElement.prototype, "offsetParent");
const containsOf = uncurry(root.Node.prototype.contains);
const isConnected = getter(root.Node.prototype, "isConnected");
const nodeTypeOf = getter(root.Node.prototype, "nodeType");
const parentOf = getter(root.Node.prototype, "parentElement");
const slotOf = getter(root.Element.prototype, "assignedSlot");
const shadowOf = getter(root.Element.prototype, "shadowRoot");
const rootNodeOf = uncurry(root.Node.prototype.getRootNode);
const textOf = getter(root.Node.prototype, "textContent");
const queryAll = uncurry(root.Document.prototype.querySelectorAll);
const queryWithin = uncurry(root.Element.prototype.querySelectorAll);
const hitAt = uncurry(root.Document.prototype.elementFromPoint);
const elementIn = uncurry(root.Document.prototype.createElement);
const hasFocusOf = uncurry(root.Document.prototype.hasFocus);
const focusedIn = getter(root.Document.prototype, "activeElement");
const bodyOf = getter(root.Document.prototype, "body");
const scrollLeftOf = getter(root.Element.prototype, "scrollLeft");
const scrollTopOf = getter(root.Element.prototype, "scrollTop");
const scrollerOf = getter(root.Document.prototype, "scrollingElement");
const readinessOf = getter(root.Document.prototype, "readyState");
const contentTypeOf = getter(root.Document.prototype, "contentType");
const titleOf = getter(root.Document.prototype, "title");
const listenTo = uncurry(root.EventTarget.prototype.addEventListener);
const unlistenTo = uncurry(root.EventTarget.prototype.removeEventListener);
const sendTo = uncurry(root.EventTarget.prototype.dispatchEvent);
const computedStyle = uncurry(root.getComputedStyle);
const laterIn = uncurry(root.setTimeout);

function listOf(found) {
    return Array.prototype.slice.call(found);
}

// Element -> something, without keeping the element alive. Duktape, where the
// unit tests run, has no WeakMap.
function SlowTable() {
    this.keys = [];
    this.values = [];
}
SlowTable.prototype.get = function (key) {
    return this.values[this.keys.indexOf(key)];
};
SlowTable.prototype.set = function (key, value) {
    var at = this.keys.indexOf(key);
    if (at < 0) at = this.keys.push(key) - 1;
    this.values[at] = value;
};
const Table = typeof root.WeakMap === "function" ? root.WeakMap : SlowTable;

// What went wrong, in words for the reader of a report.
function Trouble(kind, message) {
    this.kind = kind;
    this.message = message;
}

// JSON for the host. Half of a surrogate pair is legal in a page's strings and
// not in the host's, where it becomes U+FFFD.
function encode(value) {
    const text = JSON.stringify(value);
    if (!/\\ud[89a-f]/.test(text)) return text;
    return text.replace(/\\(?:ud[89a-f][0-9a-f]{2}|.)/g, function (escape) {
        return escape.length === 6 ? "\\ufffd" : escape;
    });
}

// A field by a name of the page's. The host takes no NUL in it.
function put(object, name, value) {
    if (name === "__proto__") return;
    object[name.indexOf("\0") < 0 ? name : name.replace(/\0/g, "\ufffd")] = value;
}

// A turn of the event loop later: after the running task and after every
// zero-delay task that it has already queued.
function nextTurn(job) {
    laterIn(root, job, 0);
}

// A task that goes before timers and messages.
const scheduler = root.scheduler;
const postTask = uncurry(root.Scheduler.prototype.postTask);
const FIRST = { priority: "user-blocking" };

function beforeOthers(job) {
    postTask(scheduler, job, FIRST);
}

function listenIn(target, names, handler) {
    // Not passive: the guards prevent the default of wheel and touch too.
    const how = { capture: true, passive: false };
    if (listenAbroad(target, names, handler)) return;
    names.forEach(function (name) {
        listenTo(target, name, handler, how);
    });
}

function isElement(value) {
    try {
        return nodeTypeOf(value) === 1;
    } catch (error) {
        return false;
    }
}

// What is a control by its markup, wherever it stands.
const KNOWN_TO_BE_CLICKED =
    "a[href],area[href],button,input,select,option,textarea,label,summary," +
    "[contenteditable],[onclick],[tabindex='0'],[role=button],[role=link]," +
    "[role=tab],[role=option],[role=switch],[role=checkbox],[role=radio]," +
    "[role^=menuitem],[role=treeitem]";
