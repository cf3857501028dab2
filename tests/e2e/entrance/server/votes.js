// Votes by name, asked through an API or through its page.
export const init = {votes: {}};
export const real = {reset: {path: '/reset'}};

export const view = ({all}) => ({votes: all('#votes tr', {name: '.name', count: '.count'})});
export const project = ({votes}) => ({
    votes: Object.keys(votes).sort().map((name) => ({name, count: votes[name]})),
});

export const commands = {
    Vote: {
        args: (state, pick) => [pick.oneOf(['ann', 'bob'])],
        fake: ({votes}, [name]) => (votes[name] = (votes[name] ?? 0) + 1),
        real: {path: '/votes/${args[0]}', body: null},
        page: ({fill, click}, [name]) => [fill('#name', name), click('#vote')],
    },
    Read: {
        fake: ({votes}) => votes,
        real: {method: 'GET', path: '/votes'},
        page: ({reload}) => reload(),
    },
    // A command of the page alone: the server has no such request.
    Reload: {
        fake: () => 'the page again',
        page: ({reload}) => reload(),
    },
};
