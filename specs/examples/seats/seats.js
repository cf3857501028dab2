// The seats of a small cinema, on the pages of two people at a time.
export const users = 2;
export const patience = 1000; // milliseconds, until all see what one has done

export const init = {seats: ['', '', '', '']};

export const view = ({all}) => ({seats: all('#seats .who'), sold: '#sold'});
export const project = ({seats}) => ({
    seats,
    sold: `${seats.filter((name) => name !== '').length} sold`,
});

export const commands = {
    Book: {
        args: ({seats}, pick) => [pick.integer(0, seats.length - 1), pick.oneOf(['ann', 'bob'])],
        weight: 2,
        fake({seats}, [seat, name]) {
            if (seats[seat] === '') seats[seat] = name;
        },
        page: ({fill, click, nth}, [seat, name]) => [fill('#name', name), click(nth('.book', seat))],
    },
    GiveBack: {
        args: ({seats}, pick) => [pick.integer(0, seats.length - 1)],
        fake({seats}, [seat]) {
            seats[seat] = '';
        },
        page: ({click, nth}, [seat]) => click(nth('.free', seat)),
    },
};
