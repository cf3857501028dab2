// A lock that says whether it was free.
export const init = () => ({holder: null});
export const commands = {
    lock: {
        args: [0],
        fake(s, [process]) {
            if (s.holder !== null) return false;
            s.holder = process;
            return true;
        },
    },
    unlock: {
        args: [0],
        when: (s, [process]) => s.holder === process,
        fake(s) {
            s.holder = null;
            return null;
        },
    },
};
