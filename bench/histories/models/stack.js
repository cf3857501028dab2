export const init = () => ({items: []});
export const commands = {
    push: {
        args: [0],
        fake(s, [item]) {
            s.items.push(item);
            return null;
        },
    },
    pop: {fake: (s) => s.items.pop() ?? null},
};
