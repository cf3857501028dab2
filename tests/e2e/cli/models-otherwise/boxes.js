// Boxes, and names that are put into them, each once. `AS` says how a box is named.
export const init = {boxes: []};
const NAMES = ['a', 'b', 'c'];
const AS = {box: (id) => id, id: (given) => given};

export const commands = {
    Box: {
        creates: ['box'],
        fake({boxes}, args, [id]) {
            boxes.push({id, names: []});
            return id;
        },
    },
    Put: {
        args: (s, pick) => [AS.box(pick.ref('box')), pick.oneOf(NAMES)],
        weight: 2,
        fake({boxes}, [box, name]) {
            const {names} = boxes.find(({id}) => id === AS.id(box));
            if (names.includes(name)) return {error: 'it is there'};
            return names.push(name);
        },
    },
    Show: {fake: ({boxes}) => boxes.map(({names}) => names)},
};
