// A first-in first-out queue of a fixed size. The system beside it is a
// circular buffer in C (system.c) with a bug for each of its first versions.
export const init = () => ({queues: []});

const find = (s, queue) => s.queues.find((one) => one.queue === queue);

export const commands = {
    New: {
        args: (s, pick) => [pick.integer(1, 5)],
        creates: ['queue'],
        fake(s, [size], [queue]) {
            s.queues.push({queue, size, items: []});
            return queue;
        },
    },
    Put: {
        args: (s, pick) => [pick.ref('queue'), pick.integer(0, 9)],
        when(s, [queue]) {
            const {size, items} = find(s, queue);
            return items.length < size;
        },
        weight: 3,
        fake(s, [queue, item]) {
            find(s, queue).items.push(item);
            return null;
        },
    },
    Get: {
        args: (s, pick) => [pick.ref('queue')],
        when: (s, [queue]) => find(s, queue).items.length > 0,
        weight: 2,
        fake: (s, [queue]) => find(s, queue).items.shift(),
    },
    Size: {
        args: (s, pick) => [pick.ref('queue')],
        weight: 2,
        fake: (s, [queue]) => find(s, queue).items.length,
    },
};
