// Last: the listeners, and the one name that the host uses.
const weir = {
    start: start,
    adopt: adopt,
    bridge: bridge,
    landed: landed,
    about: about,
    missing: missing,
    time: time,
    read: read,
    places: places,
    observe: observe,
    unobserve: unobserve,
    wait: wait,
    endWait: endWait,
    settle: settleInput,
    patience: bePatient,
    follow: follow,
    beginPart: beginPart,
    timers: setTimers,
    network: hearNetwork,
    downloads: hearDownload,
    tab: hearTab,
    sleep: sleep,
    arrive: arrive,
    endFrame: endFrame,
    begin: begin,
    release: release,
    stay: stay,
    delay: delay,
    sent: sent,
    leaveWorkers: leaveWorkers,
    clock: shiftClock,
    expect: expect,
    blocked: false,
    locate: locate,
    aim: aimAt,
    aimKeys: aimKeys,
    aimDrag: aimDrag,
    dragged: dragged,
    draw: draw,
    goesOn: goesOn,
    aimFiles: aimFiles,
    fileField: fileField,
    endWith: endWith,
    ended: ended,
    perform: perform,
    haveArrived: haveArrived,
    leftBehind: leftBehind,
    hasCome: hasCome,
    describe: describe
};

function install(document) {
    const view = document === doc ? root : viewOfDocument(document);
    if (view === null) return; // of a frame that has gone
    // Adding a listener that is there already changes nothing.
    guardIn(view);
    watchEvents(view, document);
    listenForTrees(view);
    listenForWorkers(view);
    listenForViews(view);
    listenForMotion(view);
    listenForLive(view);
}

install(doc);
watchNodes();
watchMore();
watchDepartures();
watchWay();
// A document that comes back from where it was kept is new to the host.
listenTo(root, "pagehide", tellAll, true);
shareNodes(doc);
tellClock(root);
root.weir = weir;
// Virtual time stands still in a new document until the host knows of it.
hold();
