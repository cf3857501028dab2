// Runs in the page's own world, before its code, with --deterministic: tells the
// host of what the page does that no seed and no clock of ours reaches. It calls
// the binding weirNotice with a word, once in each document, and takes the
// binding out of the page's sight.
(function () {
    "use strict";
    const root = window;
    const push = root.weirNotice;
    const apply = Reflect.apply;
    const construct = Reflect.construct;
    const told = Object.create(null);
    delete root.weirNotice;
    if (typeof push !== "function") return;

    function tell(kind) {
        if (told[kind]) return;
        told[kind] = true;
        push(kind);
    }

    function replace(object, name, replacement) {
        const how = Object.getOwnPropertyDescriptor(object, name);
        how.value = replacement;
        Object.defineProperty(object, name, how);
    }

    // Still the same class and the same function for whoever asks.
    function watch(object, name, kind) {
        if (!object || typeof object[name] !== "function") return;
        replace(object, name, new Proxy(object[name], {
            construct: function (target, values, newTarget) {
                tell(kind);
                return construct(target, values, newTarget);
            },
            apply: function (target, self, values) {
                tell(kind);
                return apply(target, self, values);
            }
        }));
    }

    function prototypeOf(name) {
        return root[name] && root[name].prototype;
    }

    watch(root, "Worker", "worker");
    watch(root, "SharedWorker", "shared-worker");
    watch(prototypeOf("ServiceWorkerContainer"), "register", "service-worker");
    watch(root, "WebSocket", "websocket");
    watch(root, "EventSource", "event-source");
    watch(root, "BroadcastChannel", "broadcast-channel");
    watch(root, "RTCPeerConnection", "webrtc");
    watch(root, "webkitRTCPeerConnection", "webrtc");
    watch(root, "WebTransport", "web-transport");
    watch(prototypeOf("SubtleCrypto"), "generateKey", "crypto-key");
    watch(prototypeOf("HTMLMediaElement"), "play", "media");
    root.addEventListener("play", function (event) {
        if (event.isTrusted) tell("media");
    }, true);
})
