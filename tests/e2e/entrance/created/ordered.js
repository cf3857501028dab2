export const init = {list: []};
export const view = ({all}) => ({list: all('li', {id: '@id', number: '@text'})});
export const project = ({list}) => ({list: [...list].sort((a, b) => a.number - b.number)});
export const commands = {
    Add: {
        args: (state, pick) => [pick.integer(0, 9)],
        creates: ['number'],
        fake: ({list}, [number], [id]) => void list.push({id, number}),
        page: ({type, press}, [number]) => [type('input', String(number)), press('Enter')],
    },
};
