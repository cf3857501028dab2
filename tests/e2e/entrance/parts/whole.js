// All that a page says, and whether it is there at all; rows without boxes of their own.
export const init = {count: 0};
export const view = ({shown, count, all}) => ({
    body: 'body', page: 'html', there: shown('body'), pages: count('html'), none: 'body.dark',
    rows: all('.row'),
});
export const project = ({count}) => ({
    body: `${count} more a b`, page: `${count} more a b`, there: true, pages: 1, none: null,
    rows: ['a', 'b'],
});
export const commands = {
    More: {fake: (state) => void state.count++, page: ({click}) => click('#more')},
};
