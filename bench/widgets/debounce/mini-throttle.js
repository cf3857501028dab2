import { DELAY, ofFunction } from "../debounce.js";
import { debounce } from "@github/mini-throttle";

ofFunction(show => debounce(show, DELAY));
