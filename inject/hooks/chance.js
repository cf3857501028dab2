// Runs in the page's own world, before its code: chance and time that repeat.
// The host calls this function with a number of up to 32 bits; equal numbers at
// equal times of the page's clock give equal documents equal chances.
(function (seed) {
    "use strict";
    const root = window;
    const uncurry = Function.prototype.bind.bind(Function.prototype.call);
    const nowOf = uncurry(Performance.prototype.now);
    const bytesOf = uncurry(
        Object.getOwnPropertyDescriptor(
            Object.getPrototypeOf(Uint8Array.prototype), "buffer"
        ).get
    );
    const random = root.Crypto.prototype.getRandomValues;
    const apply = uncurry(Function.prototype.apply);
    const dateNow = Date.now;
    const begin = dateNow();
    const imul = Math.imul;
    const Bytes = Uint8Array;

    // Documents of one test differ by the moment at which they begin.
    var state = (seed ^ imul(begin | 0, 0x9e3779b1)) | 0;

    // Mulberry32 (Tommy Ettinger): a counter, scrambled.
    function next() {
        state = (state + 0x6d2b79f5) | 0;
        var bits = imul(state ^ (state >>> 15), state | 1);
        bits ^= bits + imul(bits ^ (bits >>> 7), bits | 61);
        return (bits ^ (bits >>> 14)) >>> 0;
    }

    function replace(object, name, replacement) {
        const how = Object.getOwnPropertyDescriptor(object, name);
        how.value = replacement;
        Object.defineProperty(object, name, how);
    }

    replace(Math, "random", function random() {
        return next() / 0x100000000;
    });

    // The browser's own complains of what is no array of integers, or too long.
    replace(Crypto.prototype, "getRandomValues", function getRandomValues(array) {
        apply(random, this, arguments);
        const bytes = new Bytes(
            bytesOf(array), array.byteOffset, array.byteLength
        );
        for (var i = 0; i < bytes.length; i++) bytes[i] = next() & 255;
        return array;
    });

    function hex(digits) {
        var text = "";
        while (text.length < digits) text += (next() & 15).toString(16);
        return text;
    }

    if ("randomUUID" in Crypto.prototype)
        replace(Crypto.prototype, "randomUUID", function randomUUID() {
            const variant = "89ab"[next() & 3];
            return hex(8) + "-" + hex(4) + "-4" + hex(3) + "-" + variant +
                hex(3) + "-" + hex(12);
        });

    // The browser counts these from a moment of real time, and blurs them by
    // chance. Date has neither fault, and only whole milliseconds.
    replace(Performance.prototype, "now", function now() {
        nowOf(this); // complains of what is no Performance
        return dateNow() - begin;
    });
    const origin = Object.getOwnPropertyDescriptor(
        Performance.prototype, "timeOrigin"
    );
    origin.get = function timeOrigin() {
        return begin;
    };
    Object.defineProperty(Performance.prototype, "timeOrigin", origin);
})
