// Takes numbers, and pairs of them.
export const init = {};
const numbers = (state, pick) => [pick.integer(0, 2000000000)];
export const commands = {
    Take: {args: numbers, fake: (state, [number]) => number},
    Below: {args: (state, pick) => [pick.integer(-2000000000, 0)], fake: (state, [number]) => number},
    Rest: {fake: () => null},
};
