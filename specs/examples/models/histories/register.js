// One register that begins as null: read, write, compare and swap. For recorded
// histories: weir check --from HISTORY.jsonl register.js
export const init = () => ({value: null});

export const commands = {
    read: {fake: (s) => s.value},
    write: {
        args: (s, pick) => [pick.integer(0, 4)],
        fake(s, [value]) {
            s.value = value;
            return null;
        },
    },
    // Answers whether it did it.
    cas: {
        args: (s, pick) => [pick.integer(0, 4), pick.integer(0, 4)],
        fake(s, [expected, value]) {
            if (s.value !== expected) return false;
            s.value = value;
            return true;
        },
    },
};
