// Wrong, to see that the specification tells it: the first of several, not the last.
import { DELAY, ofFunction } from "../debounce.js";
import { debounce } from "underscore";

ofFunction(show => debounce(show, DELAY, true));
