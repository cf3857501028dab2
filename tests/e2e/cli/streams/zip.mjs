import {channel, reset, turn, zip} from '../../../../bench/combinators/signal.mjs';

export default () => {
    reset();
    const a = channel(0), b = channel(0);
    return {inputs: {a: a.push, b: b.push}, outputs: {left: a, right: b, pair: zip(a, b)}, together: turn};
};
