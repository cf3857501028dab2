// What several people bring to a meal. Its server is this model, too (weir serve-model).
export const users = 2;
export const refresh = ({click}) => click('#again');
export const init = {dishes: []};
export const view = ({all}) => ({dishes: all('li', {id: '@[data-id]', name: '.name', cooks: '.cooks'})});
export const project = ({dishes}) => ({dishes});

const find = ({dishes}, id) => dishes.find((one) => one.id === id);

export const real = {reset: {method: 'DELETE', path: '/dishes'}};
export const commands = {
    Bring: {
        real: {path: '/dishes', body: {name: '${args[0]}'}, answer: '${body.id}'},
        args: (state, pick) => [pick.text({min: 1, max: 2, alphabet: 'ab'})],
        creates: ['dish'],
        fake({dishes}, [name], [id]) {
            dishes.push({id, name, cooks: 0});
            return id;
        },
        page: ({fill, click}, [name]) => [fill('#name', name), click('#bring')],
    },
    Cook: {
        real: {path: '/dishes/${args[0]}/cooks', body: null},
        args: (state, pick) => [pick.ref('dish')],
        when: (state, [id]) => find(state, id) !== undefined,
        fake: (state, [id]) => void find(state, id).cooks++,
        page: ({click}, [id]) => click(`[data-id="${id}"] .cook`),
    },
    List: {real: {method: 'GET', path: '/dishes'}, fake: ({dishes}) => dishes},
};
