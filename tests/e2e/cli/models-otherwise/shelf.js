// A shelf of books, in the order in which people look for them.
const byTitle = ([a], [b]) => a.localeCompare(b, 'en');

export const init = [];
export const commands = {
    Put: {
        args: (books, pick) => [pick.text({max: 4, alphabet: 'abcABC'}), pick.boolean() ? pick.integer(1500, 2000) : null],
        weight: 3,
        fake(books, book) {
            books.push(book);
            return null;
        },
    },
    Arrange: {
        fake(books) {
            books.sort(byTitle);
            return null;
        },
    },
    Shelf: {weight: 2, fake: (books) => books.map(([title]) => title)},
    // Books without a year are of no time.
    Since: {
        args: (books, pick) => [pick.integer(1500, 2000)],
        fake: (books, [first]) =>
            books.filter(([, year]) => year !== null && first <= year).sort(byTitle).map(([title]) => title),
    },
};
