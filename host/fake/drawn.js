// Arguments of commands, drawn with `pick`: the host answers from its tape
// (fake/pick.h). `harness` has what harness.js gives for this.
(function (harness) {
    'use strict';

    const {host, isFunction, whole, misuse, wordsOf, textOf, decode} = harness;
    const {parse, stringify} = JSON;
    const {isArray} = Array;

    const NONE = {}; // thrown: there is nothing of the kind that is wanted

    function ask(question) {
        const answer = parse(host.talk(stringify({pick: question})));
        if (answer.wrong !== undefined) misuse(answer.wrong);
        return answer.picked;
    }
    const filled = (list, what) =>
        (isArray(list) && list.length > 0 ? list : misuse(`${what} needs a list with something in it`));

    // {min, max}, or just the largest length
    function lengths(options, what) {
        const {min = 0, max = min + 8} = typeof options === 'number' ? {max: options} : options ?? {};
        return {min: whole(min, `the "min" of ${what}`), max: whole(max, `the "max" of ${what}`)};
    }

    const pick = wordsOf('pick', {
        integer: (low, high) => ask({
            kind: 'integer', low: whole(low, 'the lower end of pick.integer'),
            high: whole(high, 'the upper end of pick.integer'),
        }),
        number: (low = 0, high = 1) => ask({kind: 'number', low, high}),
        boolean: () => ask({kind: 'boolean'}),
        oneOf: (list) => list[ask({kind: 'index', count: filled(list, 'pick.oneOf').length})],
        weighted(pairs) {
            const weights = filled(pairs, 'pick.weighted').map(([weight]) => whole(weight, 'a weight'));
            const chosen = pairs[ask({kind: 'weighted', weights})][1];
            return isFunction(chosen) ? chosen() : chosen;
        },
        text: (options) => ask({kind: 'text', alphabet: options?.alphabet, ...lengths(options, 'pick.text')}),
        list(make, options) {
            if (!isFunction(make)) misuse('pick.list needs a function that makes an item');
            const {min, max} = lengths(options, 'pick.list');
            const items = [];
            while (ask({kind: 'more', at: items.length, min, max})) items.push(make(items.length));
            return items;
        },
        ref(type) {
            const found = ask({kind: 'ref', type});
            if (found === null) throw NONE;
            return decode(found);
        },
        existing(list, make) {
            const items = [...list];
            if (items.length === 0 && !isFunction(make)) throw NONE;
            const isNew = isFunction(make) && (items.length === 0 || ask({kind: 'fresh'}));
            return isNew ? make() : items[ask({kind: 'recent', count: items.length})];
        },
    });

    function argumentsOf(command, state) {
        if (command.args === undefined) return [];
        const made = isArray(command.args)
            ? command.args.map((item) => (isFunction(item) ? item(pick, state) : item))
            : command.args(state, pick);
        return isArray(made) ? made : misuse(`it must give a list, not ${textOf(made)}`);
    }

    return {NONE, argumentsOf};
})
