// Workers of the page that are at work hold virtual time, and so does what the browser
// does for it off its thread: hook_worker.js and hook_offthread.js, in the page's own
// world, tell of it by an event at its document. What comes of one such time belongs to
// one state.
const WORK_EVENTS = [
    "weir-worker-busy", "weir-worker-rest", "weir-offthread-busy",
    "weir-offthread-rest"
];
const WORK = /^(weir-(?:worker|offthread))-(busy|rest)$/;
var atWork = []; // {document, kind}
var afterWorkers = []; // jobs

function listenForWorkers(view) {
    listenIn(view, WORK_EVENTS, onWorkers);
}

function onWorkers(event) {
    const document = documentShownIn(event.currentTarget);
    const parts = WORK.exec(event.type);
    event.stopImmediatePropagation();
    if (parts[2] === "rest") endWork(document, parts[1]);
    else beginWork(document, parts[1]);
}

function isWork(document, kind) {
    return function (work) {
        return work.document === document && work.kind === kind;
    };
}

function beginWork(document, kind) {
    if (atWork.some(isWork(document, kind))) return;
    atWork.push({ document: document, kind: kind });
    if (atWork.length > 1) return;
    root.weirPush('{"kind":"workers","busy":true}');
    keepBusy();
}

function endWork(document, kind) {
    dropWorking(isWork(document, kind));
}

function dropWorking(isOver) {
    if (atWork.length === 0) return;
    atWork = atWork.filter(function (work) {
        return !isOver(work);
    });
    if (atWork.length > 0) return;
    root.weirPush('{"kind":"workers","busy":false}');
    afterWorkers.splice(0).forEach(function (job) {
        job();
    });
}

// A document that has gone takes its workers with it.
function holdsForWorkers() {
    dropWorking(function (work) {
        return work.document !== doc && viewOfDocument(work.document) === null;
    });
    return atWork.length > 0;
}

function whenWorkersRest(job) {
    if (holdsForWorkers()) afterWorkers.push(job);
    else job();
}

// The host's word: they take too long.
function leaveWorkers() {
    leaveViews();
    atWork.slice().forEach(function (work) {
        sendTo(work.document, new root.Event(work.kind + "-late"));
    });
    dropWorking(function () {
        return true;
    });
}
