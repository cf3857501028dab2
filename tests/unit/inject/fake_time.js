/* The fake document, continued: timers and frames, which run when the test says
 * so, the binding to the host, and the usual beginnings of a test. */

/* Timers that are due, in the order in which they fall due; a timer set by
 * another waits for the next turn. */
function setTimeout(job, delay) {
    fake.timers.push({ job: job, at: fake.now + delay, id: ++fake.lastTimer });
    return fake.lastTimer;
}

function clearTimeout(id) {
    fake.timers = fake.timers.filter(function (timer) {
        return timer.id !== id;
    });
}

function requestAnimationFrame(job) {
    fake.frames.push(job);
}

/* A frame is asked for after the page's tasks. */
fake.ready = function () {
    for (var turns = 0; fake.isVirtual && turns < 2; turns++) fake.isHeld();
};

fake.frame = function () {
    fake.ready();
    fake.frames.splice(0).forEach(function (job) {
        job(0);
        fake.microtasks();
    });
};

/* One turn of the event loop: records, then the timers that are due now. */
fake.turn = function () {
    fake.microtasks();
    const due = fake.timers.filter(function (timer) {
        return timer.at <= fake.now;
    });
    due.sort(function (a, b) {
        return a.at - b.at || a.id - b.id;
    });
    due.forEach(function (timer) {
        clearTimeout(timer.id);
        timer.job();
        fake.microtasks();
    });
    if (!fake.isVirtual) fake.isHeld(); // tasks after all others
};

fake.advance = function (milliseconds) {
    fake.now += milliseconds;
    fake.turn();
};

Date.now = function () {
    return fake.now;
};

const location = { href: "http://localhost/" };

const performance = {
    getEntriesByType: function () {
        return [{ responseStatus: 200 }];
    }
};

function Scheduler() {}
Scheduler.prototype.postTask = function (task) {
    fake.busyTasks.push(task);
};

/* Is the page still busy after the tasks that wait? */
fake.isHeld = function () {
    const tasks = fake.busyTasks;
    fake.busyTasks = [];
    tasks.forEach(function (task) {
        task();
    });
    return fake.busyTasks.length > 0;
};
const scheduler = new Scheduler();

fake.loaded = function () {
    fake.readyState = "complete";
    const event = new Event("load");
    event.target = document;
    (globalThis.listeners_ || []).forEach(function (entry) {
        if (entry.type === "load") entry.handler.call(globalThis, event);
    });
};

/* As cdp/page/push.c does it: what a push leaves out is as it was pushed last. What
 * crossed the border stands in `fake.crossed`. */
function weirPush(text) {
    const push = JSON.parse(text);
    fake.crossed = JSON.parse(text);
    if (push.changes) {
        push.state = {};
        Object.keys(fake.shown).forEach(function (name) {
            push.state[name] = push.changes.hasOwnProperty(name)
                ? push.changes[name] : fake.shown[name];
        });
        delete push.changes;
    }
    if (push.state) fake.shown = push.state;
    fake.pushes.push(push);
}

/* ---- the page under test ----------------------------------------------- */

/* Fills the document. */
function build(children) {
    fake.body = el("body", {}, children, { box: [0, 0, 800, 2000] });
    fake.root = el("html", {}, [fake.body], { box: [0, 0, 800, 2000] });
    document.append(fake.root);
    fake.microtasks();
}

/* Compiles and installs the page script, before there is any content. */
function install(deps, options) {
    fake.isVirtual = Boolean(options && options.virtualTime);
    const source = compile(JSON.stringify(deps), JSON.stringify(options || {}));
    (0, eval)(source);
    weir.start(1);
}

/* The usual beginning: script, content, loaded and already reported. */
function open(deps, children) {
    install(deps);
    build(children);
    fake.loaded();
    weir.observe();
    fake.turn();
    fake.pushes = [];
}

function eventsOf(push) {
    return push.events.map(function (event) {
        return [event.id].concat(event.args);
    });
}

/* What is pushed after a turn, as [id, args...]; null: nothing. */
function pushedAfterTurn() {
    fake.pushes = [];
    fake.turn();
    same(fake.pushes.length <= 1, true);
    return fake.pushes.length === 0 ? null : eventsOf(fake.pushes[0]);
}

function first(selector) {
    return document.querySelectorAll(selector)[0];
}

/* The same under virtual time, which the page script has let go. */
function openVirtual(deps, children) {
    install(deps, { virtualTime: true });
    build(children);
    fake.loaded();
    weir.observe();
    fake.turn();
    weir.release();
    fake.pushes = [];
}
