// The price of an order: four things that it hangs on, three or two choices each.
export const init = {orders: 0};

const which = (at, value) => (state, command, args) => args[at] === value;

export const categories = {
    size: {small: which(0, 1), middling: which(0, 10), large: which(0, 100)},
    customer: {guest: which(1, 'guest'), member: which(1, 'member'), staff: which(1, 'staff')},
    coupon: {none: which(2, 0), tenth: which(2, 10), half: which(2, 50)},
    order: {first: ({orders}) => orders === 0, later: ({orders}) => orders > 0},
};

export const commands = {
    Price: {
        args: (state, pick) => [
            pick.oneOf([1, 10, 100]), pick.oneOf(['guest', 'member', 'staff']), pick.oneOf([0, 10, 50]),
        ],
        fake(state, [size, customer, coupon]) {
            state.orders++;
            return size * (100 - coupon) * (customer === 'staff' ? 1 : 2);
        },
    },
};
