// What a to-do list does, and where a page shows it (docs/manual/model.md).
// Applications of 2014 have ids where newer ones have classes.
const called = (name) => `.${name}, #${name}`;
const row = '.todo-list > li, #todo-list > li';
const filters = ['All', 'Active', 'Completed'];

export const init = {items: [], filter: 'All', draft: ''};

const fits = {All: () => true, Active: (one) => !one.done, Completed: (one) => one.done};
const shown = (s) => s.items.filter(fits[s.filter]);
const left = (s) => s.items.filter((one) => !one.done).length;

export const view = ({all, count, shown}) => ({
    items: all(row, {title: 'label', done: '.toggle@checked'}),
    edited: count('.todo-list .edit, #todo-list .edit'), // each edit comes to its end
    draft: `${called('new-todo')}@value`,
    left: called('todo-count'),
    number: '.todo-count strong, #todo-count strong',
    filter: '.filters .selected, #filters .selected',
    allDone: `${called('toggle-all')}@checked`,
    clear: shown(called('clear-completed')),
});
export const project = (s) => ({
    items: shown(s),
    edited: 0,
    draft: s.draft,
    ...(s.items.length === 0 ? {left: null} : {
        left: `${left(s)} ${left(s) === 1 ? 'item' : 'items'} left`,
        number: left(s),
        filter: s.filter,
        allDone: left(s) === 0,
    }),
    clear: left(s) < s.items.length,
});

// The place of one of the items that are shown.
const place = (s, pick) => pick.existing(shown(s).keys());
const isThere = (s, [at]) => at < shown(s).length;
// Of blanks alone in one of five.
const title = (pick) => pick.text({max: 5, alphabet: 'abC '});

// Whether blanks stay in the box no rule says.
function add(s, text, either) {
    if (text.trim() !== '') s.items.push({title: text.trim(), done: false});
    s.draft = text.trim() === '' ? either('', text) : '';
}

export const commands = {
    Add: {
        weight: 6,
        args: (s, pick) => [title(pick)],
        fake: (s, [text], fresh, either) => add(s, text, either),
        page: ({fill, press}, [text]) => [fill(called('new-todo'), text), press('Enter')],
    },
    Draft: {
        weight: 2,
        args: (s, pick) => [title(pick)],
        fake: (s, [text]) => void (s.draft = text),
        page: ({fill}, [text]) => fill(called('new-todo'), text),
    },
    Enter: {
        weight: 2,
        when: (s) => s.draft !== '',
        fake: (s, args, fresh, either) => add(s, s.draft, either),
        page: ({focus, press}) => [focus(called('new-todo')), press('Enter')],
    },
    Toggle: {
        weight: 4,
        args: (s, pick) => [place(s, pick)],
        when: isThere,
        fake(s, [at]) {
            const item = shown(s)[at];
            item.done = !item.done;
        },
        page: ({click, nth, within}, [at]) => click(within(nth(row, at), '.toggle')),
    },
    ToggleAll: {
        weight: 2,
        when: (s) => s.items.length > 0,
        fake(s) {
            const done = left(s) > 0;
            for (const item of s.items) item.done = done;
        },
        page: ({focus, press}) => [focus(called('toggle-all')), press(' ')],
    },
    Remove: {
        weight: 3,
        args: (s, pick) => [place(s, pick)],
        when: isThere,
        fake(s, [at]) {
            s.items.splice(s.items.indexOf(shown(s)[at]), 1);
        },
        page: ({hover, click, nth, within}, [at]) => [hover(nth(row, at)), click(within(nth(row, at), '.destroy'))],
    },
    Edit: {
        weight: 6,
        args: (s, pick) => [place(s, pick), title(pick), pick.oneOf(['Enter', 'Escape', 'Tab'])],
        when: isThere,
        fake(s, [at, text, key]) {
            const item = shown(s)[at];
            if (key === 'Escape') return;
            if (text.trim() === '') s.items.splice(s.items.indexOf(item), 1);
            else item.title = text.trim();
        },
        page: ({doubleClick, press, write, nth, within}, [at, text, key]) => [
            doubleClick(within(nth(row, at), 'label')),
            press('Control+a'),
            ...text === '' ? [press('Delete')] : [write(text)],
            press(key),
        ],
    },
    Filter: {
        weight: 4,
        args: (s, pick) => [pick.oneOf(filters)],
        when: (s) => s.items.length > 0,
        fake: (s, [name]) => void (s.filter = name),
        page: ({click, named}, [name]) => click(named('.filters a, #filters a', name)),
    },
    Clear: {
        weight: 2,
        when: (s) => left(s) < s.items.length,
        fake: (s) => void (s.items = s.items.filter((one) => !one.done)),
        page: ({click}) => click(called('clear-completed')),
    },
    Reload: {
        patience: 2000, // of the page's time: some start late
        fake: (s) => void (s.draft = ''),
        page: ({reload}) => reload(),
    },
};
