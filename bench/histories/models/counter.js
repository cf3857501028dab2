export const init = () => ({n: 0});
export const commands = {
    incr: {
        fake(s) {
            s.n++;
            return null;
        },
    },
    get: {fake: (s) => s.n},
};
