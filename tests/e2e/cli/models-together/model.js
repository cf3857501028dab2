export const init = {left: 0, done: false};
const pick = (state, pick) => [pick.integer(0, 9)];
const when = (holds) => (state, args) => {
    state.done = state.left > 0 && holds(state.left, ...args);
    return null;
};
const kinds = {
    same: {args: pick, fake: when((left, one) => one === left)},
    less: {args: (state, pick) => [pick.integer(0, 12)], fake: when((left, one) => one === left + 3)},
    twice: {
        args: (state, pick) => [pick.integer(0, 9), pick.integer(0, 9)],
        fake: when((left, one, other) => one === left && other === left),
    },
};
const put = (state, [number]) => { state.left = number; return null; };
export const commands = {Put: {args: pick, fake: put}, KIND: kinds.KIND};
export const invariants = {'never done': (state) => !state.done};
