// The rules of a budget: when what recurs happens, and in which order it is
// told. Days are numbers, from 1970-01-01 on, of no zone.

// ---- dates -------------------------------------------------------------------

const DAY = 24 * 60 * 60 * 1000;
const two = (number) => String(number).padStart(2, '0');
const fieldsOf = (day) => {
    const [year, month, date] = new Date(day * DAY).toISOString().split('T')[0].split('-');
    return {year, month, date};
};
export const american = (day) => {
    const {year, month, date} = fieldsOf(day);
    return `${month}/${date}/${year}`;
};
export const iso = (day) => {
    const {year, month, date} = fieldsOf(day);
    return `${year}-${month}-${date}`;
};
const dayOf = (text) => {
    const [month, date, year] = text.slice(0, 10).split('/').map(Number);
    return Date.UTC(year, month - 1, date) / DAY;
};
export const dayOfIso = (text) => Date.UTC(...text.slice(0, 10).split('-').map((part, i) => part - (i === 1))) / DAY;

// ---- the order of names ------------------------------------------------------

const byCharacters = (a, b) => {
    const left = Array.from(a), right = Array.from(b);
    const place = left.findIndex((character, i) => character !== right[i]);
    if (place === -1) return left.length - right.length;
    return place >= right.length ? 1 : left[place].codePointAt(0) - right[place].codePointAt(0);
};
const nameKey = (name) =>
    name.normalize('NFD').replace(/\p{M}/gu, '').replace(/[A-Z]/g, (letter) => letter.toLowerCase());
export const byName = (a, b) => byCharacters(nameKey(a.name), nameKey(b.name)) || byCharacters(a.name, b.name);

// ---- rules -------------------------------------------------------------------

const isOn = (rule, day) => {
    if (rule.recurrence_type === 'monthly') return Number(fieldsOf(day).date) === rule.day;
    const {basis, interval} = rule;
    if (basis !== null && interval !== null) return Math.floor((day - dayOf(basis)) / 7) % interval === 0;
    return basis === null && interval === null && new Date(day * DAY).getUTCDay() === rule.day;
};

// What happens from one day to another, both included.
export function expand(recurring, start, end) {
    const scheduled = [];
    for (let day = start; start < end && day <= end; day++) {
        const today = recurring.filter((one) => isOn(one.recurrence_rule, day));
        for (const {name, amount} of today.sort(byName)) scheduled.push({date: american(day), name, amount});
    }
    return scheduled;
}

// The time of a basis does not count.
export const settled = (rule) =>
    (rule.recurrence_type === 'weekly' && rule.basis !== null ? {...rule, basis: rule.basis.slice(0, 10)} : rule);
