// hledger-web, a ledger of double entry: its page and its API from one model.
//
//   : > test.journal
//   weir check hledger.js http://127.0.0.1:5000 --entrance page \
//       --start 'hledger-web --serve -f test.journal --port 5000' \
//       --ready http://127.0.0.1:5000/version \
//       --reset ': > test.journal'
//
// and the same with `--entrance api`.

// ---- what is drawn -----------------------------------------------------------

const DATES = ['2024-01-31', '2024-02-01', '2024-02-29', '2023-12-31', '2024-01-01'];
const ACCOUNTS = ['a', 'a:b', 'b', 'c', 'a:b:c'];
const DESCRIPTIONS = ['x', 'y z', 'é', 'Ann', '100'];

// ---- the ledger --------------------------------------------------------------

// `read`: how many of the entries hledger-web has read from its file.
export const init = () => ({entries: [], read: 0});

// It looks for more when it is asked, and should then find all. It goes by the
// time of the file, whose clock ticks some milliseconds apart: what was added
// that soon after the last reading is not listed, however long one waits, until
// the file changes again. Of more than the last three that has not been seen.
const ALWAYS_READS_ALL = false;
const look = (s, either) => {
    const all = s.entries.length;
    s.read = ALWAYS_READS_ALL ? all : either(Math.max(s.read, all - 3), all);
};
const listed = (s) => s.entries.slice(0, s.read);

const byDate = (entries) =>
    entries.map((entry, place) => ({...entry, place}))
        .sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : a.place - b.place));
const isWithin = (account, whole) => account === whole || account.startsWith(`${whole}:`);
const sum = (numbers) => numbers.reduce((all, one) => all + one, 0);
const balance = (entries, account) =>
    sum(entries.flatMap(({postings}) => postings)
        .filter((one) => isWithin(one.account, account)).map((one) => one.amount));
// Every account that has been used, and what it lies in; in the order of names.
const accountsOf = (entries) => {
    const names = entries.flatMap(({postings}) => postings.flatMap(({account}) =>
        account.split(':').map((part, at, all) => all.slice(0, at + 1).join(':'))));
    return [...new Set(names)].sort((a, b) => {
        const [left, right] = [a.split(':'), b.split(':')];
        const at = left.findIndex((part, place) => part !== right[place]);
        return at === -1 ? -1 : right[at] === undefined ? 1 : left[at] < right[at] ? -1 : 1;
    });
};

// An account that nothing was posted to, or that comes to nothing, and in which
// there is one other, stands in one line with that one: `a:b`.
const sidebar = (entries) => {
    const names = accountsOf(entries);
    const parent = (name) => name.split(':').slice(0, -1).join(':');
    const own = (account) => sum(entries.flatMap(({postings}) => postings)
        .filter((one) => one.account === account).map((one) => one.amount));
    const isElided = (name) =>
        own(name) === 0 && names.filter((other) => parent(other) === name).length === 1;
    const written = (name) => {
        const above = parent(name), last = name.split(':').pop();
        return above !== '' && isElided(above) ? `${written(above)}:${last}` : last;
    };
    return names.filter((name) => !isElided(name))
        .map((name) => ({name: written(name), balance: balance(entries, name)}));
};

// ---- the page ----------------------------------------------------------------

export const view = ({all}) => ({
    accounts: all('#sidebar-menu tr:has(.acct-name)', {name: '.acct-name', balance: 'td:last-child'}),
    total: '#sidebar-menu tr.total td:last-child',
    entries: all('.transactionsreport tr.title', {date: '.date', description: 'td[colspan]'}),
    postings: all('.transactionsreport tr.posting', {account: 'a', amount: '.amount'}),
    heading: '#main-content h2',
    error: '#message',
});
export const project = ({entries, error}) => {
    const latest = byDate(entries).reverse();
    return {
        accounts: sidebar(entries),
        total: 0,
        entries: latest.map(({date, description}) => ({date, description})),
        postings: latest.flatMap(({postings}) => postings),
        heading: 'General Journal',
        error: undefined,
    };
};

const amountOf = (arg) => ({
    acommodity: '', aprice: null, aquantity: {decimalMantissa: arg, decimalPlaces: 0, floatingPoint: arg},
    astyle: {ascommodityside: 'L', ascommodityspaced: false, asdecimalpoint: '.', asdigitgroups: null, asprecision: 0},
});
const postingOf = (account, amount) => ({
    paccount: account, pamount: [amountOf(amount)], pbalanceassertion: null, pcomment: '', pdate: null, pdate2: null,
    poriginal: null, pstatus: 'Unmarked', ptags: [], ptransaction_: '1', ptype: 'RegularPosting',
});
const ADDED = {
    tcode: '', tcomment: '', tdate: '${args[0]}', tdate2: null, tdescription: '${args[1]}', tindex: 1,
    tpostings: [postingOf('${args[2]}', '${args[3]}'), postingOf('${args[4]}', '${args[5]}')],
    tprecedingcomment: '', tstatus: 'Unmarked', ttags: [],
    tsourcepos: [1, 1].map(() => ({sourceName: '', sourceLine: 1, sourceColumn: 1})),
};

// Of what hledger says of an entry, what the model has.
const entryOf = ({tdate, tdescription, tpostings}) => ({
    date: tdate,
    description: tdescription,
    postings: tpostings.map(({paccount, pamount}) =>
        ({account: paccount, amount: pamount[0].aquantity.floatingPoint})),
});
export const commands = {
    Add: {
        weight: 3,
        args: (s, pick) => {
            const amount = pick.integer(-1000, 1000);
            return [
                pick.oneOf(DATES), pick.oneOf(DESCRIPTIONS),
                pick.oneOf(ACCOUNTS), amount, pick.oneOf(ACCOUNTS), -amount,
            ];
        },
        when: (s, [, , , debit, , credit]) => debit + credit === 0,
        real: {method: 'PUT', path: '/add', body: ADDED, answer: 'added'},
        page: ({click, nth, fill}, [date, description, debited, debit, credited, credit]) => [
            click('#addformlink'),
            fill('#addform [name=date]', date),
            fill('#addform [name=description]', description),
            fill(nth('#addform [name=account]', 0), debited),
            fill(nth('#addform [name=amount]', 0), String(debit)),
            fill(nth('#addform [name=account]', 1), credited),
            fill(nth('#addform [name=amount]', 1), String(credit)),
            click('#addform [type=submit]'),
        ],
        fake(s, [date, description, debited, debit, credited, credit], fresh, either) {
            look(s, either);
            const postings = [{account: debited, amount: debit}, {account: credited, amount: credit}];
            s.entries.push({date, description, postings});
            return 'added';
        },
    },
    Reload: {
        page: ({reload}) => reload(),
        fake: () => null,
    },
    Entries: {
        real: {method: 'GET', path: '/transactions', answer: ({body}) => body.map(entryOf)},
        fake(s, args, fresh, either) {
            look(s, either);
            return listed(s);
        },
    },
    Accounts: {
        real: {method: 'GET', path: '/accountnames'},
        fake(s, args, fresh, either) {
            look(s, either);
            return accountsOf(listed(s));
        },
    },
};
