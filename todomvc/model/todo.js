// A to-do list in forty lines, and where its page shows it (docs/manual/model.md).
const row = '.todo-list li';
const filters = {All: () => true, Active: (item) => !item.done, Completed: (item) => item.done};
const shown = ({items, filter}) => items.filter(filters[filter]);
const place = (state, pick) => [pick.existing(shown(state).keys())];
const isThere = (state, [at]) => at < shown(state).length;

export const init = {items: [], filter: 'All'};
export const view = ({all}) => ({
    items: all(row, {title: 'label', done: '.toggle@checked'}),
    left: '.todo-count strong',
    filter: '.filters .selected',
});
export const project = (state) => ({
    items: shown(state),
    left: state.items.length === 0 ? null : state.items.filter(filters.Active).length,
    filter: state.items.length === 0 ? null : state.filter,
});

export const commands = {
    Add: {
        weight: 3,
        args: (state, pick) => [pick.text({max: 3, alphabet: 'ab '})],
        fake({items}, [title]) {
            if (title.trim() !== '') items.push({title: title.trim(), done: false});
        },
        page: ({fill, press}, [title]) => [fill('.new-todo', title), press('Enter')],
    },
    Toggle: {
        args: place,
        when: isThere,
        fake: (state, [at]) => void (shown(state)[at].done = !shown(state)[at].done),
        page: ({click, nth}, [at]) => click(nth(`${row} .toggle`, at)),
    },
    Remove: {
        args: place,
        when: isThere,
        fake: ({items, filter}, [at]) => void items.splice(items.indexOf(shown({items, filter})[at]), 1),
        page: ({hover, click, nth, within}, [at]) => [hover(nth(row, at)), click(within(nth(row, at), '.destroy'))],
    },
    Show: {
        args: (state, pick) => [pick.oneOf(Object.keys(filters))],
        when: ({items}) => items.length > 0,
        fake: (state, [name]) => void (state.filter = name),
        page: ({click, named}, [name]) => click(named('.filters a', name)),
    },
    Reload: {fake: () => {}, page: ({reload}) => reload()},
};
