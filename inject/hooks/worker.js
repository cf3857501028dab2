// Runs in a dedicated worker before its own script, under virtual time, where
// hook_worker.js in the page asks and this answers. What the worker posts is kept back
// until the page lets it out; its timers are run when the page says that they may be
// due. `Date` and `performance` follow the page's clock in any case. (A browser's own
// timers in a worker need the page's clock and real time to have passed.)
//
// It runs before the worker's script has been fetched. Then the browser does not yet
// know the worker's address (who asks for it crashes it), and has not yet put all names
// into the global scope: setTimeout and what else windows have, too, comes later.
//
// Order of this file: rest, what is posted, timers, the clock, work that goes on
// elsewhere, words of the page.
(function () {
    "use strict";
    const root = self;
    const WORD = "\u0001weir-worker "; // hook_worker.js has the same
    const uncurry = Function.prototype.bind.bind(Function.prototype.call);
    const describe = Object.getOwnPropertyDescriptor;
    const define = Object.defineProperty;
    const prototypeOf = Object.getPrototypeOf;
    const apply = Reflect.apply;
    const construct = Reflect.construct;
    const listen = uncurry(EventTarget.prototype.addEventListener);
    const swallow = uncurry(Event.prototype.stopImmediatePropagation);
    const dataOf = uncurry(describe(MessageEvent.prototype, "data").get);
    const startsWith = uncurry(String.prototype.startsWith);
    const cut = uncurry(String.prototype.slice);
    const slice = uncurry(Array.prototype.slice);
    const then = uncurry(Promise.prototype.then);
    const listOf = Array.from;
    const put = uncurry(Map.prototype.set);
    const drop = uncurry(Map.prototype.delete);
    const each = uncurry(Map.prototype.forEach);
    const post = root.postMessage.bind(root);
    const close = root.close.bind(root);
    const evaluate = root.eval;
    const postTask = uncurry(root.Scheduler.prototype.postTask);
    const RealDate = Date;
    const realNow = Date.now;
    const LAST = { priority: "background" };
    // Turns after everything else, without anything to do in between: a message of
    // the worker to itself may be on its way for a moment.
    const QUIET_TURNS = 3;
    var late = null; // names that come late
    var isAsked = false;
    var isFree = false; // nothing is kept back
    var isClosing = false;
    var hasToldNews = false;

    function names() {
        if (late === null)
            late = {
                clone: root.structuredClone.bind(root),
                report: root.reportError.bind(root),
                scheduler: root.scheduler
            };
        return late;
    }

    function behindAll(job) {
        postTask(names().scheduler, job, LAST);
    }

    // For whoever looks, the same functions.
    function watch(owner, name, traps) {
        var place = owner;
        while (place && !describe(place, name)) place = prototypeOf(place);
        if (!place) return;
        const how = describe(place, name);
        if (typeof how.value !== "function") return;
        how.value = new Proxy(how.value, traps);
        define(place, name, how);
    }

    function replace(owner, name, method) {
        watch(owner, name, {
            apply: function (target, self, given) {
                return method(given, self, target);
            }
        });
    }

    // ---- rest -------------------------------------------------------------------

    var work = 0; // what goes on elsewhere
    var goOn = null; // when that is over

    function workDone() {
        if (--work > 0 || goOn === null) return;
        const job = goOn;
        goOn = null;
        job();
    }

    function whenQuiet(turns, job) {
        behindAll(function () {
            if (work > 0) {
                goOn = function () {
                    whenQuiet(QUIET_TURNS, job);
                };
            } else if (turns > 1) {
                whenQuiet(turns - 1, job);
            } else {
                job();
            }
        });
    }

    // The page is to ask: something has come of itself.
    function tellNews() {
        if (isAsked || hasToldNews) return;
        hasToldNews = true;
        post(WORD + "news");
    }

    // ---- what is posted -----------------------------------------------------------

    const kept = {}; // from `head` to `tail`
    var head = 0;
    var tail = 0;

    function letOutOne() {
        if (head === tail) return;
        const first = kept[head];
        delete kept[head++];
        post(first.data, first.transfer);
    }

    function letOutAll() {
        while (head < tail) letOutOne();
    }

    function transferOf(how) {
        if (how === undefined || how === null) return [];
        if (typeof how[Symbol.iterator] === "function") return listOf(how);
        return how.transfer === undefined ? [] : listOf(how.transfer);
    }

    // As it is now; what is transferred is gone from here at once.
    replace(root, "postMessage", function (given, self, target) {
        if (isFree || given.length === 0) return apply(target, self, given);
        const transfer = transferOf(given[1]);
        kept[tail] = names().clone(
            { data: given[0], transfer: transfer }, { transfer: transfer }
        );
        tail++;
        tellNews();
    });

    // What it has posted until now arrives; nothing reaches it any more.
    replace(root, "close", function () {
        isClosing = true;
        timers.clear();
        tellNews();
    });

    // ---- timers -------------------------------------------------------------------

    const NESTED_MS = 4; // the least, from the sixth timer that a timer has set
    const NESTED_DEPTH = 5;
    const LONGEST_MS = 0x7fffffff;
    const timers = new Map();
    var lastTimer = 0;
    var depth = 0; // of the timer that is running

    function delayOf(given) {
        const least = depth >= NESTED_DEPTH ? NESTED_MS : 1;
        const delay = Math.floor(Number(given));
        return delay >= least && delay <= LONGEST_MS ? delay : least;
    }

    function setTimer(given, isRepeated) {
        const first = given[0];
        const delay = delayOf(given[1]);
        const timer = {
            id: ++lastTimer,
            due: realNow() + delay,
            every: isRepeated ? delay : 0,
            depth: depth + 1,
            given: slice(given, 2),
            job: typeof first === "function" ? first : function () {
                evaluate(String(first));
            }
        };
        if (isClosing) return timer.id;
        put(timers, timer.id, timer);
        tellNews();
        return timer.id;
    }

    function clearTimer(given) {
        drop(timers, Number(given[0]));
    }

    function nextTimer() {
        var next = null;
        each(timers, function (timer) {
            if (
                next === null || timer.due < next.due ||
                (timer.due === next.due && timer.id < next.id)
            )
                next = timer;
        });
        return next;
    }

    function runTimer(timer) {
        if (timer.every > 0) timer.due = realNow() + timer.every;
        else drop(timers, timer.id);
        depth = timer.depth;
        beginTask();
        try {
            apply(timer.job, root, timer.given);
        } catch (error) {
            names().report(error);
        } finally {
            depth = 0;
        }
    }

    // Each in a task of its own, with all that it sets off.
    function runDueTimers(job) {
        const timer = nextTimer();
        if (timer === null || timer.due > realNow()) return job();
        runTimer(timer);
        whenQuiet(QUIET_TURNS, function () {
            runDueTimers(job);
        });
    }

    // In front of the browser's own, which comes late.
    function provide(name, length, method) {
        const shown = { [name]() {} }[name];
        define(shown, "length", { value: length });
        define(root, name, {
            value: new Proxy(shown, {
                apply: function (target, self, given) {
                    return method(given);
                }
            }),
            configurable: true,
            enumerable: true,
            writable: true
        });
    }

    provide("setTimeout", 1, function (given) {
        return setTimer(given, false);
    });
    provide("setInterval", 1, function (given) {
        return setTimer(given, true);
    });
    provide("clearTimeout", 0, clearTimer);
    provide("clearInterval", 0, clearTimer);

    // ---- the clock ----------------------------------------------------------------

    // The page's clock stands while the worker is at work. One that waits for the time
    // to pass would do so for ever: who asks that often in one task is told that it
    // passes by a millisecond each time.
    const SPIN_LIMIT = 1000;
    var asked = 0;
    var shown = realNow();
    const origin = shown;

    function beginTask() {
        asked = 0;
    }

    function now() {
        const real = realNow();
        if (++asked > SPIN_LIMIT) shown++;
        if (real > shown) shown = real;
        return shown;
    }

    replace(RealDate, "now", now);
    watch(root, "Date", {
        apply: function (target) {
            return new target(now()).toString();
        },
        construct: function (target, given, newTarget) {
            return construct(
                target, given.length === 0 ? [now()] : given,
                newTarget === root.Date ? target : newTarget
            );
        }
    });
    RealDate.prototype.constructor = root.Date;
    replace(root.Performance.prototype, "now", function (given, self, target) {
        apply(target, self, given); // complains of what is no Performance
        return now() - origin;
    });

    // ---- work that goes on elsewhere ------------------------------------------------

    function track(promise) {
        work++;
        then(promise, workDone, workDone);
        return promise;
    }

    function trackAll(owner, names) {
        if (!owner) return;
        names.forEach(function (name) {
            replace(owner, name, function (given, self, target) {
                return track(apply(target, self, given));
            });
        });
    }

    function methodsOf(name) {
        return root[name] && root[name].prototype;
    }

    const BODY = ["arrayBuffer", "blob", "bytes", "formData", "json", "text"];
    trackAll(root, ["fetch"]);
    trackAll(methodsOf("Response"), BODY);
    trackAll(methodsOf("Request"), BODY);
    trackAll(methodsOf("Blob"), ["arrayBuffer", "bytes", "text"]);
    trackAll(root.WebAssembly, [
        "compile", "compileStreaming", "instantiate", "instantiateStreaming"
    ]);

    var hasTrackedLate = false;

    function trackLate() {
        if (hasTrackedLate) return;
        hasTrackedLate = true;
        trackAll(root, ["createImageBitmap"]);
        trackAll(methodsOf("SubtleCrypto"), [
            "encrypt", "decrypt", "sign", "verify", "digest", "generateKey",
            "deriveKey", "deriveBits", "importKey", "exportKey", "wrapKey",
            "unwrapKey"
        ]);
    }

    // What ends with an event of itself.
    function trackEvents(object, names) {
        var isOver = false;
        work++;
        names.forEach(function (name) {
            listen(object, name, function () {
                if (!isOver) {
                    isOver = true;
                    // After the worker's own listeners.
                    behindAll(workDone);
                }
            });
        });
    }

    replace(methodsOf("XMLHttpRequest"), "send", function (given, self, target) {
        apply(target, self, given);
        if (self.readyState === 1) trackEvents(self, ["loadend"]);
    });
    replace(methodsOf("IDBFactory"), "open", function (given, self, target) {
        const request = apply(target, self, given);
        trackEvents(request, ["success", "error", "blocked"]);
        return request;
    });
    replace(
        methodsOf("IDBDatabase"), "transaction", function (given, self, target) {
            const transaction = apply(target, self, given);
            trackEvents(transaction, ["complete", "abort"]);
            return transaction;
        }
    );

    // ---- words of the page ----------------------------------------------------------

    function answer() {
        const timer = nextTimer();
        isFree = false;
        isAsked = false;
        hasToldNews = false;
        if (isClosing && head === tail) {
            post(WORD + "closed");
            close();
            return;
        }
        post(
            WORD + "rests " + (tail - head) + " " +
                (timer === null ? "-" : timer.due)
        );
    }

    const words = {
        // How are things?
        ask: function () {
            isAsked = true;
            trackLate();
            whenQuiet(QUIET_TURNS, function () {
                runDueTimers(answer);
            });
        },
        // Lets one message out.
        next: function () {
            isAsked = true;
            whenQuiet(1, function () {
                letOutOne();
                answer();
            });
        },
        // It takes too long.
        free: function () {
            if (!isAsked) return;
            isFree = true;
            letOutAll();
        }
    };

    listen(root, "message", function (event) {
        const data = dataOf(event);
        beginTask();
        if (typeof data === "string" && startsWith(data, WORD)) {
            swallow(event);
            words[cut(data, WORD.length)]();
        } else if (isClosing) {
            swallow(event);
        }
    }, true);
})()
