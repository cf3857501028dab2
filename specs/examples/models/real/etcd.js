// etcd over its JSON gateway: `weir check etcd.js http://127.0.0.1:2379/v3`.
// Keys and values are base64 there; to the model they are words like others.
export const real = {
    // Everything from the first key on.
    reset: {path: '/kv/deleterange', body: {key: 'AA==', range_end: 'AA=='}},
};

export const init = () => ({});

const KEYS = ['YQ==', 'Yg==']; // a, b
const VALUES = ['MQ==', 'Mg==', 'Mw==']; // 1, 2, 3
const key = (s, pick) => pick.oneOf(KEYS);
const value = (s, pick) => pick.oneOf(VALUES);

export const commands = {
    Put: {
        args: (s, pick) => [key(s, pick), value(s, pick)],
        real: {path: '/kv/put', body: {key: '${args[0]}', value: '${args[1]}'}, answer: 'done'},
        fake(s, [key, value]) {
            s[key] = value;
            return 'done';
        },
    },
    Get: {
        args: (s, pick) => [key(s, pick)],
        weight: 2,
        real: {path: '/kv/range', body: {key: '${args[0]}'}, answer: '${body.kvs[0].value}'},
        fake: (s, [key]) => s[key] ?? null,
    },
    Swap: { // compare and swap
        args: (s, pick) => [key(s, pick), value(s, pick), value(s, pick)],
        weight: 2,
        real: {
            path: '/kv/txn',
            body: {
                compare: [{key: '${args[0]}', target: 'VALUE', result: 'EQUAL', value: '${args[1]}'}],
                success: [{requestPut: {key: '${args[0]}', value: '${args[2]}'}}],
            },
            answer: '${body.succeeded}', // left out where it is false
        },
        fake(s, [key, before, after]) {
            if (s[key] !== before)
                return null;
            s[key] = after;
            return true;
        },
    },
    Delete: {
        args: (s, pick) => [key(s, pick)],
        real: {path: '/kv/deleterange', body: {key: '${args[0]}'}, answer: '${body.deleted}'},
        fake(s, [key]) {
            const existed = key in s;
            delete s[key];
            return existed ? '1' : null;
        },
    },
};

export const partition = (command, [key]) => key;
export const label = (before, command, args, answer) =>
    command === 'Swap' ? [answer ? 'swapped' : 'not swapped'] : [];
export const cover = {swapped: 20, 'not swapped': 20};
