import { DELAY, ofFunction } from "../debounce.js";
import { debounce } from "remeda";

ofFunction(show => debounce(show, { waitMs: DELAY }).call);
