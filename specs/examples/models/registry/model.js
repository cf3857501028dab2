// A registry of processes, as Erlang has one: names for processes that live.
// Registering fails where the name is taken, the process has a name, or it is
// dead; a process that is killed loses its name.
// Over HTTP: where a run begins anew.
export const real = {reset: {method: 'POST', path: '/reset'}};

export const init = () => ({alive: [], names: []});

const NAMES = ['a', 'b', 'c', 'd', 'e'];
const BAD = {error: 'badarg'};

const holder = (s, name) => s.names.find((one) => one.name === name);
const nameOf = (s, process) => s.names.find((one) => one.process === process);
const drop = (s, entry) => s.names.splice(s.names.indexOf(entry), 1);
const aName = (s, pick) =>
    pick.existing(s.names.map(({name}) => name), () => pick.oneOf(NAMES));

export const commands = {
    Spawn: {
        creates: ['process'],
        fake(s, args, [process]) {
            s.alive.push(process);
            return process;
        },
    },
    WhereIs: {
        args: (s, pick) => [aName(s, pick)],
        fake: (s, [name]) => holder(s, name)?.process ?? null,
    },
    Register: {
        args: (s, pick) => [aName(s, pick), pick.ref('process')],
        weight: 2,
        fake(s, [name, process]) {
            if (holder(s, name) || nameOf(s, process) || !s.alive.includes(process)) return BAD;
            s.names.push({name, process});
            return true;
        },
    },
    Unregister: {
        args: (s, pick) => [aName(s, pick)],
        weight: 2,
        fake(s, [name]) {
            const entry = holder(s, name);
            if (!entry) return BAD;
            drop(s, entry);
            return true;
        },
    },
    Kill: {
        args: (s, pick) => [pick.ref('process')],
        fake(s, [process]) {
            const entry = nameOf(s, process);
            if (entry) drop(s, entry);
            s.alive = s.alive.filter((one) => one !== process);
            return true;
        },
    },
};

export function label(before, command, args, answer) {
    if (command !== 'Register' && command !== 'Unregister') return [];
    return [`${command} ${answer.error ? 'failed' : 'succeeded'}`];
}
