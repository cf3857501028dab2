// Each kind of source, as libraries shape it: what is pushed into n, told by all of them.

// A ref of Vue and what is worked out of it.
const ref = (value) => ({value});
const computed = (work) => ({get value() { return work(); }});

// A stream of Bacon or Kefir: a listener for each kind of event, which gives the stream or what ends it.
const events = (gives) => {
    const heard = {value: [], error: [], end: []};
    const on = (kind) => (listener) => {
        heard[kind].push(listener);
        return gives === 'itself' ? stream : () => {};
    };
    const stream = {onValue: on('value'), onError: on('error'), onEnd: on('end'), subscribe() { throw new Error('not this way'); }};
    return {stream, tell: (kind, value) => heard[kind].forEach((listener) => listener(value))};
};

// Callbags: one that pushes, and one that gives nothing unless it is asked.
const pushed = () => {
    const sinks = [];
    const source = (kind, sink) => {
        if (kind !== 0) return;
        sinks.push(sink);
        sink(0, () => {});
    };
    return {source, tell: (kind, value) => sinks.forEach((sink) => sink(kind, value))};
};
const pulled = (values) => (kind, sink) => {
    if (kind !== 0) return;
    let at = 0;
    sink(0, (asked) => {
        if (asked !== 1) return;
        if (at < values.length) sink(1, values[at++]);
        else sink(2);
    });
};

// A store that tells its state at once, as Effector's does, and one that does not.
const store = (isTold) => {
    const runs = [];
    let state = 0;
    return {
        set(value) {
            state = value;
            runs.forEach((run) => run(state));
        },
        store: {
            getState: () => state,
            subscribe(run) {
                runs.push(run);
                if (isTold) run(state);
                return () => {};
            },
        },
    };
};

const make = () => {
    const vue = ref(0), bacon = events(), kefir = events('itself'), bag = pushed();
    const told = store(true), asked = store(false);
    let unset;
    return {
        inputs: {
            n(value) {
                bacon.tell('value', value);
                kefir.tell('value', value);
                bag.tell(1, value);
                told.set(value);
                asked.set(value);
                unset = value;
            },
            vue,
            ends() {
                kefir.tell('end');
                bag.tell(2, new Error('no more'));
            },
            warns: () => bacon.tell('error', 'a slip'),
        },
        outputs: {
            twice: computed(() => 2 * vue.value), bacon: bacon.stream, kefir: kefir.stream,
            bag: bag.source, list: pulled([3, 4]), told: told.store, asked: asked.store, unset: () => unset,
        },
    };
};

export default make;
// What the short harness for Node follows.
export const some = () => {
    const {inputs, outputs: {twice, told, asked, unset}} = make();
    return {inputs, outputs: {twice, told, asked, unset}};
};
