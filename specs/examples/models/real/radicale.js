// Radicale, a server of calendars and address books: its page.
//
//   weir check radicale.js http://127.0.0.1:5232/.web/ \
//       --start 'radicale --config "" --auth-type none --server-hosts 127.0.0.1:5232 --storage-filesystem-folder shelf' \
//       --ready http://127.0.0.1:5232/.web/ --reset 'rm -rf shelf/collection-root'

// ---- what is drawn -----------------------------------------------------------

const USERS = ['ann', 'bob'];
// Equal titles would be in any order, and one without is called by its address.
const TITLES = ['a', 'b', 'Work', 'x y', '<b>&amp;', 'é', '"quoted"'];
const DESCRIPTIONS = ['', 'z', 'a & b', '</D:prop>'];
const TYPES = {
    ADDRESSBOOK: 'addressbook',
    CALENDAR_JOURNAL_TASKS: 'calendar, journal and tasks',
    CALENDAR_JOURNAL: 'calendar and journal',
    CALENDAR_TASKS: 'calendar and tasks',
    JOURNAL_TASKS: 'journal and tasks',
    CALENDAR: 'calendar',
    JOURNAL: 'journal',
    TASKS: 'tasks',
};

// ---- who has what ------------------------------------------------------------

export const init = {user: null, shelves: {ann: [], bob: []}, error: ''};

const mine = ({user, shelves}) => shelves[user] ?? [];
const sorted = (list) => [...list].sort((a, b) => a.title.localeCompare(b.title, 'en'));
const isFree = (s, title, but) => !mine(s).some((one) => one.title === title && one !== but);
const isIn = (s) => s.user !== null;
const place = (s, pick) => pick.existing(mine(s).keys());
const isThere = (s, at) => isIn(s) && at < mine(s).length;

// ---- what is shown -----------------------------------------------------------

export const view = ({all, shown}) => ({
    asks: shown('#loginscene'),
    user: 'nav [data-name=user]',
    error: '#loginscene [data-name=error]',
    collections: all('#collectionsscene article', {
        title: '[data-name=title]', description: '[data-name=description]', type: 'small',
    }),
});
export const project = (s) => ({
    asks: !isIn(s),
    user: s.user,
    error: isIn(s) ? null : s.error,
    collections: !isIn(s) ? [] : sorted(mine(s)).map(({title, description, type}) =>
        ({title, description, type: `[${TYPES[type]}]`})),
});

// ---- what a person does ------------------------------------------------------

const LIST = '#collectionsscene', NEW = '#createcollectionscene', EDIT = '#editcollectionscene';
const on = ({within, nth}, at, name) => within(nth(`${LIST} article`, at), `[data-name=${name}]`);
const filledIn = ({fill}, form, title, description) => [
    fill(`${form} [data-name=displayname]`, title),
    fill(`${form} [data-name=description]`, description),
];

export const commands = {
    LogIn: {
        weight: 4,
        args: (s, pick) => [pick.oneOf(['', ...USERS, ...USERS, ...USERS])],
        when: (s) => !isIn(s),
        page: ({fill, press}, [user]) =>
            [fill('#loginscene [data-name=user]', user), press('Enter')],
        fake(s, [user]) {
            s.error = user === '' ? 'Error: Username is empty' : '';
            s.user = user === '' ? null : user;
        },
    },
    LogOut: {
        when: isIn,
        page: ({click}) => click('nav [data-name=link]'),
        fake: (s) => void (s.user = null),
    },
    Reload: {
        page: ({reload}) => reload(),
        fake(s) {
            s.user = null;
            s.error = '';
        },
    },
    Create: {
        weight: 3,
        args: (s, pick) =>
            [pick.oneOf(TITLES), pick.oneOf(DESCRIPTIONS), pick.oneOf(Object.keys(TYPES))],
        when: (s, [title]) => isIn(s) && isFree(s, title),
        page: (words, [title, description, type]) => [
            words.click(`${LIST} [data-name=new]`), ...filledIn(words, NEW, title, description),
            words.select(`${NEW} [data-name=type]`, type), words.click(`${NEW} [data-name=submit]`),
        ],
        fake(s, [title, description, type]) {
            mine(s).push({title, description, type});
            s.shelves[s.user] = sorted(mine(s));
        },
    },
    GiveUpCreating: {
        args: (s, pick) => [pick.oneOf(TITLES)],
        when: isIn,
        page: (words, [title]) => [
            words.click(`${LIST} [data-name=new]`), ...filledIn(words, NEW, title, 'never'),
            words.click(`${NEW} [data-name=cancel]`),
        ],
        fake() {},
    },
    Edit: {
        weight: 2,
        args: (s, pick) => [place(s, pick), pick.oneOf(TITLES), pick.oneOf(DESCRIPTIONS)],
        when: (s, [at, title]) => isThere(s, at) && isFree(s, title, mine(s)[at]),
        page: (words, [at, title, description]) => [
            words.click(on(words, at, 'edit')), ...filledIn(words, EDIT, title, description),
            words.click(`${EDIT} [data-name=submit]`),
        ],
        fake(s, [at, title, description]) {
            Object.assign(mine(s)[at], {title, description});
            s.shelves[s.user] = sorted(mine(s));
        },
    },
    Delete: {
        args: (s, pick) => [place(s, pick), pick.boolean()],
        when: (s, [at]) => isThere(s, at),
        page: (words, [at, isSure]) => [
            words.click(on(words, at, 'delete')),
            words.click(`#deletecollectionscene [data-name=${isSure ? 'delete' : 'cancel'}]`),
        ],
        fake(s, [at, isSure]) {
            if (isSure) mine(s).splice(at, 1);
        },
    },
};
