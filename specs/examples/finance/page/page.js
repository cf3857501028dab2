// Shows what the client knows, and tells it what a person does.
import {Client} from './client.js';
import {bug} from './bug.js';

const at = (id) => document.getElementById(id);
const valueOf = (id) => at(id).value;
const numberIn = (id) => (valueOf(id).trim() === '' ? null : Number(valueOf(id)));
const textIn = (id) => (valueOf(id).trim() === '' ? null : valueOf(id).trim());

// ---- shown -------------------------------------------------------------------

function rowOf(cells) {
    const row = document.createElement('tr');
    if ('number' in cells) row.id = `transaction-${cells.number}`;
    for (const [name, text] of Object.entries(cells)) {
        const cell = row.insertCell();
        cell.className = name;
        cell.textContent = text;
    }
    return row;
}

const ruleInWords = ({recurrence_type, day, basis, interval}) =>
    [recurrence_type, day, basis && `from ${basis}`, interval && `every ${interval}`]
        .filter((part) => part !== null && part !== undefined).join(' ');

function show(id, rows) {
    at(id).tBodies[0].replaceChildren(...rows.map(rowOf));
}

const client = new Client(() => {
    show('recurring', client.recurring.map(({id, name, amount, recurrence_rule}) =>
        ({number: id, name, amount, rule: ruleInWords(recurrence_rule)})));
    show('scheduled', client.scheduled.map(({date, name, amount}) => ({date, name, amount})));
    at('error').hidden = client.error === null;
    at('error').textContent = client.error ?? '';
    document.body.ariaBusy = String(client.loading > 0);
});

// ---- done --------------------------------------------------------------------

const transactionIn = () => ({
    name: valueOf('name'),
    amount: numberIn('amount'),
    recurrence_rule: {
        recurrence_type: valueOf('type'), day: numberIn('day'),
        ...(valueOf('type') === 'weekly' ? {basis: textIn('basis'), interval: numberIn('interval')} : {}),
    },
});

at('add').addEventListener('click', () => client.add(transactionIn()));
at('edit').addEventListener('click', () => client.edit(numberIn('number'), transactionIn()));
at('remove').addEventListener('click', () => client.remove(numberIn('number')));
at('reload').addEventListener('click', () => client.load());
at('schedule').addEventListener('click', () => client.schedule(valueOf('start'), valueOf('end')));

client.changed();
