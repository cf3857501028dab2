// What the page knows: the lists, the error. It asks the server and tells who
// listens whenever something has changed; it knows no element.
import {bug} from './bug.js';

const RECURRING = '/recurring_transactions';

// As the server orders names: people's order first, then that of characters.
const keyOf = (name) =>
    name.normalize('NFD').replace(/\p{M}/gu, '').replace(/[A-Z]/g, (letter) => letter.toLowerCase());
function compareTexts(a, b) {
    const left = [...a], right = [...b];
    for (let i = 0; i < Math.min(left.length, right.length); i++)
        if (left[i] !== right[i]) return left[i].codePointAt(0) - right[i].codePointAt(0);
    return left.length - right.length;
}
const byName = (a, b) => compareTexts(keyOf(a.name), keyOf(b.name)) || compareTexts(a.name, b.name);

export class Client {
    recurring = [];
    scheduled = [];
    error = bug === 'empty-error' ? '' : null;
    loading = 0;

    constructor(changed) {
        this.changed = changed;
    }

    // The answer, or null: then `error` says why.
    async ask(method, path, body) {
        this.loading++;
        this.changed();
        try {
            const response = await fetch(path, {
                method,
                headers: body === undefined ? {} : {'Content-Type': 'application/json'},
                body: body === undefined ? undefined : JSON.stringify(body),
            });
            const answer = await response.json();
            this.error = answer.type === 'error' ? answer.message : null;
            return this.error === null ? answer : null;
        } catch {
            this.error = 'The server cannot be understood';
            return null;
        } finally {
            this.loading--;
        }
    }

    async load() {
        const answer = await this.ask('GET', RECURRING);
        if (answer !== null) this.recurring = answer.recurring_transactions;
        this.changed();
    }

    async add(transaction) {
        const answer = await this.ask('POST', RECURRING, transaction);
        if (answer !== null) this.recurring = [...this.recurring, answer];
        this.changed();
    }

    async edit(number, transaction) {
        const answer = await this.ask('PUT', `${RECURRING}/${number}`, transaction);
        if (answer !== null) {
            this.recurring = this.recurring.map((one) => (one.id === number ? answer : one));
            if (bug !== 'unsorted-edit') this.recurring.sort(byName);
        }
        this.changed();
    }

    async remove(number) {
        const transaction = this.recurring.find(({id}) => id === number);
        const which = bug === 'delete-record' && transaction !== undefined ? transaction : number;
        const answer = await this.ask('DELETE', `${RECURRING}/${which}`);
        if (answer !== null) this.recurring = this.recurring.filter(({id}) => id !== number);
        this.changed();
    }

    async schedule(start, end) {
        const query = new URLSearchParams({start_date: start, end_date: end});
        const answer = await this.ask('GET', `/scheduled_transactions?${query}`);
        if (answer !== null) this.scheduled = answer.scheduled_transactions;
        this.changed();
    }
}
