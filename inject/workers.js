// Workers of the page that are at work hold virtual time: hook_worker.js, in the page's
// own world, tells of it by an event at its document. What comes of one such time
// belongs to one state.
const WORKER_EVENTS = ["weir-worker-busy", "weir-worker-rest"];
var workingDocuments = []; // whose workers are at work
var afterWorkers = []; // jobs

function listenForWorkers(view) {
    listenIn(view, WORKER_EVENTS, onWorkers);
}

function onWorkers(event) {
    const document = documentShownIn(event.currentTarget);
    event.stopImmediatePropagation();
    if (event.type === "weir-worker-rest") {
        dropWorking(function (other) {
            return other === document;
        });
    } else if (workingDocuments.indexOf(document) < 0) {
        workingDocuments.push(document);
        if (workingDocuments.length > 1) return;
        root.weirPush('{"kind":"workers","busy":true}');
        keepBusy();
    }
}

function dropWorking(isOver) {
    if (workingDocuments.length === 0) return;
    workingDocuments = workingDocuments.filter(function (document) {
        return !isOver(document);
    });
    if (workingDocuments.length > 0) return;
    root.weirPush('{"kind":"workers","busy":false}');
    afterWorkers.splice(0).forEach(function (job) {
        job();
    });
}

// A document that has gone takes its workers with it.
function holdsForWorkers() {
    dropWorking(function (document) {
        return document !== doc && viewOfDocument(document) === null;
    });
    return workingDocuments.length > 0;
}

function whenWorkersRest(job) {
    if (holdsForWorkers()) afterWorkers.push(job);
    else job();
}

// The host's word: they take too long.
function leaveWorkers() {
    workingDocuments.slice().forEach(function (document) {
        sendTo(document, new root.Event("weir-worker-late"));
    });
    dropWorking(function () {
        return true;
    });
}
