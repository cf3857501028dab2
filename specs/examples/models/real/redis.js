// Redis: counters, lists and sets, by way of redis.c.
export const init = () => ({counters: {}, lists: {}, sets: {}});

const NAMES = ['a', 'b'];
const name = (s, pick) => pick.oneOf(NAMES);
const item = (s, pick) => pick.oneOf(['x', 'y', 'z']);
const list = (s, name) => (s.lists[name] ??= []);
const set = (s, name) => (s.sets[name] ??= []);

export const commands = {
    Add: {
        args: (s, pick) => [name(s, pick), pick.integer(1, 3)],
        weight: 3,
        fake: (s, [name, number]) => (s.counters[name] = (s.counters[name] ?? 0) + number),
    },
    Count: {
        args: (s, pick) => [name(s, pick)],
        fake: (s, [name]) => s.counters[name] ?? 0,
    },
    Push: {
        args: (s, pick) => [name(s, pick), item(s, pick)],
        fake: (s, [name, item]) => list(s, name).push(item),
    },
    Pop: {
        args: (s, pick) => [name(s, pick)],
        fake: (s, [name]) => list(s, name).pop() ?? null,
    },
    Shift: {
        args: (s, pick) => [name(s, pick)],
        fake: (s, [name]) => list(s, name).shift() ?? null,
    },
    Items: {
        args: (s, pick) => [name(s, pick)],
        fake: (s, [name]) => [...list(s, name)],
    },
    Join: {
        args: (s, pick) => [name(s, pick), item(s, pick)],
        fake(s, [name, item]) {
            const isNew = !set(s, name).includes(item);
            if (isNew)
                set(s, name).push(item);
            set(s, name).sort();
            return isNew ? 1 : 0;
        },
    },
    Leave: {
        args: (s, pick) => [name(s, pick), item(s, pick)],
        fake(s, [name, item]) {
            const at = set(s, name).indexOf(item);
            if (at >= 0)
                s.sets[name].splice(at, 1);
            return at >= 0 ? 1 : 0;
        },
    },
    Size: {
        args: (s, pick) => [name(s, pick)],
        fake: (s, [name]) => set(s, name).length,
    },
};
