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
    const isAmong = uncurry(Set.prototype.has);
    const sizeOf = uncurry(describe(Set.prototype, "size").get);

    // ---- what is under way ------------------------------------------------------

    const underWay = new Set();
    var isTold = false; // that there is any

    function tell(what) {
        send(root.document, new News(what));
    }

    // What the page's handlers begin belongs to the same time. A page that always has
    // something else to do never comes to the last.
    const TURNS = 30;

    function rest() {
        if (!isTold || sizeOf(underWay) > 0) return;
        isTold = false;
        tell("weir-offthread-rest");
    }

    function restBehind(turns) {
        if (!isTold || sizeOf(underWay) > 0) return;
        if (turns === 0) return rest();
        postTask(scheduler, function () {
            restBehind(turns - 1);
        });
    }

    function restLater() {
        postTask(scheduler, rest, LAST);
        restBehind(TURNS);
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

    function endBy(work, types) {
        for (var i = 0; i < types.length; i++)
            listen(work, types[i], function () {
                end(work);
            });
        begin(work);
        return work;
    }

    // Names of databases that wait for another connection to be closed: this and who
    // comes behind them may take for ever.
    const blocked = new Set();

    function whileOpening(method, self, given) {
        const work = apply(method, self, given);
        const name = given[0] + "";
        if (isAmong(blocked, name)) return work;
        listen(work, "blocked", function () {
            enter(blocked, name);
            end(work);
        });
        function goOn() {
            leave(blocked, name);
        }
        listen(work, "success", goOn);
        listen(work, "error", goOn);
        return endBy(work, ["success", "error"]);
    }

    replace(prototypeOf("IDBFactory"), ["open", "deleteDatabase"], whileOpening);
    replace(prototypeOf("IDBDatabase"), ["transaction"], function (
        method, self, given
    ) {
        return endBy(apply(method, self, given), ["complete", "abort"]);
    });

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

    // From when `whenToBegin` calls its argument. The page gets the promise behind ours: it
    // alone is to handle a rejection, or not to.
    function during(answer, whenToBegin) {
        const work = {};
        var isOver = false;
        function over() {
            isOver = true;
            end(work);
        }
        whenToBegin(function () {
            if (!isOver) begin(work);
        });
        return then(answer, function (value) {
            over();
            return value;
        }, function (error) {
            over();
            throw error;
        });
    }

    function atOnce(begins) {
        begins();
    }

    function untilSettled(method, self, given) {
        const answer = apply(method, self, given);
        return answer instanceof Answer ? during(answer, atOnce) : answer;
    }

    const PROMISING = {
        __proto__: null,
        Blob: ["arrayBuffer", "bytes", "text"],
        Cache: ["delete", "keys", "match", "matchAll", "put"],
        CacheStorage: ["delete", "has", "keys", "match", "open"],
        CookieStore: ["delete", "get", "getAll", "set"],
        FileSystemDirectoryHandle: [
            "getDirectoryHandle", "getFileHandle", "removeEntry", "resolve"
        ],
        FileSystemFileHandle: ["createWritable", "getFile"],
        FileSystemWritableFileStream: ["seek", "truncate", "write"],
        IDBFactory: ["databases"],
        ImageDecoder: ["decode"],
        MediaDevices: ["enumerateDevices"],
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
    replace(root.WebAssembly, ["compile", "instantiate"], untilSettled);

    // What comes of a request: the clock goes until its answer has been told.
    replace(root.WebAssembly, ["compileStreaming", "instantiateStreaming"], function (
        method, self, given
    ) {
        const answer = apply(method, self, given);
        return during(answer, function (begins) {
            then(Answer.resolve(given[0]), begins, function () {});
        });
    });

    // A picture that is still on its way is a request, or nobody has asked for it yet.
    const isComplete = uncurry(
        describe(root.HTMLImageElement.prototype, "complete").get
    );
    replace(prototypeOf("HTMLImageElement"), ["decode"], function (
        method, self, given
    ) {
        const answer = apply(method, self, given);
        return during(answer, function (begins) {
            if (isComplete(self)) begins();
            else listen(self, "load", begins, { once: true });
        });
    });

    // ---- by callbacks -------------------------------------------------------------------

    // A browser makes a file of a canvas when it is idle, or after seconds (of the page's
    // clock). Here it is made in the next task.
    const cut = uncurry(String.prototype.slice);
    const placeOf = uncurry(String.prototype.indexOf);
    const codeAt = uncurry(String.prototype.charCodeAt);
    const decode = root.atob.bind(root);
    const encode = uncurry(prototypeOf("HTMLCanvasElement").toDataURL);
    const report = root.reportError.bind(root);
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
        if (typeof callback !== "function" || root.closed)
            return apply(method, self, given);
        const address = encode(self, given[1], given[2]);
        const work = {};
        begin(work);
        postTask(scheduler, function () {
            end(work);
            try {
                // "data:,": of one without any extent
                callback(address === "data:," ? null : blobOf(address));
            } catch (error) {
                report(error);
            }
        });
    });
})
