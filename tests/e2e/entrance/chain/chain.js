export const init = {count: 0};
export const view = {count: '#count'};
export const project = (state) => state;
export const commands = {More: {fake: (state) => void state.count++, page: ({click}) => click('#more')}};
