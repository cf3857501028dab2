// Last: the listeners, and the one name that the host uses.
const weir = {
    start: start,
    about: about,
    time: time,
    read: read,
    observe: observe,
    unobserve: unobserve,
    wait: wait,
    endWait: endWait,
    settle: settleInput,
    sleep: sleep,
    noFrame: noFrame,
    release: release,
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
    describe: describe
};

function install() {
    // Adding a listener that is there already changes nothing.
    guard();
    watchEvents();
}

install();
watchNodes();
shareFramesNode();
root.weir = weir;
// Virtual time stands still in a new document until the host knows of it.
hold();
