// Dispensers of numbered tickets, as in a shop: the first ticket is 1, and a
// dispenser that is reset begins again.
// Over HTTP: where a run begins anew.
export const real = {reset: {method: 'POST', path: '/reset'}};

export const init = () => ({dispensers: []});

const find = (s, dispenser) => s.dispensers.find((one) => one.dispenser === dispenser);

export const commands = {
    New: {
        creates: ['dispenser'],
        fake(s, args, [dispenser]) {
            s.dispensers.push({dispenser, last: 0});
            return dispenser;
        },
    },
    Take: {
        args: (s, pick) => [pick.ref('dispenser')],
        weight: 3,
        fake: (s, [dispenser]) => ++find(s, dispenser).last,
    },
    Reset: {
        args: (s, pick) => [pick.ref('dispenser')],
        fake(s, [dispenser]) {
            find(s, dispenser).last = 0;
            return null;
        },
    },
};

export const label = (before, command, args, answer) =>
    command === 'Take' && answer > 1 ? ['later ticket'] : [];
