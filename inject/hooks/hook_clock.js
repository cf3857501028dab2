// Runs in the page's own world, before its code, where the specification sets the
// clock: whatever tells a script the date tells it another one, by so many
// milliseconds as the page script says. What measures time (performance, timers)
// goes as before. The page script sends a node as to hook.js, and writes the number
// there.
(function () {
    "use strict";
    const root = window;
    const uncurry = Function.prototype.bind.bind(Function.prototype.call);
    const apply = uncurry(Function.prototype.apply);
    const describe = Object.getOwnPropertyDescriptor;
    const define = Object.defineProperty;
    const construct = Reflect.construct;
    const toNumber = Number;
    const dataOf = uncurry(describe(CharacterData.prototype, "data").get);
    const wordsOf = uncurry(Date.prototype.toString);
    const RealDate = Date;
    const realNow = Date.now;
    const swallow = uncurry(Event.prototype.stopImmediatePropagation);
    var node = null;

    root.addEventListener("weir-clock", function (event) {
        node = event.relatedTarget;
        swallow(event);
    }, true);

    function shift() {
        return node === null ? 0 : toNumber(dataOf(node));
    }

    // A method under the name, in place of the one that is there.
    function replace(owner, name, replacement) {
        const how = describe(owner, name);
        how.value = { [name]() { return apply(replacement, this, arguments); } }[name];
        define(how.value, "length", { value: owner[name].length });
        define(owner, name, how);
    }

    // ---- Date -----------------------------------------------------------------

    function now() {
        return realNow() + shift();
    }

    replace(RealDate, "now", now);
    const ShownDate = new Proxy(RealDate, {
        apply() {
            return wordsOf(new RealDate(now()));
        },
        construct(target, given, newTarget) {
            return construct(
                target, given.length === 0 ? [now()] : given,
                newTarget === ShownDate ? target : newTarget
            );
        }
    });
    [[root, "Date"], [RealDate.prototype, "constructor"]].forEach(
        function (place) {
            const how = describe(place[0], place[1]);
            how.value = ShownDate;
            define(place[0], place[1], how);
        }
    );

    // ---- Intl: without a date, that of now --------------------------------------

    const Format = Intl.DateTimeFormat.prototype;
    const formatOf = describe(Format, "format");
    const readFormat = uncurry(formatOf.get);
    const partsOf = uncurry(Format.formatToParts);
    const known = new WeakMap();
    const knownOf = uncurry(WeakMap.prototype.get);
    const keep = uncurry(WeakMap.prototype.set);

    // One function for each format, as always.
    formatOf.get = { get format() {
        const real = readFormat(this);
        if (knownOf(known, real) === undefined)
            keep(known, real, function (date) {
                return real(date === undefined ? now() : date);
            });
        return knownOf(known, real);
    } };
    formatOf.get = describe(formatOf.get, "format").get;
    define(Format, "format", formatOf);
    replace(Format, "formatToParts", function (date) {
        return partsOf(this, date === undefined ? now() : date);
    });

    // ---- Temporal ---------------------------------------------------------------

    if (typeof root.Temporal !== "object") return;
    const clock = root.Temporal.Now;
    const instant = clock.instant;
    const zone = clock.timeZoneId;
    const shifted = uncurry(root.Temporal.Instant.prototype.add);
    const zonedIn = uncurry(root.Temporal.Instant.prototype.toZonedDateTimeISO);
    const zoned = root.Temporal.ZonedDateTime.prototype;
    const parts = {
        plainDateTimeISO: uncurry(zoned.toPlainDateTime),
        plainDateISO: uncurry(zoned.toPlainDate),
        plainTimeISO: uncurry(zoned.toPlainTime)
    };

    function shiftedInstant() {
        return shifted(instant(), { milliseconds: shift() });
    }

    function zonedNow(timeZone) {
        return zonedIn(shiftedInstant(), timeZone === undefined ? zone() : timeZone);
    }

    replace(clock, "instant", shiftedInstant);
    replace(clock, "zonedDateTimeISO", zonedNow);
    Object.keys(parts).forEach(function (name) {
        replace(clock, name, function (timeZone) {
            return parts[name](zonedNow(timeZone));
        });
    });
})
