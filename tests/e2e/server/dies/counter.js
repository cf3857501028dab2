export const init = {count: 0};
export const view = {count: '#count'};
export const project = ({count}) => ({count});
export const commands = {
    Bump: {
        real: {path: '/bump'},
        fake: (s) => ++s.count,
        page: ({click}) => click('#bump'),
    },
};
