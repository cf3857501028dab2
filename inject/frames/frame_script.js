// In a frame there is nothing but this: its window is shown to the script of the
// page, which listens there before the frame's own scripts run.
//
// In a frame of another origin the browser forbids that, although both scripts are
// weir's. There the frame waits for the bridge: a node of the page's script, which the
// host moves into an element here that is in no document. From then on the page's
// script has hold of this document, and both see the same node: events sent to it are
// heard at once on the other side (foreign_frames.js). Until the page's script knows of it
// no input passes, and virtual time stands.
try {
    globalThis.top.weir.adopt(globalThis);
} catch (error) {
    awaitBridge(globalThis);
}

function isForeign(root) {
    try {
        return root.top.document === null;
    } catch (error) {
        return true;
    }
}

function awaitBridge(root) {
    if (!isForeign(root) || typeof root.weirPush !== "function") return;
    const bridgeEnd = root.document.createElement("div");
    var isGuarding = true;
    var hasLanded = false; // and the script of the page has heard of it
    var dragStart = null;

    function isAwaiting() {
        return isGuarding && !hasLanded;
    }

    function isNode(value) {
        return value instanceof root.Node;
    }

    // True: the page's script lets the event pass.
    function ask(event) {
        const node = bridgeEnd.firstChild;
        const target = event.composedPath()[0];
        node.data = JSON.stringify({
            type: event.type,
            isTrusted: event.isTrusted,
            cancelable: event.cancelable,
            clientX: event.clientX,
            clientY: event.clientY,
            propertyName: event.propertyName
        });
        return node.dispatchEvent(new root.MouseEvent("weir-relay", {
            cancelable: true,
            relatedTarget: isNode(target) ? target : null
        }));
    }

    function relay(event) {
        if (event.type === "dragstart" && event.isTrusted) dragStart = event;
        if (isAwaiting() ? !event.isTrusted : !isGuarding || ask(event)) return;
        event.stopImmediatePropagation();
        if (event.cancelable) event.preventDefault();
    }

    function listen(name) {
        root.addEventListener(name, relay, { capture: true, passive: false });
    }

    function keepBusy() {
        if (isAwaiting())
            root.scheduler.postTask(keepBusy, { priority: "background" });
    }

    bridgeEnd.addEventListener("weir-landed", function () {
        hasLanded = true;
    });

    // What else the page's script wants to hear.
    bridgeEnd.addEventListener("weir-listen", function () {
        JSON.parse(bridgeEnd.firstChild.data).forEach(listen);
    });
    bridgeEnd.addEventListener("weir-dragged", function () {
        bridgeEnd.firstChild.data =
            String(dragStart !== null && dragStart.defaultPrevented);
    });
    root.weirBridgeEnd = bridgeEnd;
    // The bridge does not come.
    root.weirLetGo = function () {
        isGuarding = false;
    };
    INPUT_EVENTS.forEach(listen);
    if (IS_VIRTUAL_TIME) keepBusy();
    root.weirPush('{"kind":"foreign"}');
}
