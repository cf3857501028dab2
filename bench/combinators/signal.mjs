// A small library of signals with clocks. What arrives on several channels in one `turn`
// arrives at the same time: every signal that depends on one of them ticks once, after
// those it is made of.

let arrived = null; // in the turn that runs: channel -> value
let turns = 0;

class Signal {
    #ticked = -1; // the turn in which it ticked last
    #listeners = new Set();

    constructor(value, sources, next) {
        this.value = value;
        this.sources = sources;
        this.next = next; // (this) => its value if it ticks in this turn, else undefined
        this.seen = turns; // the turn that it has taken in
    }

    // Brings it up to the turn; true: it has ticked in it.
    update() {
        if (this.seen === turns) return this.#ticked === turns;
        this.seen = turns;
        for (const source of this.sources()) source.update();
        const value = this.next(this);
        if (value !== undefined) {
            this.value = value.now;
            this.#ticked = turns;
        }
        return value !== undefined;
    }

    get ticked() {
        return this.#ticked === turns;
    }

    subscribe(run) {
        all.add(this);
        this.#listeners.add(run);
        if (this.value !== undefined) run(this.value);
        return () => this.#listeners.delete(run);
    }

    tell() {
        if (this.ticked) for (const run of this.#listeners) run(this.value);
    }
}

let all = new Set(); // that somebody has subscribed to, or that hold a state

// Runs the pushes; what they have brought arrives together.
export function turn(push) {
    arrived = new Map();
    push();
    turns++;
    for (const signal of all) signal.update();
    for (const signal of all) signal.tell();
    arrived = null;
}

// Begins anew: nothing is left of earlier systems.
export function reset() {
    all = new Set();
}

// Has to be brought up to each turn, whoever looks at it.
const kept = (signal) => {
    all.add(signal);
    return signal;
};
const now = (value) => ({now: value});
const make = (value, sources, next) => kept(new Signal(value, () => sources, next));

export function channel(value) {
    const signal = make(value, [], (self) => (arrived.has(self) ? now(arrived.get(self)) : undefined));
    signal.push = (given) => arrived.set(signal, given);
    return signal;
}

export const map = (f, a) => make(f(a.value), [a], () => (a.ticked ? now(f(a.value)) : undefined));
// Does not tick where f gives nothing.
export const scan = (f, first, a) =>
    make(f(first, a.value), [a], (self) => {
        const value = a.ticked ? f(self.value, a.value) : undefined;
        return value === undefined ? undefined : now(value);
    });
export const zip = (a, b) =>
    make([a.value, b.value], [a, b], () => (a.ticked || b.ticked ? now([a.value, b.value]) : undefined));

// Has no value before the first that satisfies the condition.
export const filter = (keeps, a) =>
    make(keeps(a.value) ? a.value : undefined, [a], () => (a.ticked && keeps(a.value) ? now(a.value) : undefined));

// Both values when the trigger ticks.
export const trigger = (f, a, b) => make(f(a.value, b.value), [a, b], () => (b.ticked ? now(f(a.value, b.value)) : undefined));

// Of both when both tick, else of the one that does.
export const interleave = (f, a, b) =>
    make(undefined, [a, b], () => {
        if (a.ticked && b.ticked) return now(f(a.value, b.value));
        return a.ticked ? now(a.value) : b.ticked ? now(b.value) : undefined;
    });

// What each has when it ticks, null when it does not.
export const parallel = (a, b) =>
    make([a.value, b.value], [a, b], () =>
        (a.ticked || b.ticked ? now([a.ticked ? a.value : null, b.ticked ? b.value : null]) : undefined));

// a until a value satisfies the condition; b from that turn on.
export function jump(satisfies, a, b) {
    let isOver = satisfies(a.value);
    return make(isOver ? b.value : a.value, [a, b], () => {
        if (isOver) return b.ticked ? now(b.value) : undefined;
        if (!a.ticked) return undefined;
        isOver = satisfies(a.value);
        return now(isOver ? b.value : a.value);
    });
}

// a until `from` ticks, then the signal that `then` makes of its value and a's; `again`:
// whenever it ticks anew.
export function switchTo(a, from, then, again) {
    let current = a;
    return kept(new Signal(a.value, () => [from, current], () => {
        if (from.ticked && (current === a || again)) {
            current = then(from.value, current.value);
            return now(current.value);
        }
        return current.ticked ? now(current.value) : undefined;
    }));
}

// One behind: its value is the one that a had before.
export function buffer(first, a) {
    let last = a.value;
    return make(first, [a], () => {
        if (!a.ticked) return undefined;
        const value = now(last);
        last = a.value;
        return value;
    });
}

// Ends with the first value that satisfies the condition.
export function stop(satisfies, a) {
    let isOver = satisfies(a.value);
    return make(a.value, [a], () => {
        if (isOver || !a.ticked) return undefined;
        isOver = satisfies(a.value);
        return now(a.value);
    });
}
