// Virtual time moves only while the page has nothing to do. After a push the
// page must stand still at that very moment until the host has stopped the
// clock, so the script keeps itself busy with messages to itself.
const busyLine = new root.MessageChannel();
const postBusy = uncurry(root.MessagePort.prototype.postMessage);
var holding = false;

busyLine.port1.onmessage = function () {
    if (holding) postBusy(busyLine.port2, 0);
};

function hold() {
    if (holding) return;
    holding = true;
    postBusy(busyLine.port2, 0);
}

function release() {
    holding = false;
}
