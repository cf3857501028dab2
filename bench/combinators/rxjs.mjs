// The same of RxJS 7.8, where it has a correspondence (README.md). What arrives at the same
// time is pushed one after the other in one turn: RxJS knows no other way.
import {
    BehaviorSubject, combineLatest, concat, exhaustMap, filter, map, merge, pairwise, scan, skip, switchMap, takeUntil, takeWhile,
    withLatestFrom,
} from 'rxjs';

const large = (x) => x > 50;
const grow = (sum, x) => sum + Math.abs(x) + 1;

const system = (make) => () => {
    const a = new BehaviorSubject(0), b = new BehaviorSubject(0);
    return {inputs: {a, b}, outputs: {left: a, right: b, out: make(a, b)}};
};

export const interleaveRight = system((a, b) => merge(a, b));
export const jumpRight = system((a, b) => concat(a.pipe(takeWhile((x) => !large(x))), b));
export const jumpWrong = system((a, b) => concat(a.pipe(takeWhile((x) => !large(x), true)), b.pipe(skip(1))));
export const scanRight = system((a) => a.pipe(scan(grow, 0)));
export const scanWrong = system((a) => a.pipe(scan((sum, x) => sum + x, 0)));
export const switchRight = system((a, b) => merge(a.pipe(takeUntil(b.pipe(skip(1)))), b.pipe(skip(1))));
export const switchWrong = system((a, b) => merge(a, b.pipe(skip(1)))); // does not leave the first
export const bufferRight = system((a) => a.pipe(pairwise(), map(([before]) => before)));
export const bufferWrong = system((a) => a.pipe(pairwise(), map(([, now]) => now)));
export const stopRight = system((a) => a.pipe(takeWhile((x) => !large(x), true)));
export const stopWrong = system((a) => a.pipe(takeWhile((x) => x < 90, true)));
export const zipRight = system((a, b) => combineLatest([a, b]));
export const zipWrong = system((a, b) => a.pipe(withLatestFrom(b)));
export const filterRight = system((a) => a.pipe(filter((x) => x > 10)));
export const filterWrong = system((a) => a.pipe(filter((x) => x >= 10)));
export const triggerRight = system((a, b) => b.pipe(withLatestFrom(a), map(([y, x]) => x + y)));
export const triggerWrong = system((a, b) => combineLatest([a, b]).pipe(map(([x, y]) => x + y)));
export const monotoneRight = system((a) => a.pipe(map((x) => 2 * x + 1)));
export const monotoneWrong = system((a) => a.pipe(map(Math.abs)));
export const switchRRight = system((a, b) => b.pipe(switchMap((y) => a.pipe(map((x) => x + y)))));
export const switchRWrong = system((a, b) => b.pipe(exhaustMap((y) => a.pipe(map((x) => x + y))))); // stays with the first
export const diamondRight = system((a) => a.pipe(map((x) => 2 * x), withLatestFrom(a), map(([double, x]) => [x, double])));
export const diamondWrong = system((a) => combineLatest([a, a.pipe(map((x) => 2 * x))]));
