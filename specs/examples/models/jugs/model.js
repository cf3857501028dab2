// Die Hard: a jug of 5 litres, one of 3, and a tap. The invariant says that
// there are never 4 litres; what breaks it is the solution. No system is needed:
//
//     weir check jugs/model.js --tests 10000
const BIG = 5, SMALL = 3;

export const init = {big: 0, small: 0};

const pour = (amount, room) => Math.min(amount, room);

export const commands = {
    FillBig: {fake: (s) => { s.big = BIG; }},
    FillSmall: {fake: (s) => { s.small = SMALL; }},
    EmptyBig: {fake: (s) => { s.big = 0; }},
    EmptySmall: {fake: (s) => { s.small = 0; }},
    BigIntoSmall: {
        fake(s) {
            const moved = pour(s.big, SMALL - s.small);
            s.big -= moved;
            s.small += moved;
        },
    },
    SmallIntoBig: {
        fake(s) {
            const moved = pour(s.small, BIG - s.big);
            s.small -= moved;
            s.big += moved;
        },
    },
};

export const invariants = {
    'never 4 litres': (s) => s.big !== 4,
};
