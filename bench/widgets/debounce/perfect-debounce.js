import { DELAY, ofFunction } from "../debounce.js";
import { debounce } from "perfect-debounce";

ofFunction(show => debounce(show, DELAY));
