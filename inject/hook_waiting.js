// Runs in the page's own world, before its code, under virtual time: the clock stands
// while a script runs, and one that waits by looking at it would wait for ever. So to who
// asks again and again within one moment it is told, after a thousand times, that a
// millisecond has passed; what it is told never goes back, and the clock itself catches up
// by and by. (For `new Date()` there is no such mercy.) The host calls this function.
(function () {
    "use strict";
    const READS = 1000;
    const uncurry = Function.prototype.bind.bind(Function.prototype.call);

    function patient(read) {
        var told = -Infinity;
        var reads = 0;
        return function (owner) {
            const time = read(owner);
            if (time > told) {
                told = time;
                reads = 0;
            } else if (++reads === READS) {
                told++;
                reads = 0;
            }
            return told;
        };
    }

    const dateNow = patient(uncurry(Date.now));
    const measureNow = patient(uncurry(Performance.prototype.now));
    Date.now = {
        now() {
            return dateNow(this);
        }
    }.now;
    Performance.prototype.now = {
        now() {
            return measureNow(this);
        }
    }.now;
})
