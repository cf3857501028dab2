// A model of a page: what the page shows ("view"), what a person does ("page"),
// who the users are. What becomes of it: read/view.js of the page script, and
// run/model/viewed.h. `harness` has what harness.js gives for this.
(function (harness) {
    'use strict';

    const {own, isFunction, isObject, whole, wrong, misuse, wordsOf, textOf, Ref} = harness;
    const {stringify} = JSON;
    const {isArray} = Array;

    // "SELECTOR", "SELECTOR@property", "SELECTOR@[attribute]", "@property".
    // read/view.js of the page script reads what becomes of it.
    function leafOf(text, at) {
        const mark = text.lastIndexOf('@');
        const part = mark < 0 ? '' : text.slice(mark + 1);
        if (mark < 0 || !/^(\[[^\s\]]+\]|[\w$]+)$/.test(part)) {
            if (text.trim() === '') wrong(`"view"${at}: a selector is empty`);
            return {one: text.trim(), text: true};
        }
        const one = text.slice(0, mark).trim() || null;
        if (part === 'text') return {one, text: true};
        return part[0] === '[' ? {one, attribute: part.slice(1, -1)} : {one, field: part};
    }

    class Looked {
        constructor(parts) {
            Object.assign(this, parts);
        }
    }
    const selectorIn = (selector, what) =>
        (typeof selector === 'string' && selector.trim() !== ''
            ? selector : wrong(`${what} needs a selector, not ${textOf(selector)}`));
    const looks = wordsOf('a view', {
        all: (selector, of = '@text') =>
            new Looked({all: selectorIn(selector, 'all(...) of the "view"'), of: descriptionOf(of, ` all("${selector}")`)}),
        count: (selector) => new Looked({count: selectorIn(selector, 'count(...) of the "view"')}),
        shown: (selector) => new Looked({shown: selectorIn(selector, 'shown(...) of the "view"')}),
    });

    function descriptionOf(given, at) {
        if (given instanceof Looked) return {...given};
        if (typeof given === 'string') return leafOf(given, at);
        if (!isObject(given) || isArray(given))
            wrong(`"view"${at} must be a selector, all(...), count(...), shown(...) or an object of these, not ${textOf(given)}`);
        const fields = {};
        for (const [name, part] of Object.entries(given)) fields[name] = descriptionOf(part, `${at}.${name}`);
        if (Object.keys(fields).length === 0) wrong(`"view"${at} is empty: nothing would be compared`);
        return {fields};
    }
    const viewOf = (view) => descriptionOf(isFunction(view) ? view(looks) : view, '');

    // How long the state after a command is waited for.
    function settleOf(rule) {
        if (rule === undefined || rule === 'network') return {quiet: 20, atMost: 10000, network: true};
        if (rule === 'now') return null;
        const {quiet, atMost = 10000, network = true} = typeof rule === 'number' ? {quiet: rule} : rule;
        return {quiet, atMost, network};
    }
    const isTime = (ms) => Number.isSafeInteger(ms) && ms >= 0 && ms <= 3600000;
    function checkWaits({settle, patience, optional}, where) {
        if (optional !== undefined && typeof optional !== 'boolean')
            wrong(`"optional"${where} must be true or false, not ${textOf(optional)}`);
        if (patience !== undefined && !isTime(patience))
            wrong(`"patience"${where} must be a number of milliseconds, not ${textOf(patience)}`);
        if (settle !== undefined && typeof settle !== 'string' && typeof settle !== 'number' && !isObject(settle))
            wrong(`"settle"${where} must be 'network', 'now', a number of milliseconds or {quiet, atMost, network}, ` +
                `not ${textOf(settle)}`);
        if (typeof settle === 'string' && !['network', 'now'].includes(settle))
            wrong(`"settle"${where} must be 'network' or 'now', not '${settle}'`);
        const rule = settle === undefined ? null : settleOf(settle);
        if (rule !== null && (!isTime(rule.quiet) || !isTime(rule.atMost)))
            wrong(`"settle"${where}: "quiet" and "atMost" must be numbers of milliseconds, at most an hour`);
    }

    // Which element is meant: a selector, or more exactly.
    class Target {
        constructor(parts) {
            Object.assign(this, parts);
        }
    }
    const targetOf = (given, what) => {
        if (given instanceof Target) return {...given};
        if (typeof given === 'string' && given.trim() !== '') return {find: given};
        return misuse(`${what} needs an element: a selector, nth(...), named(...) or within(...), not ${textOf(given)}`);
    };
    const elementOf = (given, what) => `find:${stringify(targetOf(given, what))}`;
    const textFor = (text, what) => (typeof text === 'string' || text instanceof Ref ? String(text) : misuse(`${what} needs a text, not ${textOf(text)}`));

    // As browsers are asked for them (specs/library/quickstrom/keys.strom).
    const KEYS = {
        Backspace: 0xe003, Tab: 0xe004, Enter: 0xe007, Escape: 0xe00c, Space: 0xe00d, PageUp: 0xe00e,
        PageDown: 0xe00f, End: 0xe010, Home: 0xe011, ArrowLeft: 0xe012, ArrowUp: 0xe013, ArrowRight: 0xe014,
        ArrowDown: 0xe015, Insert: 0xe016, Delete: 0xe017,
        F1: 0xe031, F2: 0xe032, F3: 0xe033, F4: 0xe034, F5: 0xe035, F6: 0xe036,
        F7: 0xe037, F8: 0xe038, F9: 0xe039, F10: 0xe03a, F11: 0xe03b, F12: 0xe03c,
    };
    function keyOf(name) {
        if (own(KEYS, name)) return String.fromCharCode(KEYS[name]);
        if (typeof name === 'string' && [...name].length === 1) return name;
        return misuse(`press needs one character or a key (${Object.keys(KEYS).join(', ')}), not ${textOf(name)}`);
    }

    class Doing {
        constructor(id, ...args) {
            this.id = id;
            this.args = args;
        }
    }
    const onElement = (id) => (target) => new Doing(id, elementOf(target, id));
    const plainly = (id) => () => new Doing(id);
    // Each knows the word that the model has for it, which messages use.
    const worded = (words) => Object.fromEntries(Object.entries(words).map(([word, make]) => [word, (...given) => {
        const made = make(...given);
        return made instanceof Doing ? Object.assign(made, {word}) : made;
    }]));

    const doings = wordsOf('page', worded({
        nth: (target, at) => new Target({...targetOf(target, 'nth'), at: whole(at, 'the place in nth')}),
        named: (target, text) => new Target({...targetOf(target, 'named'), text: textFor(text, 'named')}),
        within: (around, target) => new Target({...targetOf(target, 'within'), in: targetOf(around, 'within')}),
        click: onElement('click'),
        doubleClick: onElement('doubleClick'),
        rightClick: onElement('rightClick'),
        hover: onElement('hover'),
        focus: onElement('focus'),
        clear: onElement('clear'),
        tap: onElement('tap'),
        type: (target, text) => new Doing('enterTextInto', textFor(text, 'type'), elementOf(target, 'type')),
        fill: (target, text) => new Doing('replaceText', textFor(text, 'fill'), elementOf(target, 'fill')),
        fillAtOnce: (target, text) =>
            new Doing('fillAtOnce', textFor(text, 'fillAtOnce'), elementOf(target, 'fillAtOnce')),
        press: (key) => (/^.+\+.+$/.test(key) ? new Doing('chord', key) : new Doing('keyPress', keyOf(key))),
        write: (text) => new Doing('enterText', textFor(text, 'write')),
        select: (target, value) => new Doing('select', elementOf(target, 'select'), String(value)),
        set: (target, value) => new Doing('setValue', elementOf(target, 'set'), value),
        drag: (from, to) => new Doing('drag', elementOf(from, 'drag'), elementOf(to, 'drag')),
        wait: (ms) => new Doing('passTime', whole(ms, 'wait')),
        navigate: (url) => new Doing('navigate', textFor(url, 'navigate')),
        reload: plainly('reload'),
        back: plainly('back'),
        forward: plainly('forward'),
        accept: plainly('acceptDialog'),
        dismiss: plainly('dismissDialog'),
        answer: (text) => new Doing('answerDialog', textFor(text, 'answer')),
        hold: (pattern) => new Doing('holdAnswers', textFor(pattern, 'hold')),
        release: (place = 0) => (whole(place, 'the place in release') >= 0
            ? new Doing('release', place) : misuse(`the place in release is counted from 0, and is not ${place}`)),
    }));

    function actionsIn(given, complain) {
        return [given ?? []].flat(Infinity).map((one) => (one instanceof Doing
            ? {id: one.id, args: one.args, word: one.word}
            : complain(`must give actions such as click('#save'), or a list of them, not ${textOf(one)}`)));
    }
    // After a command nothing is held any more.
    function doneBy(command, args, state, {holds}) {
        const actions = actionsIn(command.page(doings, args, state), (words) => misuse(`it ${words}`));
        if (!actions.some(({id}) => id === 'holdAnswers' || id === 'release')) return actions;
        if (!holds) misuse('it holds answers: the model has to say so (export const holds = true)');
        return [...actions, {id: 'stopHolding', args: []}];
    }

    // What a user does to see what others have done; undefined: nothing, the page shows it by itself.
    function refreshOf(refresh) {
        if (refresh === undefined || refresh === false) return undefined;
        const given = refresh === true ? doings.reload() : refresh(doings);
        return actionsIn(given, (words) => wrong(`"refresh" ${words}`));
    }
    const USERS_LIMIT = 8;
    function checkUsers({users, refresh, view}) {
        if (users === undefined && refresh === undefined) return;
        if (view === undefined)
            wrong(`the model has "${users === undefined ? 'refresh' : 'users'}" and lacks "view": users are those of a page`);
        if (users !== undefined && !(Number.isSafeInteger(users) && users >= 1 && users <= USERS_LIMIT))
            wrong(`"users" must be a number from 1 to ${USERS_LIMIT}, not ${textOf(users)}`);
        if (refresh !== undefined && typeof refresh !== 'boolean' && !isFunction(refresh))
            wrong(`"refresh" must be true (the page is loaded again) or a function that gives actions, not ${textOf(refresh)}`);
    }

    return {viewOf, settleOf, checkWaits, doneBy, refreshOf, checkUsers};
})
