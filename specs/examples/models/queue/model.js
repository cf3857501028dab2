// A first-in first-out queue that several processes share; taking from an empty
// one answers null.
// Over HTTP: where a run begins anew.
export const real = {reset: {method: 'POST', path: '/reset'}};

export const init = () => ({items: []});

export const commands = {
    Enqueue: {
        args: (s, pick) => [pick.integer(0, 9)],
        fake(s, [item]) {
            s.items.push(item);
            return null;
        },
    },
    Dequeue: {
        fake: (s) => s.items.shift() ?? null,
    },
};

export const label = (before, command) =>
    command === 'Dequeue' ? [`Dequeue of ${before.items.length === 0 ? 'none' : 'one'}`] : [];
