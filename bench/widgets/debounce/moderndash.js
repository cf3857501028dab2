import { DELAY, ofFunction } from "../debounce.js";
import { debounce } from "moderndash";

ofFunction(show => debounce(show, DELAY));
