// Runs in the page's own world, before its code: counts the animation frames
// that the page has asked for, and its timers that are due at once, so that a
// state is not read in the middle of a rendering. The counts go to the page
// script through a comment node that is in no document; the page sees nothing
// but functions that do what they always did. Beside that node stands another,
// in which the page script says that an action is being delivered, or settles: under
// real time timers and animation frames wait until it has.
//
// Here is what counts and what waits. hook_timers.js, hook_heard.js and hook_tasks.js have
// the page's functions: each is called with what this one gives, and gives it on. The host
// calls this function.
(function (isVirtualTime) {
    "use strict";
    const root = window;
    const uncurry = Function.prototype.bind.bind(Function.prototype.call);
    // Milliseconds of a timer that belongs to what has set it. Browsers make 4
    // of 0 when timers set timers; routers and renderers wait 10 or a frame.
    const SHORT = 20;
    const setTimer = root.setTimeout;
    const call = uncurry(Function.prototype.call);
    const setData = uncurry(
        Object.getOwnPropertyDescriptor(CharacterData.prototype, "data").set
    );
    const has = uncurry(Map.prototype.has);
    const put = uncurry(Map.prototype.set);
    const drop = uncurry(Map.prototype.delete);
    const forEach = uncurry(Map.prototype.forEach);
    const size = uncurry(
        Object.getOwnPropertyDescriptor(Map.prototype, "size").get
    );
    const now = Performance.prototype.now.bind(root.performance);
    const readDate = uncurry(Date.now);
    const dataOf = uncurry(
        Object.getOwnPropertyDescriptor(CharacterData.prototype, "data").get
    );
    const nextOf = uncurry(
        Object.getOwnPropertyDescriptor(Node.prototype, "nextSibling").get
    );
    const swallow = uncurry(Event.prototype.stopImmediatePropagation);
    const post = uncurry(MessagePort.prototype.postMessage);
    const watch = uncurry(MutationObserver.prototype.observe);
    const frames = new Map();
    var observers = 0; // 1: the page has set one up that hears of frames; 2: of paints
    const timers = new Map();
    // Under virtual time, of timers that are not short: when they are due. As many as are
    // worth a look.
    const LATER_LIMIT = 64;
    const later = new Map();
    var soonest = ""; // of them, by the calendar
    var node = null;
    var inputNode = null;

    function tell() {
        if (node === null) return;
        setData(
            node,
            size(frames) + " " + size(timers) + " " + observers + " " + soonest
        );
    }

    // What is no number is the browser's business.
    function isShort(delay) {
        if (typeof delay !== "number") return delay === undefined;
        return !(delay > SHORT); // NaN counts as 0
    }

    function tellLater() {
        var least = Infinity;
        forEach(later, function (moment) {
            if (moment < least) least = moment;
        });
        const told = least === Infinity ? "" : least;
        if (told === soonest) return;
        soonest = told;
        tell();
    }

    function putLater(id, delay) {
        if (!isVirtualTime || typeof delay !== "number" || isShort(delay)) return;
        if (size(later) >= LATER_LIMIT && !has(later, id)) return;
        put(later, id, readDate() + delay + 1);
        tellLater();
    }

    function dropLater(id) {
        if (!has(later, id)) return;
        drop(later, id);
        tellLater();
    }

    function add(pending, id) {
        put(pending, id, true);
        tell();
    }

    function forget(pending, id) {
        if (!has(pending, id)) return;
        drop(pending, id);
        tell();
    }

    function noteObserver() {
        if (observers !== 0) return;
        observers = 1;
        tell();
    }

    function notePaints() {
        if (observers === 2) return;
        observers = 2;
        tell();
    }

    function hello(event) {
        node = event.relatedTarget;
        inputNode = nextOf(node);
        swallow(event);
        if (!isVirtualTime) wakeWith(inputNode);
        tell();
    }
    // The window of a new frame may get another document.
    root.addEventListener("weir-frames", hello, true);

    // ---- while an action is being delivered, and settles --------------------

    // Milliseconds after which the page goes on in any case.
    const PATIENCE = 1000;

    // "open": an action is being delivered; "settling": its state has not been read
    // yet; "" in between.
    function stage() {
        return isVirtualTime || inputNode === null ? "" : dataOf(inputNode);
    }

    // What has come due and waits, from `head` to `tail`: {id, job}, without a job when
    // it was cleared. No methods of arrays: the page may have replaced them.
    function row(isWaiting) {
        return { due: {}, head: 0, tail: 0, since: 0, isWaiting: isWaiting };
    }

    // Frames and short timers belong to the action: they wait until it has been delivered.
    const belonging = row(function () {
        return stage() === "open";
    });
    // Other timers do not, whatever has set them: they wait until its state has been read.
    const others = row(function () {
        return stage() !== "";
    });

    // Runs the job now, or in its turn.
    function inTurn(row, id, job) {
        if (row.head === row.tail && !row.isWaiting()) return job();
        if (row.head === row.tail) {
            row.since = now();
            soonGoOn(row, 1);
        }
        row.due[row.tail++] = { id: id, job: job };
    }

    function soonGoOn(row, delay) {
        call(setTimer, root, function () {
            goOn(row);
        }, delay);
    }

    // One job in each task, as it would have been.
    function goOn(row) {
        if (row.head === row.tail) return;
        if (row.isWaiting() && now() - row.since <= PATIENCE) {
            soonGoOn(row, 1);
            return;
        }
        const first = row.due[row.head];
        delete row.due[row.head++];
        if (row.head < row.tail) soonGoOn(row, 0);
        if (first.job !== null) first.job();
    }

    // After the state at once: the next action may be on its way.
    function wakeWith(node) {
        const channel = new MessageChannel();
        channel.port1.onmessage = function () {
            goOn(others);
        };
        const observer = new MutationObserver(function () {
            if (others.head < others.tail && !others.isWaiting())
                post(channel.port2, null);
        });
        watch(observer, node, { characterData: true });
    }

    function forgetDue(row, id) {
        for (var i = row.head; i < row.tail; i++)
            if (row.due[i].id === id) row.due[i].job = null;
    }

    return {
        isVirtualTime: isVirtualTime,
        // What is pending, by its id: `add` and `forget` tell, `drop` does not.
        frames: frames,
        timers: timers, // that are short
        add: add,
        drop: drop,
        forget: forget,
        tell: tell,
        // Timers that are not short.
        isShort: isShort,
        putLater: putLater,
        dropLater: dropLater,
        isLater: function (id) {
            return has(later, id);
        },
        noteObserver: noteObserver,
        notePaints: notePaints,
        // While an action is delivered.
        belonging: belonging,
        others: others,
        inTurn: inTurn,
        forgetDue: forgetDue
    };
})
