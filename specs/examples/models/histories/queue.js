// A first-in first-out queue of whatever is enqueued; dequeue answers null where
// it is empty. For recorded histories: weir check --from HISTORY.jsonl queue.js
export const init = () => ({items: []});

export const commands = {
    enqueue: {
        args: (s, pick) => [pick.integer(0, 9)],
        fake(s, [item]) {
            s.items.push(item);
            return null;
        },
    },
    dequeue: {fake: (s) => s.items.shift() ?? null},
};
