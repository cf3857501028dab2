// Runs in the page's own world, before its code, under virtual time: what the browser does
// for a page beside its thread (databases, files, caches, cryptography, pictures, sounds,
// WebAssembly) takes real time, and a clock that jumps would leave it behind. So while any
// of it is under way the clock stands; the page script hears of both by events at the
// document (workers.js). What waits for people, or for other pages, is not among it. The
// host calls this function.
//
// Order of this file: what is under way, what answers by events, by promises, by callbacks.
(function () {
    "use strict";
    const root = window;
    const uncurry = Function.prototype.bind.bind(Function.prototype.call);
    const apply = Reflect.apply;
    const describe = Object.getOwnPropertyDescriptor;
    const define = Object.defineProperty;
    const listen = uncurry(EventTarget.prototype.addEventListener);
    const send = uncurry(EventTarget.prototype.dispatchEvent);
    const swallow = uncurry(Event.prototype.stopImmediatePropagation);
    const postTask = uncurry(root.Scheduler.prototype.postTask);
    const scheduler = root.scheduler;
    const then = uncurry(Promise.prototype.then);
    const Answer = Promise;
    const News = Event;
    const LAST = { priority: "background" };
    const enter = uncurry(Set.prototype.add);
    const leave = uncurry(Set.prototype.delete);
    const empty = uncurry(Set.prototype.clear);
    const sizeOf = uncurry(describe(Set.prototype, "size").get);

    // ---- what is under way ------------------------------------------------------

    const underWay = new Set();
    var isTold = false; // that there is any

    function tell(what) {
        send(root.document, new News(what));
    }

    // What the page's handlers begin belongs to the same time.
    function restLater() {
        postTask(scheduler, function () {
            if (!isTold || sizeOf(underWay) > 0) return;
            isTold = false;
            tell("weir-offthread-rest");
        }, LAST);
    }

    function begin(work) {
        enter(underWay, work);
        if (isTold) return;
        isTold = true;
        tell("weir-offthread-busy");
    }

    function end(work) {
        if (leave(underWay, work) && sizeOf(underWay) === 0) restLater();
    }

    // The host's word: it takes too long.
    root.addEventListener("weir-offthread-late", function (event) {
        swallow(event);
        empty(underWay);
        isTold = false;
    }, true);

    // Puts what `make` makes of it in the place of each method of these names that is there.
    function replace(owner, names, make) {
        if (owner === undefined) return;
        for (var i = 0; i < names.length; i++) {
            const how = describe(owner, names[i]);
            if (how === undefined || typeof how.value !== "function") continue;
            how.value = new Proxy(how.value, { apply: make });
            define(owner, names[i], how);
        }
    }

    function prototypeOf(name) {
        return root[name] && root[name].prototype;
    }

    // ---- by events ----------------------------------------------------------------

    // Until one of these events comes to what the call gives.
    function untilEvent(types) {
        return function (method, self, given) {
            const work = apply(method, self, given);
            for (var i = 0; i < types.length; i++)
                listen(work, types[i], function () {
                    end(work);
                });
            begin(work);
            return work;
        };
    }

    // Behind "blocked" it may take for ever.
    replace(
        prototypeOf("IDBFactory"), ["open", "deleteDatabase"],
        untilEvent(["success", "error", "blocked"])
    );
    replace(
        prototypeOf("IDBDatabase"), ["transaction"],
        untilEvent(["complete", "abort"])
    );

    // Until the reader itself hears of the end.
    function whileReading(method, self, given) {
        apply(method, self, given);
        const work = {};
        listen(self, "loadend", function () {
            end(work);
        }, { once: true });
        begin(work);
    }

    replace(prototypeOf("FileReader"), [
        "readAsArrayBuffer", "readAsBinaryString", "readAsDataURL", "readAsText"
    ], whileReading);

    // ---- by promises ------------------------------------------------------------------

    // The page gets the promise behind ours: it alone is to handle a rejection, or not to.
    function untilSettled(method, self, given) {
        const answer = apply(method, self, given);
        if (!(answer instanceof Answer)) return answer;
        const work = {};
        begin(work);
        return then(answer, function (value) {
            end(work);
            return value;
        }, function (error) {
            end(work);
            throw error;
        });
    }

    const PROMISING = {
        __proto__: null,
        Blob: ["arrayBuffer", "bytes", "text"],
        Cache: ["add", "addAll", "delete", "keys", "match", "matchAll", "put"],
        CacheStorage: ["delete", "has", "keys", "match", "open"],
        CookieStore: ["delete", "get", "getAll", "set"],
        FileSystemDirectoryHandle: [
            "getDirectoryHandle", "getFileHandle", "removeEntry", "resolve"
        ],
        FileSystemFileHandle: ["createWritable", "getFile"],
        FileSystemWritableFileStream: ["seek", "truncate", "write"],
        FontFace: ["load"],
        FontFaceSet: ["load"],
        HTMLImageElement: ["decode"],
        OfflineAudioContext: ["startRendering"],
        BaseAudioContext: ["decodeAudioData"],
        StorageManager: ["estimate", "getDirectory", "persisted"],
        SubtleCrypto: [
            "decrypt", "deriveBits", "deriveKey", "digest", "encrypt", "exportKey",
            "generateKey", "importKey", "sign", "unwrapKey", "verify", "wrapKey"
        ]
    };
    for (const name in PROMISING)
        replace(prototypeOf(name), PROMISING[name], untilSettled);
    replace(root, ["createImageBitmap"], untilSettled);
    // Of other streams nobody knows.
    const FileStream = root.FileSystemWritableFileStream;
    replace(prototypeOf("WritableStream"), ["close"], function (
        method, self, given
    ) {
        return FileStream !== undefined && self instanceof FileStream
            ? untilSettled(method, self, given)
            : apply(method, self, given);
    });
    replace(root.WebAssembly, [
        "compile", "compileStreaming", "instantiate", "instantiateStreaming"
    ], untilSettled);

    // ---- by callbacks -------------------------------------------------------------------

    // A browser makes a file of a canvas when it is idle, or after seconds (of the page's
    // clock). Here it is made in the next task.
    const cut = uncurry(String.prototype.slice);
    const placeOf = uncurry(String.prototype.indexOf);
    const codeAt = uncurry(String.prototype.charCodeAt);
    const decode = root.atob.bind(root);
    const encode = uncurry(prototypeOf("HTMLCanvasElement").toDataURL);
    const Bytes = Uint8Array;
    const File = Blob;

    function blobOf(address) {
        const comma = placeOf(address, ",");
        const type = cut(address, 5, placeOf(address, ";"));
        const text = decode(cut(address, comma + 1));
        const bytes = new Bytes(text.length);
        for (var i = 0; i < text.length; i++) bytes[i] = codeAt(text, i);
        return new File([bytes], { type: type });
    }

    replace(prototypeOf("HTMLCanvasElement"), ["toBlob"], function (
        method, self, given
    ) {
        const callback = given[0];
        if (typeof callback !== "function") return apply(method, self, given);
        const address = encode(self, given[1], given[2]);
        const work = {};
        begin(work);
        postTask(scheduler, function () {
            end(work);
            // "data:,": of one without any extent
            callback(address === "data:," ? null : blobOf(address));
        });
    });
})
