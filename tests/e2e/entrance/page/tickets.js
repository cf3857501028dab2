// The page's own identifiers look like its numbers.
export const init = [];
export const view = ({all}) => ({ids: all('li', '@[data-id]'), total: '#total'});
export const project = (tickets) => ({ids: tickets, total: tickets.length});
export const commands = {
    Add: {
        creates: ['ticket'],
        fake(tickets, _, [id]) {
            tickets.push(id);
            return id;
        },
        page: ({click}) => click('#add'),
    },
};
