// A list that is loaded at once, of at least so many items, and what is asked of it.
export const init = {list: []};
const anItem = (pick) => (place) => ({
    place, name: pick.text({max: 3, alphabet: 'ab'}), number: pick.integer(-50, 50),
});
export const commands = {
    Load: {
        weight: 0,
        args: (state, pick) => [pick.list(anItem(pick), {min: pick.integer(0, 4), max: 6})],
        fake: (state, [list]) => void (state.list = list),
    },
    Sum: {fake: ({list}) => list.reduce((sum, {number}) => sum + number, 0)},
    Names: {fake: ({list}) => list.map(({name}) => name)},
};
