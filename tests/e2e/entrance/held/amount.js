// Two quick edits, whose answers come in any order.
export const holds = true;
export const init = {amount: 0};
export const view = {amount: '#amount', saved: '#saved'};
export const project = ({amount}) => ({amount, saved: amount});

const STEPS = {ArrowUp: 1, ArrowDown: -1};
const aKey = (pick) => pick.oneOf(Object.keys(STEPS));
export const commands = {
    Once: {
        args: (state, pick) => [aKey(pick)],
        fake: (state, [key]) => void (state.amount += STEPS[key]),
        page: ({focus, press}, [key]) => [focus('#amount'), press(key)],
    },
    Twice: {
        args: (state, pick) => [aKey(pick), aKey(pick), pick.integer(0, 1)],
        fake: (state, [one, other]) => void (state.amount += STEPS[one] + STEPS[other]),
        page: ({hold, focus, press, release}, [one, other, first]) =>
            [hold('*/answer.json*'), focus('#amount'), press(one), press(other), release(first), release()],
    },
};
