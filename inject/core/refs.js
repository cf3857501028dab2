// Names for elements: "e<ordinal>.<n>", n in the order of first report. The
// host chooses an ordinal for each document, so that a ref of an earlier
// document is never taken for one of this.
var ordinal = 0;
var refCount = 0;
const refs = new Table();
const elements = Object.create(null);

// A removed element must not live on because we once named it.
function held(element) {
    if (typeof root.WeakRef === "function") return new root.WeakRef(element);
    return {
        deref: function () {
            return element;
        }
    };
}

function start(number) {
    ordinal = number;
    tellAll();
}

function refOf(element) {
    const known = refs.get(element);
    if (known !== undefined) return known;
    refCount++;
    const ref = "e" + ordinal + "." + refCount;
    refs.set(element, ref);
    elements[ref] = held(element);
    return ref;
}

function hasRef(element) {
    return refs.get(element) !== undefined;
}

// The connected element of that name, or that a model names (view.js); otherwise
// why there is none.
function elementOf(ref) {
    if (SOUGHT.test(ref)) return sought(ref);
    const found = elements[inPlaceOf(ref)];
    if (found === undefined) return { reason: "unknown" };
    const element = found.deref();
    if (element === undefined || !isPresent(element))
        return { reason: "detached" };
    return { element: element };
}
