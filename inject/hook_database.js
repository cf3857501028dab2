// Runs in the page's own world, before its code, under virtual time: a database of the
// page (IndexedDB) answers in its own time, and a clock that jumps would leave it behind.
// So while one is being opened, or a transaction is under way, the clock stands; the page
// script hears of both by events at the document (workers.js). The host calls this
// function.
(function () {
    "use strict";
    const root = window;
    const Factory = root.IDBFactory;
    const Database = root.IDBDatabase;
    if (typeof Factory !== "function" || typeof Database !== "function") return;
    const uncurry = Function.prototype.bind.bind(Function.prototype.call);
    const apply = Reflect.apply;
    const listen = uncurry(EventTarget.prototype.addEventListener);
    const send = uncurry(EventTarget.prototype.dispatchEvent);
    const swallow = uncurry(Event.prototype.stopImmediatePropagation);
    const postTask = uncurry(root.Scheduler.prototype.postTask);
    const scheduler = root.scheduler;
    const News = Event;
    const LAST = { priority: "background" };
    const open = Factory.prototype.open;
    const remove = Factory.prototype.deleteDatabase;
    const begin = Database.prototype.transaction;
    const enter = uncurry(Set.prototype.add);
    const leave = uncurry(Set.prototype.delete);
    const empty = uncurry(Set.prototype.clear);
    const sizeOf = uncurry(
        Object.getOwnPropertyDescriptor(Set.prototype, "size").get
    );
    const underWay = new Set(); // requests and transactions
    var isTold = false; // that there are any

    function tell(what) {
        send(root.document, new News(what));
    }

    // What the page's handlers begin belongs to the same time.
    function restLater() {
        postTask(scheduler, function () {
            if (!isTold || sizeOf(underWay) > 0) return;
            isTold = false;
            tell("weir-database-rest");
        }, LAST);
    }

    // Until one of these events comes; behind "blocked" that may take for ever.
    function during(work, first, second, third) {
        function onEnd() {
            if (leave(underWay, work) && sizeOf(underWay) === 0) restLater();
        }
        enter(underWay, work);
        listen(work, first, onEnd);
        listen(work, second, onEnd);
        if (third !== undefined) listen(work, third, onEnd);
        if (isTold) return work;
        isTold = true;
        tell("weir-database-busy");
        return work;
    }

    // The host's word: it takes too long.
    root.addEventListener("weir-database-late", function (event) {
        swallow(event);
        empty(underWay);
        isTold = false;
    }, true);

    Factory.prototype.open = {
        open(name) {
            const request = apply(open, this, arguments);
            return during(request, "success", "error", "blocked");
        }
    }.open;
    Factory.prototype.deleteDatabase = {
        deleteDatabase(name) {
            const request = apply(remove, this, arguments);
            return during(request, "success", "error", "blocked");
        }
    }.deleteDatabase;
    Database.prototype.transaction = {
        transaction(stores) {
            const transaction = apply(begin, this, arguments);
            return during(transaction, "complete", "abort");
        }
    }.transaction;
})
