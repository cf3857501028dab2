// A model is a system, too: a command is an input, its arguments the value.
export const init = () => ({n: 0});
export const commands = {
    Add: {fake(state, [by]) { state.n += by; return state.n; }},
    Reset: {when: (state) => state.n > 0, fake(state) { state.n = 0; return null; }},
};
