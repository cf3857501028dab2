import { DELAY, ofFunction } from "../debounce.js";
import debounce from "lodash.debounce";

ofFunction(show => debounce(show, DELAY));
