// A counter. The system beside it (system.c) forgets to count at 42.
// Over HTTP: where a run begins anew.
export const real = {reset: {method: 'POST', path: '/reset'}};

export const init = () => ({n: 0});

export const commands = {
    Incr: {
        fake(s) {
            s.n += 1;
            return null;
        },
    },
    Get: {
        fake: (s) => s.n,
    },
};
