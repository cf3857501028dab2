// What is created may be seen much later.
export const init = {things: [], isOpen: false};
export const view = ({all}) => ({things: all('li', {id: '@id', name: 'span'})});
export const project = ({things, isOpen}) => ({
    things: isOpen ? things.map(({id, name}) => ({id: `thing-${id}`, name})) : [],
});
export const commands = {
    Add: {
        weight: 2,
        args: (state, pick) => [pick.oneOf(['a', 'b'])],
        creates: ['thing'],
        fake: ({things}, [name], [id]) => void things.push({id, name}),
        page: ({fill, click}, [name]) => [fill('#name', name), click('#add')],
    },
    Open: {
        fake: (state) => void (state.isOpen = !state.isOpen),
        page: ({click}) => click('#open'),
    },
    Out: {
        args: (state, pick) => [pick.ref('thing')],
        when: ({things, isOpen}, [id]) => isOpen && things.some((one) => one.id === id),
        fake: (state, [id]) => void (state.things = state.things.filter((one) => one.id !== id)),
        page: ({click}, [id]) => click(`#thing-${id} .out`),
    },
};
