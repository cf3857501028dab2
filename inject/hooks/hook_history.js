// Runs in the page's own world, before its code, under virtual time. Where a page goes
// through its history to another document, history.back() holds the browser's virtual
// clock back for ever, as if a request were pending (Chromium 156). The same journey by
// the Navigation API does not. It knows the entries of the page itself only, so a page with frames, in
// which a step may be one of theirs, goes its own way; so does what stays in the
// document. The host calls this function.
(function () {
    "use strict";
    const root = window;
    if (root.top !== root || !root.navigation) return;
    const uncurry = Function.prototype.bind.bind(Function.prototype.call);
    const apply = uncurry(Function.prototype.apply);
    const then = uncurry(Promise.prototype.then);
    const entriesOf = uncurry(Navigation.prototype.entries);
    const traverse = uncurry(Navigation.prototype.traverseTo);
    const entryOf = getter(Navigation.prototype, "currentEntry");
    const placeOf = getter(NavigationHistoryEntry.prototype, "index");
    const keyOf = getter(NavigationHistoryEntry.prototype, "key");
    const isSame = getter(NavigationHistoryEntry.prototype, "sameDocument");
    const navigation = root.navigation;
    const ownHistory = root.history;

    function getter(prototype, name) {
        return uncurry(Object.getOwnPropertyDescriptor(prototype, name).get);
    }

    // Another document of the page's origin, or null.
    function destination(steps) {
        const here = entryOf(navigation);
        if (here === null || root.length > 0) return null;
        const to = entriesOf(navigation)[placeOf(here) + steps];
        return to === undefined || isSame(to) ? null : to;
    }

    // Whoever goes by history.back() is told of no refusal.
    function ignore() {}

    function go(steps) {
        const to = destination(steps);
        if (to === null) return false;
        const journey = traverse(navigation, keyOf(to));
        then(journey.committed, undefined, ignore);
        then(journey.finished, undefined, ignore);
        return true;
    }

    function replace(name, stepsOf) {
        const method = History.prototype[name];
        History.prototype[name] = {
            [name]: function () {
                const steps = stepsOf(arguments[0]);
                if (this !== ownHistory || steps === 0 || !go(steps))
                    return apply(method, this, arguments);
            }
        }[name];
    }

    replace("back", function () {
        return -1;
    });
    replace("forward", function () {
        return 1;
    });
    // 0: to be understood by the browser.
    replace("go", function (given) {
        return typeof given === "number" && given % 1 === 0 ? given : 0;
    });
})
