// A counter that is kept on three replicas, one for each process. What they did
// reaches the others a while later: read at the same time as others add, it may
// be too small; when all is quiet, nothing is missing.
export const init = () => ({n: 0});
export const consistency = 'eventual';
export const patience = 40;

export const commands = {
    Add: {
        args: (s, pick) => [pick.integer(1, 9)],
        fake(s, [n]) {
            s.n += n;
            return null;
        },
    },
    Get: {fake: (s) => s.n},
};
