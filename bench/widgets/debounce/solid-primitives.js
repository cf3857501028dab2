import { DELAY, ofFunction } from "../debounce.js";
import { debounce } from "@solid-primitives/scheduled";

ofFunction(show => debounce(show, DELAY));
