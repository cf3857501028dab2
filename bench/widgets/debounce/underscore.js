import { DELAY, ofFunction } from "../debounce.js";
import { debounce } from "underscore";

ofFunction(show => debounce(show, DELAY));
