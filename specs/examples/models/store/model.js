// A store of numbers by key. Keys that exist are preferred (four in five);
// each key is an object of its own.
// Over HTTP: where a run begins anew.
export const real = {reset: {method: 'POST', path: '/reset'}};

export const init = () => ({});

const KEYS = [...'abcdefgh'];
const aKey = (s, pick) => pick.existing(Object.keys(s), () => pick.oneOf(KEYS));

export const commands = {
    Read: {
        args: (s, pick) => [aKey(s, pick)],
        weight: 5,
        fake: (s, [key]) => s[key] ?? null,
    },
    Write: {
        args: (s, pick) => [aKey(s, pick), pick.integer(0, 9)],
        weight: 3,
        fake(s, [key, value]) {
            s[key] = value;
            return null;
        },
    },
    Delete: {
        args: (s, pick) => [aKey(s, pick)],
        weight: 2,
        fake(s, [key]) {
            const existed = key in s;
            delete s[key];
            return existed;
        },
    },
};

export const label = (before, command, [key]) =>
    [`${command} of a key that ${key in before ? 'exists' : 'does not exist'}`];
