import { DELAY, ofFunction } from "../debounce.js";
import { debounce } from "@tanstack/pacer";

ofFunction(show => debounce(show, { wait: DELAY }));
