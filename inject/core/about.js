// What the host asks of a document once it has loaded.
function about() {
    flush();
    const loads = root.performance.getEntriesByType("navigation");
    return encode({
        now: now(),
        generation: generation,
        busy: isBusy(),
        status: loads.length > 0 ? loads[0].responseStatus : 0,
        type: contentTypeOf(doc),
        url: root.location.href,
        title: titleOf(doc),
        closed: root.closed
    });
}

// What the document names by its address, and has not got.
const SOURCES = "script[src],link[rel~=stylesheet i],img:not([loading=lazy])," +
    "iframe[src]:not([loading=lazy]),object[data],embed[src]";

// What a document still waits for that does not get to its end: the address, or
// null where that cannot be told.
function missing() {
    const come = {};
    root.performance.getEntriesByType("resource").forEach(function (entry) {
        come[entry.name] = true;
    });
    const wanted = Array.from(doc.querySelectorAll(SOURCES)).map(function (element) {
        if (element.complete === true) return "";
        return element.currentSrc || element.src || element.href || element.data || "";
    });
    return encode({
        address: wanted.filter(function (address) {
            return /^https?:/.test(address) && come[address] !== true;
        })[0] || null
    });
}
