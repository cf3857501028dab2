// Runs in the page's own world, before its code, under virtual time: makes what
// dedicated workers do a matter of the page's clock. A script of ours in each worker
// (worker.js) keeps back what it posts, and its timers; here it is asked, after each
// message of the page and when a timer is due, to say when it has nothing left to do.
// Until then the clock stands. What it has posted meanwhile is let out some
// milliseconds later by the page's clock, as the answer of a server.
//
// Questions and answers go the way of the messages, so none can overtake any. The page
// script hears by events at the document when the clock has to stand. The host calls
// this function.
//
// Order of this file: turns, letting out, what the worker says, what the page does.
(function () {
    "use strict";
    const root = window;
    const RealWorker = root.Worker;
    if (typeof RealWorker !== "function") return;
    const WORD = "\u0001weir-worker "; // worker.js has the same
    // Milliseconds of the page's clock until an answer arrives. A page that is talking
    // with a worker is answered sooner, but not at once: it may go on for ever.
    const ANSWER_MS = 10;
    const TALK_MS = 1;
    const uncurry = Function.prototype.bind.bind(Function.prototype.call);
    const describe = Object.getOwnPropertyDescriptor;
    const define = Object.defineProperty;
    const apply = Reflect.apply;
    const construct = Reflect.construct;
    const post = uncurry(RealWorker.prototype.postMessage);
    const listen = uncurry(EventTarget.prototype.addEventListener);
    const send = uncurry(EventTarget.prototype.dispatchEvent);
    const swallow = uncurry(Event.prototype.stopImmediatePropagation);
    const dataOf = uncurry(describe(MessageEvent.prototype, "data").get);
    const startsWith = uncurry(String.prototype.startsWith);
    const cut = uncurry(String.prototype.slice);
    const split = uncurry(String.prototype.split);
    const known = new WeakMap();
    const find = uncurry(WeakMap.prototype.get);
    const keep = uncurry(WeakMap.prototype.set);
    const postTask = uncurry(root.Scheduler.prototype.postTask);
    const scheduler = root.scheduler;
    const setTimer = root.setTimeout.bind(root);
    const clearTimer = root.clearTimeout.bind(root);
    const now = Date.now;
    const toNumber = Number;
    const News = Event;
    const Failure = ErrorEvent;
    const LAST = { priority: "background" };
    const lives = new Set();
    const enter = uncurry(Set.prototype.add);
    const leave = uncurry(Set.prototype.delete);
    const each = uncurry(Set.prototype.forEach);
    var atWork = 0; // workers that the clock waits for
    var lettingOut = 0; // workers whose messages are being let out

    // ---- turns ----------------------------------------------------------------

    function behindAll(job) {
        postTask(scheduler, job, LAST);
    }

    function tell(what) {
        send(root.document, new News(what));
    }

    function beginWaiting() {
        if (atWork++ === 0) tell("weir-worker-busy");
    }

    function endWaiting() {
        if (--atWork === 0) tell("weir-worker-rest");
    }

    // Asks how things are; the answer comes when the worker has nothing left to do.
    function ask(worker) {
        if (worker.hasEnded) return;
        if (worker.isAsked) {
            worker.again = true;
            return;
        }
        worker.isAsked = true;
        beginWaiting();
        post(worker.itself, WORD + "ask");
    }

    // After all that the worker has sent until now; errors come another way.
    function endTurn(worker) {
        if (worker.hasEnded) return;
        if (worker.again) {
            worker.again = false;
            post(worker.itself, WORD + "ask");
            return;
        }
        worker.isAsked = false;
        endWaiting();
    }

    // The host says that a worker takes too long: the clock goes on without it, and
    // what it posts comes when it comes, until it has answered.
    function giveUp(worker) {
        if (!worker.isAsked || worker.isLate) return;
        worker.isLate = true;
        post(worker.itself, WORD + "free");
        endWaiting();
    }

    listen(root, "weir-worker-late", function (event) {
        swallow(event);
        each(lives, giveUp);
    }, true);

    function end(worker) {
        if (worker.hasEnded) return;
        worker.hasEnded = true;
        leave(lives, worker);
        clearTimer(worker.outTimer);
        clearTimer(worker.dueTimer);
        setLettingOut(worker, false);
        if (worker.isAsked && !worker.isLate) endWaiting();
    }

    // ---- letting out ------------------------------------------------------------

    function setLettingOut(worker, is) {
        if (worker.isLettingOut === is) return;
        worker.isLettingOut = is;
        lettingOut += is ? 1 : -1;
    }

    function letOutLater(worker) {
        if (worker.outTimer !== 0) return;
        worker.outTimer = setTimer(function () {
            worker.outTimer = 0;
            letOut(worker);
        }, worker.delay);
    }

    // What it has by now: what comes of that waits again.
    function letOut(worker) {
        worker.isDue = true;
        ask(worker);
    }

    // One at a time, so that what one sets off is over before the next comes.
    function letOutOne(worker) {
        if (worker.hasEnded) return;
        worker.left--;
        post(worker.itself, WORD + "next");
    }

    function wakeAt(worker, due) {
        clearTimer(worker.dueTimer);
        worker.dueTimer = 0;
        if (due === "-") return;
        const left = toNumber(due) - now();
        worker.dueTimer = setTimer(function () {
            letOut(worker);
        }, left > 0 ? left : 0);
    }

    // ---- what the worker says -----------------------------------------------------

    // So many messages are kept back, and the next timer is due at that time.
    function onAnswer(worker, count, due) {
        if (worker.isLate) {
            worker.isLate = false;
            beginWaiting();
        }
        wakeAt(worker, due);
        if (worker.isDue) {
            worker.isDue = false;
            worker.left = count;
            setLettingOut(worker, true);
        }
        if (worker.left > 0 && count > 0) {
            behindAll(function () {
                letOutOne(worker);
            });
            return;
        }
        worker.left = 0;
        if (count > 0) letOutLater(worker);
        behindAll(function () {
            setLettingOut(worker, false);
            endTurn(worker);
        });
    }

    function onWord(worker, word) {
        const parts = split(word, " ");
        if (worker.hasEnded) return;
        if (parts[0] === "rests") {
            onAnswer(worker, toNumber(parts[1]), parts[2]);
        } else if (parts[0] === "closed") {
            behindAll(function () {
                end(worker);
            });
        } else if (parts[0] === "news") {
            // While it is being asked that was the page's doing.
            if (worker.isAsked) return;
            if (worker.outTimer === 0) worker.delay = TALK_MS;
            ask(worker);
        }
    }

    function hear(worker, event) {
        const data = dataOf(event);
        if (typeof data !== "string" || !startsWith(data, WORD)) return;
        swallow(event);
        onWord(worker, cut(data, WORD.length));
    }

    // ---- what the page does -------------------------------------------------------

    function delayOfAnswer() {
        return lettingOut > 0 ? TALK_MS : ANSWER_MS;
    }

    function meet(itself) {
        const worker = {
            itself: itself,
            isAsked: false,
            again: false, // to be asked once more
            isLate: false,
            hasEnded: false,
            delay: delayOfAnswer(), // of what is let out next
            outTimer: 0,
            dueTimer: 0,
            isDue: false, // what it has is to be let out
            isLettingOut: false,
            left: 0 // messages to be let out now
        };
        keep(known, itself, worker);
        enter(lives, worker);
        listen(itself, "message", function (event) {
            hear(worker, event);
        }, true);
        // Its script could not be loaded.
        listen(itself, "error", function (event) {
            if (!(event instanceof Failure)) end(worker);
        }, true);
        ask(worker);
        return itself;
    }

    // For whoever looks, the same class and the same functions.
    function watch(owner, name, traps) {
        const how = describe(owner, name);
        how.value = new Proxy(how.value, traps);
        define(owner, name, how);
    }

    watch(root, "Worker", {
        construct: function (target, given, newTarget) {
            return meet(construct(target, given, newTarget));
        }
    });
    RealWorker.prototype.constructor = root.Worker;
    watch(RealWorker.prototype, "postMessage", {
        apply: function (target, self, given) {
            apply(target, self, given);
            const worker = find(known, self);
            if (worker === undefined) return;
            if (worker.outTimer === 0) worker.delay = delayOfAnswer();
            ask(worker);
        }
    });
    watch(RealWorker.prototype, "terminate", {
        apply: function (target, self, given) {
            apply(target, self, given);
            const worker = find(known, self);
            if (worker !== undefined) end(worker);
        }
    });
})
