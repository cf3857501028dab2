import { DELAY, ofFunction } from "../debounce.js";
import debounce from "just-debounce-it";

ofFunction(show => debounce(show, DELAY));
