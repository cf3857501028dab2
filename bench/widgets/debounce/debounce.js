import { DELAY, ofFunction } from "../debounce.js";
import debounce from "debounce";

ofFunction(show => debounce(show, DELAY));
