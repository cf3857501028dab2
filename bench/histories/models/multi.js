// Eight registers in one object, and all of them at once.
export const init = () => Object.fromEntries([...Array(8).keys()].map((k) => [`r${k}`, null]));
export const commands = {
    read: {args: [0], fake: (s, [k]) => s[`r${k}`]},
    write: {
        args: [0, 0],
        fake(s, [k, value]) {
            s[`r${k}`] = value;
            return null;
        },
    },
    all: {fake: (s) => [...Array(8).keys()].map((k) => s[`r${k}`])},
};
