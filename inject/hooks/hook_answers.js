// Runs in the page's own world, before its code, under virtual time. The clock stands
// while a request is under way, and the timer that ends the settling after an action
// with it: so the answer would always belong to the action that has asked for it. Here
// what fetch() and XMLHttpRequest have is kept from the page until it is so old by the
// page's clock. Requests themselves are sent at once, and what the page gives up it has
// given up at once. While a document starts up nothing is kept back: it may come in a long
// chain of requests, each upon the answer to the one before. Not so where tests begin at
// the load (`isSeen`): then each answer is an event of its own, from the first on.
//
// Answers may also be held (weir/answers): those that fit a pattern are kept from the page
// until they are released, whatever the time is; under real time, too, where nothing else is
// kept back (`isTimed`: it is).
//
// Here is when answers are kept back, and which are held. hook_fetch.js and hook_xhr.js have
// the page's functions: each is called with what this one gives, and gives it on. The host
// calls this function.
(function (isSeen, isTimed, mayHold) {
    "use strict";
    const root = window;
    const uncurry = Function.prototype.bind.bind(Function.prototype.call);
    const describe = Object.getOwnPropertyDescriptor;
    const getter = function (prototype, name) {
        return uncurry(describe(prototype, name).get);
    };
    const now = Date.now;
    const listen = uncurry(EventTarget.prototype.addEventListener);
    const swallow = uncurry(Event.prototype.stopImmediatePropagation);
    const targetOf = getter(Event.prototype, "target");

    // ---- starting up ------------------------------------------------------------

    // Until something is done to it, or for so long after its load.
    const START_UP_MS = 1000;
    const INPUTS = [
        "pointerover", "pointermove", "pointerdown", "keydown", "wheel",
        "beforeinput", "input", "change"
    ];
    var loaded = Infinity;
    var isTouched = false;

    listen(root, "load", function (event) {
        if (targetOf(event) === root.document) loaded = now();
    }, true);
    for (var i = 0; i < INPUTS.length; i++)
        listen(root, INPUTS[i], function () {
            isTouched = true;
        }, true);

    function isStarting() {
        return !isSeen && !isTouched && !(now() - loaded >= START_UP_MS);
    }

    // A window that is gone has no timers.
    function isKept() {
        return isTimed && !root.closed && !isStarting();
    }

    // ---- what is held -------------------------------------------------------------

    const dataOf = getter(CharacterData.prototype, "data");
    const setData = uncurry(describe(CharacterData.prototype, "data").set);
    const nodeOf = getter(MouseEvent.prototype, "relatedTarget");
    const baseOf = getter(Node.prototype, "baseURI");
    const cut = uncurry(String.prototype.slice);
    const write = JSON.stringify;
    const Address = URL;
    const hrefOf = getter(URL.prototype, "href");
    // No methods of arrays: the page may have replaced them.
    const patterns = {};
    var patternCount = 0;
    const held = {}; // place -> {number, method, url, tell, isComplete}
    var heldCount = 0;
    var lastNumber = 0;
    var list = null; // the node in which the page script reads of them

    // `*` any text, `?` any character: as patterns of faults (faults.c).
    function fits(pattern, text) {
        var p = 0, t = 0, star = -1, resume = 0;
        while (t < text.length) {
            if (p < pattern.length && pattern[p] === "*") {
                star = p++;
                resume = t;
            } else if (
                p < pattern.length &&
                (pattern[p] === "?" || pattern[p] === text[t])
            ) {
                p++;
                t++;
            } else if (star >= 0) {
                p = star + 1;
                t = ++resume;
            } else {
                return false;
            }
        }
        while (p < pattern.length && pattern[p] === "*") p++;
        return p === pattern.length;
    }

    function addressOf(url) {
        try {
            return hrefOf(new Address(url, baseOf(root.document)));
        } catch (error) {
            return ""; // nobody is asked
        }
    }

    function isHeld(url) {
        for (var i = 0; url !== "" && i < patternCount; i++)
            if (fits(patterns[i], url)) return true;
        return false;
    }

    function show() {
        if (list === null) return;
        var items = "";
        for (var i = 0; i < heldCount; i++)
            items += (i > 0 ? "," : "") + '{"number":' + held[i].number +
                ',"method":' + write(held[i].method) +
                ',"url":' + write(held[i].url) +
                ',"isComplete":' + held[i].isComplete + "}";
        var texts = "";
        for (i = 0; i < patternCount; i++)
            texts += (i > 0 ? "," : "") + write(patterns[i]);
        setData(list, '{"answers":[' + items + '],"patterns":[' + texts + "]}");
    }

    // `tell` lets the page have it.
    function holdBack(method, url, tell) {
        const mine = {
            number: ++lastNumber, method: method, url: url, tell: tell,
            isComplete: false
        };
        held[heldCount++] = mine;
        show();
        return mine;
    }

    // All of it is there, so that nothing is waited for when it is released.
    function complete(mine) {
        mine.isComplete = true;
        show();
    }

    // Of one that is released, or that the page gives up.
    function takeOff(mine) {
        var place = 0;
        while (place < heldCount && held[place] !== mine) place++;
        if (place === heldCount) return false;
        heldCount--;
        for (; place < heldCount; place++) held[place] = held[place + 1];
        delete held[heldCount];
        show();
        return true;
    }

    function release(number) {
        for (var i = 0; i < heldCount; i++)
            if (held[i].number === number) {
                const mine = held[i];
                takeOff(mine);
                mine.tell();
                return true;
            }
        return false;
    }

    function releaseAll() {
        patternCount = 0;
        show();
        while (heldCount > 0) release(held[0].number);
    }

    // What the page script wants: "?" to be shown what is held, in this node; "+PATTERN";
    // "!NUMBER"; "-" nothing more to be held. The answer begins with "=".
    function obey(node) {
        const word = dataOf(node);
        const rest = cut(word, 1);
        if (word[0] === "?") {
            list = node;
            return show();
        }
        var done = true;
        if (word[0] === "+") {
            patterns[patternCount++] = rest;
            show();
        } else if (word[0] === "-") {
            releaseAll();
        } else {
            done = release(+rest);
        }
        setData(node, done ? "=" : "=none");
    }

    if (mayHold)
        listen(root, "weir-answers", function (event) {
            swallow(event);
            const node = nodeOf(event);
            if (node !== null) obey(node);
        }, true);

    return {
        // Longer than a timer of those that belong to what has set them (hook.js) and the
        // looks after it (settle.js).
        ANSWER_MS: 30,
        mayHold: mayHold,
        isKept: isKept,
        // Which are held: by the address as addressOf gives it.
        addressOf: addressOf,
        isHeld: isHeld,
        holdsAny: function () {
            return patternCount > 0;
        },
        // One that is held, from its request to its end.
        holdBack: holdBack,
        complete: complete,
        takeOff: takeOff,
        fits: fits
    };
})
