import { DELAY, ofFunction } from "../debounce.js";
import { debounce } from "radash";

ofFunction(show => debounce({ delay: DELAY }, show));
