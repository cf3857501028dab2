// The systems of combinators.strom, of the small library beside this file: right ones, and
// wrong ones after "Wrong". Inputs a and b, whole numbers that begin with 0.
import {
    buffer, channel, filter, interleave, jump, map, parallel, reset, scan, stop, switchTo, trigger, turn, zip,
} from './signal.mjs';

const large = (x) => x > 50;
const both = (x, y) => 1000 * x + y;
const grow = (sum, x) => sum + Math.abs(x) + 1;

const system = (make) => () => {
    reset();
    const a = channel(0), b = channel(0);
    const out = make(a, b);
    return {inputs: {a: a.push, b: b.push}, outputs: {left: a, right: b, out}, together: turn};
};

export const interleaveRight = system((a, b) => interleave(both, a, b));
export const interleaveWrong = system((a, b) => interleave((x) => x, a, b));
export const jumpRight = system((a, b) => jump(large, a, b));
export const jumpWrong = system((a, b) => map(([x, y]) => (large(x) ? y : x), zip(a, b)));
export const scanRight = system((a) => scan(grow, 0, a));
export const scanWrong = system((a) => scan((sum, x) => sum + x, 0, a)); // meant to fail
export const switchRight = system((a, b) => switchTo(a, b, () => b, false));
export const switchWrong = system((a, b) => switchTo(a, b, () => a, false));
export const bufferRight = system((a) => buffer(0, a));
export const bufferWrong = system((a) => map((x) => x, a));
export const stopRight = system((a) => stop(large, a));
export const stopWrong = system((a) => stop((x) => x > 90, a));
export const zipRight = system((a, b) => zip(a, b));
export const zipWrong = system((a, b) => map(([x]) => [x, 0], zip(a, b))); // meant to fail
export const filterRight = system((a) => filter((x) => x > 10, a));
export const filterWrong = system((a) => filter((x) => x >= 10, a));
export const triggerRight = system((a, b) => trigger((x, y) => x + y, a, b));
export const triggerWrong = system((a, b) => map(([x, y]) => x + y, zip(a, b)));
export const parallelRight = system((a, b) => parallel(a, b));
export const parallelWrong = system((a, b) => zip(a, b));
export const monotoneRight = system((a) => map((x) => 2 * x + 1, a));
export const monotoneWrong = system((a) => map((x) => Math.abs(x), a));
export const switchRRight = system((a, b) => switchTo(a, b, (y) => map((x) => x + y, a), true));
export const switchRWrong = system((a, b) => switchTo(a, b, (y) => map((x) => x + y, a), false));
export const switchSRight = system((a, b) => switchTo(a, b, (_, now) => scan(grow, now, a), true));
export const switchSWrong = system((a, b) => switchTo(a, b, () => scan(grow, 0, a), true));
export const plain = system((a) => a);

// The timer: elapsed and duration, which the slider sets; a second counts while there is
// something left; what comes with a reset or a slider does not count.
const timer = (step) => () => {
    reset();
    const again = channel(0), slider = channel(5), second = channel(0);
    const pair = scan(step, [0, 5], arrivals(again, slider, second));
    return {
        inputs: {reset: again.push, slider: slider.push, second: second.push},
        outputs: {again, duration: slider, tick: second, out: pair}, together: turn,
    };
};
const arrivals = (again, slider, second) =>
    map(([some, one]) => ({reset: some?.[0] ?? null, to: some?.[1] ?? null, one}), parallel(parallel(again, slider), second));

const timerStep = ([n, m], {reset, to, one}) => {
    if (reset !== null && to !== null) return [0, to];
    if (to !== null) return [Math.min(n, to), to];
    if (reset !== null) return [0, m];
    return one !== null && n < m ? [n + 1, m] : undefined;
};
export const timerRight = timer(timerStep);
// Counts on when it is full; forgets the reset where the slider moves, too.
export const timerCountsOn = timer(([n, m], arrived) =>
    (arrived.to === null && arrived.reset === null && arrived.one !== null ? [n + 1, m] : timerStep([n, m], arrived)));
export const timerForgets = timer((state, arrived) => timerStep(state, arrived.to === null ? arrived : {...arrived, reset: null}));
