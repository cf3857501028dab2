// Shelves with books. The system keeps two tables, each of which counts from 1.
export const init = {shelves: [], books: []};
export const commands = {
    AddShelf: {
        creates: ['shelf'],
        fake(state, args, [shelf]) {
            state.shelves.push(shelf);
            return {id: shelf, shelves: state.shelves.length};
        },
    },
    AddBook: {
        args: (state, pick) => [pick.ref('shelf')],
        creates: ['book'],
        fake(state, [shelf], [book]) {
            state.books.push({book, shelf});
            return {book: {id: book, on: shelf}, left: 9};
        },
    },
    Books: {fake: ({books}) => books.map(({book}) => book)},
};
const equal = (a, b) => a === b || (Object(a) === a && Object(b) === b &&
    Object.keys(a).length === Object.keys(b).length && Object.keys(a).every((key) => equal(a[key], b[key])));
// The books in any order.
export const same = (expected, got, command) =>
    (command === 'Books'
        ? expected.length === got.length && expected.every((book) => got.includes(book)) : equal(expected, got));
