// Six accounts, none of which may be overdrawn.
export const init = () => Object.fromEntries([...Array(6).keys()].map((k) => [`a${k}`, 100]));
export const commands = {
    transfer: {
        args: [0, 1, 0],
        fake(s, [from, to, amount]) {
            if (s[`a${from}`] < amount) return false;
            s[`a${from}`] -= amount;
            s[`a${to}`] += amount;
            return true;
        },
    },
    balance: {args: [0], fake: (s, [k]) => s[`a${k}`]},
};
