import { DELAY, ofFunction } from "../debounce.js";
import { debounce } from "ts-debounce";

ofFunction(show => debounce(show, DELAY));
