// A counter that several processes share. The system beside it reads, and
// writes back one more, with a scheduling point in between.
export {init, commands, real} from '../counter/model.js';
