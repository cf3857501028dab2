import { DELAY, ofFunction } from "../debounce.js";
import { debounce } from "throttle-debounce";

ofFunction(show => debounce(DELAY, show));
