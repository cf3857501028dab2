// Streams of all sorts, by hand.
const subject = () => {
    const observers = new Set();
    const each = (what, value) => {
        for (const observer of [...observers]) observer[what](value);
    };
    const last = (what, value) => {
        each(what, value);
        observers.clear();
    };
    return {
        next: (value) => each('next', value),
        complete: () => last('complete'),
        error: (error) => last('error', error),
        subscribe(observer) {
            observers.add(observer);
            return {unsubscribe: () => observers.delete(observer)};
        },
        pipe() {},
    };
};
const derived = (from, react) => ({
    subscribe: (observer) => from.subscribe({
        next: (value) => react(observer, value), error: (error) => observer.error(error), complete: () => observer.complete(),
    }),
    pipe() {},
});

const make = () => {
    const n = subject(), getter = {now: 0};
    let timer;
    return {
        inputs: {n, set: (value) => { getter.now = value; }, crash: () => { throw new RangeError('too far'); }},
        outputs: {
            never: {subscribe: () => {}},
            flood: derived(n, (observer, value) => {
                for (let i = 1; i <= 10000; i++) observer.next(i * value);
            }),
            circle: derived(n, (observer, value) => {
                const circle = {value};
                circle.self = circle;
                observer.next(circle);
            }),
            function: derived(n, (observer) => observer.next(() => 1)),
            deep: derived(n, (observer, value) => {
                for (let i = 0; i < 600; i++) value = [value, '}'];
                observer.next(value);
            }),
            nan: derived(n, (observer) => observer.next(0 / 0)),
            constructor: derived(n, (observer, value) => observer.next(value)),
            settled: derived(n, (observer, value) => {
                clearTimeout(timer);
                timer = setTimeout(() => observer.next([value, Date.now() - Date.UTC(2024, 0, 1)]), 200);
            }),
            promised: derived(n, (observer, value) => {
                Promise.resolve(value).then((one) => one + 1).then((one) => observer.next(one));
            }),
            getter: () => getter.now,
            counting: (async function* () {
                for (let i = 1; i <= 3; i++) yield i;
            })(),
            n,
        },
    };
};

export default make;
// Without values that are nested too deeply for a line of JSON.
export const shallow = () => {
    const {inputs, outputs: {deep, ...outputs}} = make();
    return {inputs, outputs};
};
