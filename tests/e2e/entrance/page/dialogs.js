// What a page asks is answered by the command, or as elsewhere.
export const init = {name: 'Ann', greeted: 0};
export const view = {name: '#name', greeted: '#greeted'};
export const project = (state) => state;
const SURE = [false, true, null];
export const commands = {
    // Nobody answers where `sure` is null: that declines.
    Remove: {
        args: (state, pick) => [pick.oneOf(SURE)],
        fake: (state, [sure]) => void (sure === true && (state.name = '')),
        page: ({click, accept, dismiss}, [sure]) =>
            [click('#remove'), ...sure === null ? [] : [sure ? accept() : dismiss()]],
    },
    Rename: {
        args: (state, pick) => [pick.oneOf([null, 'Bo', ''])],
        fake: (state, [text]) => void (text !== null && (state.name = text)),
        page: ({click, answer}, [text]) => [click('#rename'), ...text === null ? [] : [answer(text)]],
    },
    // What the prompt proposes is accepted.
    Same: {fake: () => {}, page: ({click, accept}) => [click('#rename'), accept()]},
    Greet: {fake: (state) => void state.greeted++, page: ({click}) => click('#greet')},
    Reload: {weight: 2, fake: (state) => void Object.assign(state, init), page: ({reload}) => reload()},
};
