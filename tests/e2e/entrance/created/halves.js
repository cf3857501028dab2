export const init = {rows: []};
export const view = ({all}) => ({rows: all('li', {id: '@id'})});
export const project = ({rows}) => ({rows: rows.map((id) => ({id}))});
export const commands = {
    Add: {
        creates: ['row'],
        fake: ({rows}, args, [id]) => void rows.push(id),
        page: ({click}) => click('body > button'),
    },
    Remove: {
        args: (state, pick) => [pick.ref('row')],
        when: ({rows}, [id]) => rows.includes(id),
        fake: (state, [id]) => void (state.rows = state.rows.filter((one) => one !== id)),
        page: ({click}, [id]) => click(`#${id} button`),
    },
};
