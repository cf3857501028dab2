// Systems that go wrong, each in its own way, at the third value or above 50.
const source = () => {
    const told = new Set();
    return {
        subscribe: (run) => (told.add(run), () => told.delete(run)),
        tell: (value) => told.forEach((run) => run(value)),
    };
};
const system = (act, more = {}) => () => {
    const n = source();
    return {inputs: {a: (value) => { n.tell(value); act(value, n); }}, outputs: {n}, ...more};
};
const boom = () => { throw new RangeError('too much'); };

export const atStart = () => boom();
export const atStartLater = async () => boom();
export const inPush = system((value) => value > 50 && boom());
export const inTimer = system((value) => value > 50 && setTimeout(boom, 400));
export const rejected = system((value) => { if (value > 50) Promise.reject(new RangeError('too much')); });
export const rejectedLater = system(async (value) => { await null; if (value > 50) boom(); });
export const caught = system((value) => { Promise.reject(new RangeError('caught')).catch(() => {}); });
export const together = system(() => {}, {together: (run) => { run(); boom(); }});
// An error by a stream's own channel is one of its values, so to speak: nothing has been thrown.
export const channel = () => {
    let observer = null;
    const n = {pipe() {}, subscribe: (given) => { observer = given; }};
    return {inputs: {a: (value) => (value > 50 ? observer.error(new RangeError('too much')) : observer.next(value))}, outputs: {n}};
};
export default inPush;
