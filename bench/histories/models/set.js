// Of each element whether it is in the set.
export const init = () => ({});
export const commands = {
    add: {
        args: [0],
        fake(s, [item]) {
            const isNew = !s[`e${item}`];
            s[`e${item}`] = true;
            return isNew;
        },
    },
    remove: {
        args: [0],
        fake(s, [item]) {
            const wasIn = !!s[`e${item}`];
            delete s[`e${item}`];
            return wasIn;
        },
    },
    has: {args: [0], fake: (s, [item]) => !!s[`e${item}`]},
};
