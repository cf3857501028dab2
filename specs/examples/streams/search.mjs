// A search field without its page: what is typed, and the results that are shown. The
// server answers each query when it likes: `answer` answers the oldest that is open,
// `answerLast` the newest.

const stream = () => {
    const runs = new Set();
    return {
        next: (value) => runs.forEach((run) => run(value)),
        subscribe(run) {
            runs.add(run);
            return () => runs.delete(run);
        },
    };
};

// Asks 300 ms after the last key. isNewest: whether an answer may still be shown.
const search = (isNewest) => () => {
    const shown = stream(), asked = stream();
    const open = []; // queries without an answer
    let timer, newest = null;
    const ask = (query) => {
        newest = query;
        open.push(query);
        asked.next(query);
    };
    const show = (query) => {
        if (query !== undefined && isNewest(query, newest)) shown.next(query);
    };
    return {
        inputs: {
            typed: (text) => {
                clearTimeout(timer);
                timer = setTimeout(ask, 300, text);
            },
            answer: () => show(open.shift()),
            answerLast: () => show(open.pop()),
        },
        outputs: {asked, shown},
    };
};

export default search((query, newest) => query === newest);

// Shows whatever comes last.
export const careless = search(() => true);
