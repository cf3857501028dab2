// The finance application: what recurs, and what that comes to between two
// dates. README.md says how to check it.
import {american, byName, dayOfIso, expand, iso, settled} from './budget.js';

// ---- what is drawn -----------------------------------------------------------

const FIRST = dayOfIso('1990-01-01');
const TIMES = ['', '', '', '20:00', '00:00', '23:59', '03:30'];
const MONTH_ENDS = [-1, 0, 30, 31, 58, 59, 89, 90, 303, 363, 364, 365];

const aDay = (pick) =>
    FIRST + pick.weighted([[3, () => pick.integer(-31, 396)], [1, () => pick.oneOf(MONTH_ENDS)]]);
const withTime = (pick, date, mark) => {
    const time = pick.oneOf(TIMES);
    return time === '' ? date : `${date}${mark}${time}`;
};
// In one line: nobody types a tab or a new line into a field.
const aName = (pick) => pick.weighted([
    [3, () => pick.text({max: 3, alphabet: 'abABéz'})],
    [1, () => pick.text({max: 10}).replace(/\s/g, ' ')],
]);
const maybe = (pick, make) => (pick.weighted([[1, false], [3, true]]) ? make() : null);
const aRule = (pick) => pick.weighted([
    [1, () => ({recurrence_type: 'monthly', day: pick.integer(0, 31)})],
    [1, () => ({
        recurrence_type: 'weekly',
        day: pick.weighted([[9, () => pick.integer(0, 6)], [1, () => pick.integer(7, 31)]]),
        basis: maybe(pick, () => withTime(pick, american(aDay(pick)), ' ')),
        interval: maybe(pick, () => pick.weighted([[3, () => pick.integer(1, 4)], [1, () => pick.integer(1, 60)]])),
    })],
]);
const aTransaction = (pick) => [aName(pick), pick.integer(-2147483648, 2147483647), aRule(pick)];
// One that was added, and may be gone again; or one that never was.
const anId = (s, pick) => pick.weighted([[s.added.length === 0 ? 0 : 5, () => pick.ref('transaction')], [1, 1000]]);

// ---- the model ---------------------------------------------------------------

// `added` has the identifiers in the order in which they were given, so that the
// place of one is its number less one.
export const init = () => ({recurring: [], scheduled: [], error: null, added: []});

const NOT_FOUND = {error: 'Not found'};
const ANSWER = {error: {error: '${body.message}'}};
const FIELDS = (from) => ({
    name: `\${args[${from}]}`,
    amount: `\${args[${from + 1}]}`,
    recurrence_rule: `\${args[${from + 2}]}`,
});
const answered = (one) => ({type: 'recurring_transaction', ...one});
const missing = (s) => {
    s.error = NOT_FOUND.error;
    return NOT_FOUND;
};
const numberOf = (s, id) => (s.added.includes(id) ? s.added.indexOf(id) + 1 : id);

// ---- the page ----------------------------------------------------------------

// Fields are filled at once: the page does not look at keys.
// The row of a transaction has its identifier, under which later commands know it.
export const view = ({all}) => ({
    recurring: all('#recurring tbody tr', {id: '@[id]', number: '.number', name: '.name', amount: '.amount', rule: '.rule'}),
    scheduled: all('#scheduled tbody tr', {date: '.date', name: '.name', amount: '.amount'}),
    error: '#error',
});

const inWords = ({recurrence_type, day, basis, interval}) =>
    [recurrence_type, day, basis && `from ${basis}`, interval && `every ${interval}`]
        .filter((part) => part !== null && part !== undefined).join(' ');
export const project = (s) => ({
    recurring: s.recurring.map(({id, name, amount, recurrence_rule}) =>
        ({id, number: numberOf(s, id), name, amount, rule: inWords(recurrence_rule)})),
    scheduled: s.scheduled,
    error: s.error,
});

const fillIn = ({fillAtOnce: fill, select}, [name, amount, rule]) => [
    fill('#name', name), fill('#amount', String(amount)), select('#type', rule.recurrence_type),
    fill('#day', String(rule.day)), fill('#basis', rule.basis ?? ''), fill('#interval', String(rule.interval ?? '')),
];

// ---- what calls differ in ----------------------------------------------------

// For frames: each kind of rule, alone and beside others, in each kind of range.
const looking = (holds) => (s, command, args) => command === 'viewScheduled' && holds(s, args);
const hasRule = (holds) => looking((s) => s.recurring.some(({recurrence_rule}) => holds(recurrence_rule)));
const daysOf = ([start, end]) => dayOfIso(end) - dayOfIso(start);
const isTimed = (date) => date.includes('T');
export const categories = {
    rule: {
        monthly: hasRule(({recurrence_type}) => recurrence_type === 'monthly'),
        weekly: hasRule(({recurrence_type, basis, interval}) =>
            recurrence_type === 'weekly' && basis === null && interval === null),
        interval: hasRule(({basis, interval}) => (basis ?? null) !== null && (interval ?? null) !== null),
    },
    rules: {
        one: looking(({recurring}) => recurring.length === 1),
        several: looking(({recurring}) => recurring.length > 1),
    },
    range: {
        none: looking((s, args) => daysOf(args) <= 0),
        month: looking((s, args) => daysOf(args) > 0 && daysOf(args) <= 31),
        year: looking((s, args) => daysOf(args) > 31),
    },
    hour: {
        none: looking((s, [start, end]) => !isTimed(start) && !isTimed(end)),
        start: looking((s, [start]) => isTimed(start)),
        end: looking((s, [, end]) => isTimed(end)),
    },
};

// Over HTTP: where a run begins anew.
export const real = {reset: {method: 'POST', path: '/setup', body: {}}};

export const commands = {
    // A state at once, for squares: `--squares begin`.
    begin: {
        args: (s, pick) => [pick.list((place) => {
            const [name, amount, recurrence_rule] = aTransaction(pick);
            return {id: place + 1, name, amount, recurrence_rule};
        }, {min: pick.integer(0, 4), max: 6})],
        weight: 0,
        creates: Array(6).fill('transaction'),
        real: {path: '/setup', body: {recurring_transactions: '${args[0]}'}, answer: '${body.ids}', ...ANSWER},
        fake(s, [list], fresh) {
            s.error = null;
            s.added = fresh.slice(0, list.length);
            s.recurring = list.map((one, place) => ({
                ...one, id: fresh[place], recurrence_rule: settled(one.recurrence_rule),
            }));
            return s.added;
        },
    },
    // What is added has an identifier, which later commands take. It is a
    // number that counts up, too.
    add: {
        args: (s, pick) => aTransaction(pick),
        weight: 3,
        creates: ['transaction'],
        real: {
            path: '/recurring_transactions', body: FIELDS(0),
            answer: {number: '${body.id}', made: '${body}'}, ...ANSWER,
        },
        page: (words, args) => [...fillIn(words, args), words.click('#add')],
        fake(s, [name, amount, rule], [id]) {
            const made = {id, name, amount, recurrence_rule: settled(rule)};
            s.error = null;
            s.recurring.push(made);
            return {number: s.added.push(id), made: answered(made)};
        },
    },
    edit: {
        args: (s, pick) => [anId(s, pick), ...aTransaction(pick)],
        real: {method: 'PUT', path: '/recurring_transactions/${args[0]}', body: FIELDS(1), ...ANSWER},
        page: (words, [id, ...args], s) =>
            [words.fillAtOnce('#number', String(numberOf(s, id))), ...fillIn(words, args), words.click('#edit')],
        fake(s, [id, name, amount, rule]) {
            const place = s.recurring.findIndex((one) => one.id === id);
            if (place === -1) return missing(s);
            const edited = {id, name, amount, recurrence_rule: settled(rule)};
            s.error = null;
            s.recurring[place] = edited;
            s.recurring.sort(byName);
            return answered(edited);
        },
    },
    remove: {
        args: (s, pick) => [anId(s, pick)],
        real: {
            method: 'DELETE', path: '/recurring_transactions/${args[0]}', body: null, answer: '${body.type}', ...ANSWER,
        },
        page: ({fillAtOnce: fill, click}, [id], s) => [fill('#number', String(numberOf(s, id))), click('#remove')],
        fake(s, [id]) {
            if (!s.recurring.some((one) => one.id === id)) return missing(s);
            s.error = null;
            s.recurring = s.recurring.filter((one) => one.id !== id);
            return 'recurring_transactions_delete_success';
        },
    },
    viewRecurring: {
        real: {
            method: 'GET', path: '/recurring_transactions', answer: '${body.recurring_transactions}', ...ANSWER,
        },
        page: ({click}) => click('#reload'),
        fake(s) {
            s.error = null;
            return s.recurring;
        },
    },
    viewScheduled: {
        args(s, pick) {
            const start = aDay(pick);
            const end = pick.weighted([[9, () => start + pick.integer(0, 400)], [1, () => aDay(pick)]]);
            return [withTime(pick, iso(start), 'T'), withTime(pick, iso(end), 'T')];
        },
        weight: 2,
        real: {
            method: 'GET',
            path: '/scheduled_transactions?start_date=${args[0]}&end_date=${args[1]}',
            answer: '${body.scheduled_transactions}',
            ...ANSWER,
        },
        page: ({fillAtOnce: fill, click}, [start, end]) => [fill('#start', start), fill('#end', end), click('#schedule')],
        fake(s, [start, end]) {
            s.error = null;
            s.scheduled = expand(s.recurring, dayOfIso(start), dayOfIso(end));
            return s.scheduled;
        },
    },
};
