export const init = {count: 0};
export const patience = 3000;
export const view = {count: '#count'};
export const project = ({count}) => ({count});

export const commands = {
    More: {fake: (state) => void state.count++, page: ({click}) => click('#more')},
    Warm: {weight: 3, fake() {}, page: ({click}) => click('#warm')},
};
