// All that a page says, and whether it is there at all.
export const init = {count: 0};
export const view = ({shown, count}) => ({
    body: 'body', page: 'html', there: shown('body'), pages: count('html'), none: 'body.dark',
});
export const project = ({count}) => ({
    body: `${count} more`, page: `${count} more`, there: true, pages: 1, none: null,
});
export const commands = {
    More: {fake: (state) => void state.count++, page: ({click}) => click('#more')},
};
