// Runs in the page's own world, before its code, under virtual time: the clock stands
// while a script runs, and one that waits by looking at it would wait for ever. So to who
// asks again and again within one moment it is told, after a thousand times, that a
// millisecond has passed; what it is told never goes back, and the clock itself catches up
// by and by. (For `new Date()` there is no such mercy.) The host calls this function.
(function () {
    "use strict";
    const READS = 1000;
    const uncurry = Function.prototype.bind.bind(Function.prototype.call);

    const readDate = uncurry(Date.now);
    var moment = -Infinity; // of the clock, when it was read last
    var ahead = 0; // so many milliseconds what is told is
    var reads = 0; // in this moment

    // The same for both: who waits by the one may look at the other.
    function lead() {
        const time = readDate();
        if (time > moment) {
            ahead = ahead > time - moment ? ahead - (time - moment) : 0;
            moment = time;
            reads = 0;
        } else if (++reads === READS) {
            ahead++;
            reads = 0;
        }
        return ahead;
    }

    // Never back: the two clocks round in other places.
    function patient(read) {
        var told = -Infinity;
        return function (owner) {
            const time = read(owner) + lead();
            if (time > told) told = time;
            return told;
        };
    }

    const dateNow = patient(readDate);
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
