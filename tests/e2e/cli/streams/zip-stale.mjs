import {channel, map, reset, turn, zip} from '../../../../bench/combinators/signal.mjs';

// A pair whose second component stays what it was at first.
export default () => {
    reset();
    const a = channel(0), b = channel(0);
    return {inputs: {a: a.push, b: b.push}, outputs: {left: a, right: b, pair: map(([x]) => [x, 0], zip(a, b))}, together: turn};
};
