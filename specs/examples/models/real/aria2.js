// The queue of aria2 over JSON-RPC: `weir check aria2.js http://127.0.0.1:6800`.
// Rules: the manual of aria2, "RPC INTERFACE".
//
// aria2 has to run with `--max-concurrent-downloads=1` and one download that
// never comes to an end: it takes the only place, so that all others wait, and
// what is answered does not hang on how fast anything is. What becomes of a
// download that is under way is no part of this model.
const METHOD = (name, params) => ({methodName: `aria2.${name}`, params});
const rpc = (name, params, answer = '${body.result}') => ({
    path: '/jsonrpc',
    body: {jsonrpc: '2.0', id: 'weir', method: `aria2.${name}`, params},
    answer,
    error: {error: 'refused'},
});
const REFUSED = {error: 'refused'};

// Identifiers may be chosen: a few, so that equal ones meet.
const GIDS = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(16));
const URIS = ['x', 'y', 'z'].map((name) => `http://127.0.0.1:9/${name}`);

export const real = {
    // Whatever is there is removed, and then what is left of it. Each of these
    // calls may fail; the answer is 200 all the same.
    reset: {
        path: '/jsonrpc',
        body: {
            jsonrpc: '2.0', id: 'weir', method: 'system.multicall',
            params: [[
                ...GIDS.map((gid) => METHOD('forceRemove', [gid])),
                METHOD('purgeDownloadResult', []),
            ]],
        },
    },
};

// "The status of the removed download becomes removed", says the manual. Of one
// that waits or is paused nothing is left: nobody has heard of it.
const REMOVED_IS_KEPT = false;

// `queue` in order; `over`: what was removed and is still known, the oldest first.
export const init = () => ({queue: [], over: []});

const placeOf = (list, gid) => list.findIndex((one) => one.gid === gid);
const gidIn = (s, pick) => pick.existing(s.queue.map(({gid}) => gid), () => pick.oneOf(GIDS));
const gidOver = (s, pick) => pick.existing(s.over.map(({gid}) => gid), () => pick.oneOf(GIDS));
const uris = (pick) => pick.list(() => pick.oneOf(URIS), {min: 0, max: 3});
const between = (low, value, high) => Math.min(Math.max(low, value), high);

// From `offset` on; a negative one counts from the end, and backwards.
const slice = (list, offset, count) =>
    offset >= 0
        ? list.slice(offset, offset + count)
        : [...list].reverse().slice(-offset - 1, -offset - 1 + count);
const shown = (list) => list.map(({gid, status}) => ({gid, status}));

// A download of the queue that is to be in one state, and is in another then.
const turn = (method, from, to) => ({
    args: (s, pick) => [gidIn(s, pick)],
    real: rpc(method, ['${args[0]}'], 'done'),
    fake({queue}, [gid]) {
        const one = queue.find((one) => one.gid === gid && one.status === from);
        if (one === undefined) return REFUSED;
        one.status = to;
        return 'done';
    },
});

const remove = (method) => ({
    args: (s, pick) => [gidIn(s, pick)],
    real: rpc(method, ['${args[0]}'], 'done'),
    fake({queue, over}, [gid]) {
        const place = placeOf(queue, gid);
        if (place === -1) return REFUSED;
        const [one] = queue.splice(place, 1);
        if (REMOVED_IS_KEPT) over.push({...one, status: 'removed'});
        return 'done';
    },
});

export const commands = {
    Add: {
        weight: 4,
        args: (s, pick) => [pick.oneOf(GIDS), pick.oneOf(['true', 'false']), pick.integer(0, 4)],
        real: rpc('addUri', [[URIS[0]], {gid: '${args[0]}', pause: '${args[1]}'}, '${args[2]}']),
        fake({queue}, [gid, pause, place]) {
            if (placeOf(queue, gid) !== -1) return REFUSED;
            const status = pause === 'true' ? 'paused' : 'waiting';
            queue.splice(place, 0, {gid, status, uris: [URIS[0]]});
            return gid;
        },
    },
    Pause: turn('pause', 'waiting', 'paused'),
    ForcePause: turn('forcePause', 'waiting', 'paused'),
    Unpause: turn('unpause', 'paused', 'waiting'),
    Remove: remove('remove'),
    ForceRemove: remove('forceRemove'),
    Move: {
        weight: 2,
        args: (s, pick) =>
            [gidIn(s, pick), pick.integer(-4, 4), pick.oneOf(['POS_SET', 'POS_CUR', 'POS_END'])],
        real: rpc('changePosition', ['${args[0]}', '${args[1]}', '${args[2]}']),
        fake({queue}, [gid, by, how]) {
            const place = placeOf(queue, gid);
            if (place === -1) return REFUSED;
            const last = queue.length - 1;
            const from = {POS_SET: 0, POS_CUR: place, POS_END: last}[how];
            const to = between(0, from + by, last);
            queue.splice(to, 0, queue.splice(place, 1)[0]);
            return to;
        },
    },
    // Takes addresses away, each once, and then puts others in at a place.
    ChangeUris: {
        args: (s, pick) => [gidIn(s, pick), uris(pick), uris(pick), pick.integer(0, 3)],
        real: rpc('changeUri', ['${args[0]}', 1, '${args[1]}', '${args[2]}', '${args[3]}']),
        fake({queue}, [gid, gone, come, at]) {
            const one = queue.find((one) => one.gid === gid);
            if (one === undefined) return REFUSED;
            let deleted = 0;
            for (const uri of gone) {
                const place = one.uris.indexOf(uri);
                if (place === -1) continue;
                one.uris.splice(place, 1);
                deleted++;
            }
            one.uris.splice(at, 0, ...come);
            return [deleted, come.length];
        },
    },
    Forget: {
        args: (s, pick) => [gidOver(s, pick)],
        real: rpc('removeDownloadResult', ['${args[0]}'], 'done'),
        fake(s, [gid]) {
            const place = placeOf(s.over, gid);
            if (place === -1) return REFUSED;
            s.over.splice(place, 1);
            return 'done';
        },
    },
    ForgetAll: {
        real: rpc('purgeDownloadResult', [], 'done'),
        fake(s) {
            s.over = [];
            return 'done';
        },
    },
    Status: {
        args: (s, pick) => [pick.oneOf(GIDS)],
        real: rpc('tellStatus', ['${args[0]}', ['status']], '${body.result.status}'),
        fake: ({queue, over}, [gid]) =>
            [...queue, ...over].find((one) => one.gid === gid)?.status ?? REFUSED,
    },
    Uris: {
        args: (s, pick) => [gidIn(s, pick)],
        real: rpc('getFiles', ['${args[0]}'], ({body}) => body.result[0].uris.map(({uri}) => uri)),
        fake: ({queue}, [gid]) => queue.find((one) => one.gid === gid)?.uris ?? REFUSED,
    },
    Waiting: {
        weight: 2,
        args: (s, pick) => [pick.integer(-5, 5), pick.integer(0, 5)],
        real: rpc('tellWaiting', ['${args[0]}', '${args[1]}', ['gid', 'status']]),
        fake: ({queue}, [offset, count]) => shown(slice(queue, offset, count)),
    },
    Stopped: {
        args: (s, pick) => [pick.integer(-5, 5), pick.integer(0, 5)],
        real: rpc('tellStopped', ['${args[0]}', '${args[1]}', ['gid', 'status']]),
        fake: ({over}, [offset, count]) => shown(slice(over, offset, count)),
    },
    Count: {
        real: rpc('getGlobalStat', [], {waiting: '${body.result.numWaiting}', over: '${body.result.numStopped}'}),
        fake: ({queue, over}) => ({waiting: String(queue.length), over: String(over.length)}),
    },
};

export const label = (before, command, args, answer) =>
    answer === null || answer.error === undefined ? `${command} done` : `${command} refused`;
export const cover = {'Move done': 20, 'Unpause done': 20, 'Add refused': 20};
