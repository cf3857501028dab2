export const init = {sum: 0};
export const view = {sum: '#sum'};
export const project = ({sum}) => ({sum});

const FIELDS = ['a', 'b', 'c', 'd', 'e', 'f'];

export const commands = {
    Fill: {
        args: (state, pick) => [pick.integer(0, 9)],
        fake: (state, [n]) => void (state.sum = n * FIELDS.length),
        page: ({fillAtOnce}, [n]) => FIELDS.map((id) => fillAtOnce(`#${id}`, String(n))),
    },
};
