// Runs in the page's own world, before its code: view transitions, of the document or of
// an element. The browser takes a picture of what was, has the page change by its
// callback, shows in the next frame what is now, and moves. The page script hears of the
// first (takes), the third (shows) and of neither (rests), and of the movement (moves,
// stands) by events at the document (views.js). The host calls this function.
(function () {
    "use strict";
    const root = window;
    const uncurry = Function.prototype.bind.bind(Function.prototype.call);
    const apply = Reflect.apply;
    const derive = Object.create;
    const send = uncurry(EventTarget.prototype.dispatchEvent);
    const News = Event;
    const stop = uncurry(Event.prototype.stopImmediatePropagation);
    const frame = root.requestAnimationFrame.bind(root); // the browser's own
    const then = uncurry(Promise.prototype.then);
    const resolve = Promise.resolve.bind(Promise);

    const TAKEN = 0; // a picture of what was is being taken
    const CHANGED = 1; // the page is at work; there are no frames
    const SHOWN = 2; // the next frame shows what is now
    const MOVED = 3;
    const OVER = 4;
    const inStage = [0, 0, 0, 0, 0];
    var frames = "rests"; // as it was told
    var isMoving = false;

    function swallow(event) {
        stop(event);
    }

    function tell(what) {
        send(root.document, new News("weir-transition-" + what));
    }

    // What begins is told before what ends: nothing is to slip in between.
    function tellStages() {
        const wereMoving = isMoving;
        const before = frames;
        frames = inStage[TAKEN] > 0 ? "takes"
            : inStage[SHOWN] > 0 ? "shows" : "rests";
        isMoving = inStage[MOVED] > 0;
        if (isMoving && !wereMoving) tell("moves");
        if (frames !== before) tell(frames);
        if (!isMoving && wereMoving) tell("stands");
    }

    // Never back: one that is skipped is over at any time.
    function enter(mine, stage) {
        if (mine.stage >= stage) return;
        if (mine.stage >= 0) inStage[mine.stage]--;
        inStage[stage]++;
        mine.stage = stage;
        tellStages();
    }

    // Only now: a promise that is to be rejected may have no handler but the page's.
    function show(mine) {
        enter(mine, SHOWN);
        then(mine.transition.finished, function () {
            enter(mine, OVER);
        });
        frame(function () {
            enter(mine, MOVED);
        });
    }

    function fail(mine) {
        enter(mine, OVER);
    }

    // Stands for the page's callback, if there is one. The browser has its promise, too,
    // and tells of a rejection.
    function changing(mine, callback) {
        return function () {
            var answer;
            if (typeof callback !== "function") return show(mine);
            try {
                answer = apply(callback, this, arguments);
            } catch (error) {
                fail(mine);
                throw error;
            }
            if (answer === undefined) return show(mine);
            enter(mine, CHANGED);
            answer = resolve(answer); // asked once for what comes of it
            then(answer, function () {
                show(mine);
            }, function () {
                fail(mine);
            });
            return answer;
        };
    }

    function mayBeCalled(callback) {
        return callback === undefined || callback === null ||
            typeof callback === "function";
    }

    // The arguments, with our callback in the place of the page's; what is neither is
    // the browser's to refuse.
    function withChange(mine, given) {
        const first = given[0];
        if (mayBeCalled(first)) return [changing(mine, first)];
        if (typeof first !== "object" || !mayBeCalled(first.update)) return given;
        return [derive(first, {
            update: { __proto__: null, value: changing(mine, first.update) }
        })];
    }

    function follow(owner) {
        const startTransition = owner.startViewTransition;
        if (typeof startTransition !== "function") return;
        owner.startViewTransition = function startViewTransition() {
            const mine = { stage: -1, transition: null };
            const given = withChange(mine, arguments);
            mine.transition = apply(startTransition, this, given);
            enter(mine, TAKEN);
            return mine.transition;
        };
    }

    // The host's word, and the page script's business.
    root.addEventListener("weir-transition-late", swallow, true);

    follow(Document.prototype);
    follow(Element.prototype);
})
