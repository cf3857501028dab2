// Three inputs, and what has come so far: of each, all together, and in this turn.
export default () => {
    const told = new Set();
    let state = {sum: 0, count: 0, a: 0, b: 0, c: 0, both: 0};
    let turn = [];
    const push = (name) => (value) => {
        turn.push(name);
        const sum = state.sum + value;
        state = {...state, sum, count: state.count + 1, [name]: state[name] + 1};
    };
    return {
        inputs: {a: push("a"), b: push("b"), c: push("c")},
        outputs: {seen: {subscribe: (run) => (told.add(run), run(state), () => told.delete(run))}},
        together: (run) => {
            turn = [];
            run();
            if (new Set(turn).size > 1) state = {...state, both: state.both + 1};
            for (const tell of told) tell(state);
        },
    };
};
