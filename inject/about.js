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
