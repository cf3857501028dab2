import { DELAY, ofFunction } from "../debounce.js";
import debounce from "p-debounce";

ofFunction(show => debounce(show, DELAY));
