// A clerk who takes tickets for customers from a dispenser that answers over
// HTTP, and that is at fault now and then: the clerk asks again where nothing
// was done, and says so where nobody knows.
//
// Over JSON lines only. The dispenser is the model of ../tickets, served by
// `weir serve-model`; Refuse and Lose arm a fault there, for the next ticket.
export const init = () => ({last: 0, fault: null});

const arms = (fault) => ({
    when: (s) => s.fault === null,
    fake(s) {
        s.fault = fault;
        return null;
    },
});

export const commands = {
    Serve: {
        weight: 3,
        fake(s) {
            const fault = s.fault;
            s.fault = null;
            s.last++;
            return fault === 'lost' ? {error: 'nobody knows'} : s.last;
        },
    },
    Refuse: arms('refused'), // the dispenser answers 503, and does nothing
    Lose: arms('lost'), // it gives a ticket, and its answer is lost
};

export const label = (before, command) =>
    command === 'Serve' && before.fault !== null ? [`served when ${before.fault}`] : [];
export const cover = {'served when refused': 20, 'served when lost': 20};
