// What messages come through, which virtual time does not wait for: hook_socket.js and
// hook_stream.js tell of it. The host is told once of each kind.
const LIVE = ["weir-socket", "weir-stream"];
const toldLive = [];

function listenForLive(view) {
    listenIn(view, LIVE, onLive);
}

function onLive(event) {
    event.stopImmediatePropagation();
    if (toldLive.indexOf(event.type) >= 0) return;
    toldLive.push(event.type);
    root.weirPush('{"kind":"live","what":"' + event.type.slice(5) + '"}');
}
