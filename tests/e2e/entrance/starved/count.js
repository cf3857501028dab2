// A page that takes its time for each command.
export const init = {count: 0};
export const settle = {quiet: 500, atMost: 10000, network: true};
export const view = {count: '#count'};
export const project = (state) => state;
export const commands = {More: {fake: (state) => void state.count++, page: ({click}) => click('button')}};
