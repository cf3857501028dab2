// Runs in the page's own world, before its code: what fetch() has is kept back and held
// (hook_answers.js, whose `answers` these are).
(function (answers) {
    "use strict";
    const root = window;
    const uncurry = Function.prototype.bind.bind(Function.prototype.call);
    const describe = Object.getOwnPropertyDescriptor;
    const getter = function (prototype, name) {
        return uncurry(describe(prototype, name).get);
    };
    const apply = Reflect.apply;
    const setTimer = root.setTimeout.bind(root);
    const listen = uncurry(EventTarget.prototype.addEventListener);
    const unlisten = uncurry(EventTarget.prototype.removeEventListener);
    const upper = uncurry(String.prototype.toUpperCase);
    const then = uncurry(Promise.prototype.then);
    const Later = Promise;
    const settled = Later.resolve();

    const fetch = root.fetch;
    const signalOf = getter(Request.prototype, "signal");
    const isAborted = getter(AbortSignal.prototype, "aborted");
    const reasonOf = getter(AbortSignal.prototype, "reason");
    const Asked = Request;
    const Signal = AbortSignal;

    // As fetch() finds it; null: none, or none that is one.
    function signalAmong(given) {
        try {
            const own = given[1] ? given[1].signal : undefined;
            if (own !== undefined) return own instanceof Signal ? own : null;
            return given[0] instanceof Asked ? signalOf(given[0]) : null;
        } catch (error) {
            return null; // fetch() meets it, too
        }
    }

    const copyOfResponse = uncurry(Response.prototype.clone);
    const bytesOf = uncurry(Response.prototype.arrayBuffer);
    const headersOf = getter(Response.prototype, "headers");
    const headerOf = uncurry(Headers.prototype.get);

    // What a server goes on telling is never all there.
    function collect(response, mine) {
        const type = headerOf(headersOf(response), "content-type");
        function end() {
            answers.complete(mine);
        }
        if (type !== null && answers.fits("text/event-stream*", type)) return end();
        then(bytesOf(copyOfResponse(response)), end, end);
    }

    // The time begins with the request, so that answers which are there by then are
    // told in the order in which they were asked for.
    // `asked`: {method, url} of one that is held until it is released; null: of none.
    function keepBack(answer, signal, asked) {
        var isDue = false;
        var isFirst = true;
        var told = null; // what is kept back
        return new Later(function (resolve, reject) {
            var mine = null; // where it is held
            function onAbort() {
                if (mine !== null) answers.takeOff(mine);
                reject(reasonOf(signal));
            }
            function come() {
                isDue = true;
                if (told !== null) tell(told);
            }
            function tell(job) {
                if (signal) unlisten(signal, "abort", onAbort);
                job();
            }
            function hear(job) {
                // It was no request, or the page has given it up.
                if (isFirst || isDue || (signal && isAborted(signal))) {
                    if (mine !== null) answers.takeOff(mine);
                    return tell(job);
                }
                told = job;
            }
            if (asked === null) setTimer(come, answers.ANSWER_MS);
            else mine = answers.holdBack(asked.method, asked.url, come);
            if (signal) listen(signal, "abort", onAbort);
            then(answer, function (response) {
                if (mine !== null) collect(response, mine);
                hear(function () {
                    resolve(response);
                });
            }, function (error) {
                if (mine !== null) answers.complete(mine);
                hear(function () {
                    reject(error);
                });
            });
            then(settled, function () {
                isFirst = false;
            });
        });
    }

    const isAsked = function (thing) {
        return thing instanceof Asked;
    };
    const urlOf = getter(Request.prototype, "url");
    const methodOf = getter(Request.prototype, "method");

    // What fetch() asks for; null: nothing that is held.
    function askedBy(given) {
        if (!answers.holdsAny()) return null;
        try {
            const isWhole = isAsked(given[0]);
            const url = isWhole ? urlOf(given[0]) : answers.addressOf(given[0]);
            if (!answers.isHeld(url)) return null;
            const own = given[1] ? given[1].method : undefined;
            const method = own !== undefined ? upper(own + "")
                : isWhole ? methodOf(given[0]) : "GET";
            return { method: method, url: url };
        } catch (error) {
            return null; // fetch() meets it, too
        }
    }

    // Who calls it for another window may have taken it out of one that is gone.
    root.fetch = {
        fetch(input) {
            const that = this === undefined || this === null ? root : this;
            const signal = signalAmong(arguments);
            const asked = that === root ? askedBy(arguments) : null;
            const answer = apply(fetch, that, arguments);
            return asked !== null || (that === root && answers.isKept())
                ? keepBack(answer, signal, asked)
                : answer;
        }
    }.fetch;

    return answers;
})
