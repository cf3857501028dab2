// A store of texts by key: get (an empty text where there is none), put, append.
// Keys are independent of each other. For recorded histories.
export const init = () => ({});

const KEYS = ['a', 'b', 'c'];
const key = (s, pick) => pick.oneOf(KEYS);

export const commands = {
    get: {
        args: (s, pick) => [key(s, pick)],
        fake: (s, [k]) => s[k] ?? '',
    },
    put: {
        args: (s, pick) => [key(s, pick), pick.text({max: 3})],
        fake(s, [k, text]) {
            s[k] = text;
            return null;
        },
    },
    append: {
        args: (s, pick) => [key(s, pick), pick.text({max: 3})],
        fake(s, [k, text]) {
            s[k] = (s[k] ?? '') + text;
            return null;
        },
    },
};

export const partition = (command, [k]) => k;
