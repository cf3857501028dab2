// The same without a page: each exports a system whose output is the pair of an input and
// what a library derives of it. `run` puts them to libraries.strom, in Node.
import xstreamModule from 'xstream';
import Kefir from 'kefir';
import * as Bacon from 'baconjs';
import * as wonkaLibrary from 'wonka';
import {combine, createEvent, createStore} from 'effector';
import {atom as jotaiAtom, createStore as createJotai} from 'jotai/vanilla';
import {proxy} from 'valtio/vanilla';
import {computed as vueComputed, ref} from '@vue/reactivity';
import * as alien from 'alien-signals';
import flydLibrary from 'flyd';
import {configureStore, createSelector, createSlice} from '@reduxjs/toolkit';
import makeSubject from 'callbag-subject';
import callbagCombine from 'callbag-combine';
import callbagMap from 'callbag-map';
import {atom, computed} from 'nanostores';

const xs = xstreamModule.default ?? xstreamModule;
const double = (n) => 2 * n;
const system = (s, pair) => ({inputs: {s}, outputs: {pair}});

export const xstream = () => {
    const s = xs.create();
    return system((n) => s.shamefullySendNext(n), xs.combine(s, s.map(double)));
};

export const kefir = () => {
    let emitter = null; // while somebody listens
    const s = Kefir.stream((given) => { emitter = given; });
    return system((n) => emitter?.emit(n), Kefir.combine([s, s.map(double)]));
};

export const baconjs = () => {
    const s = new Bacon.Bus();
    return system((n) => s.push(n), Bacon.combineAsArray(s, s.map(double)));
};

export const wonka = () => {
    const {pipe, map} = wonkaLibrary;
    const {source, next} = wonkaLibrary.makeSubject();
    return system(next, wonkaLibrary.toObservable(wonkaLibrary.combine(source, pipe(source, map(double)))));
};

export const effector = () => {
    const set = createEvent();
    const s = createStore(0).on(set, (old, n) => n);
    return system(set, combine([s, s.map(double)]));
};

export const jotai = () => {
    const store = createJotai(), s = jotaiAtom(0), twice = jotaiAtom((get) => double(get(s)));
    const pair = jotaiAtom((get) => [get(s), get(twice)]);
    return system((n) => store.set(s, n), {subscribe: (run) => store.sub(pair, () => run(store.get(pair)))});
};

export const valtio = () => {
    const state = proxy({s: 0, get twice() { return double(this.s); }});
    return system((n) => { state.s = n; }, () => [state.s, state.twice]);
};

export const vue = () => {
    const s = ref(0), twice = vueComputed(() => double(s.value));
    return system(s, vueComputed(() => [s.value, twice.value]));
};

export const alienSignals = () => {
    const s = alien.signal(0), twice = alien.computed(() => double(s()));
    const heard = [];
    alien.effect(() => {
        const pair = [s(), twice()];
        heard.forEach((run) => run(pair));
    });
    return system(s, {subscribe: (run) => heard.push(run)});
};

export const flyd = () => {
    const s = flydLibrary.stream();
    const pair = flydLibrary.combine((a, b) => [a(), b()], [s, s.map(double)]);
    return system(s, {subscribe: (run) => flydLibrary.on(run, pair)});
};

export const redux = () => {
    const slice = createSlice({name: 'n', initialState: {n: 0}, reducers: {set: (state, {payload}) => { state.n = payload; }}});
    const store = configureStore({reducer: slice.reducer});
    const twice = createSelector([(state) => state.n], double);
    const pairNow = () => [store.getState().n, twice(store.getState())];
    return system((n) => store.dispatch(slice.actions.set(n)), {subscribe: (run) => store.subscribe(() => run(pairNow()))});
};

export const callbag = () => {
    const s = makeSubject();
    return system((n) => s(1, n), callbagCombine(s, callbagMap(double)(s)));
};

export const nanostores = () => {
    const s = atom(0);
    return system(s, computed([s, computed(s, double)], (a, b) => [a, b]));
};
