// The register of register.js, of which less is promised: only the order of each
// process counts, so a read may be late.
export {init, commands} from './register.js';
export const consistency = 'sequential';
