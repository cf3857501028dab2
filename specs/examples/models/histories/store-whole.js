// The store of store.js as one object: what it costs to search without keys.
export {init, commands} from './store.js';
