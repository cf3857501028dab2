// Two accounts in PostgreSQL, by way of postgres.c: together they are never below
// nothing.
export const init = () => ({a: 1, b: 1});

const account = (s, pick) => pick.oneOf(['a', 'b']);

export const commands = {
    Deposit: {
        args: (s, pick) => [account(s, pick), pick.integer(1, 3)],
        fake: (s, [account, amount]) => (s[account] += amount),
    },
    Withdraw: {
        args: (s, pick) => [account(s, pick), pick.integer(1, 3)],
        weight: 2,
        fake(s, [account, amount]) {
            if (s.a + s.b < amount)
                return {error: 'not enough'};
            return (s[account] -= amount);
        },
    },
    Balance: {
        args: (s, pick) => [account(s, pick)],
        fake: (s, [account]) => s[account],
    },
};

export const invariants = {'never below nothing': (s) => s.a + s.b >= 0};
export const label = (before, command, args, answer) =>
    command === 'Withdraw' ? [answer.error ? 'refused' : 'paid'] : [];
