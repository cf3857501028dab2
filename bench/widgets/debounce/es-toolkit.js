import { DELAY, ofFunction } from "../debounce.js";
import { debounce } from "es-toolkit";

ofFunction(show => debounce(show, DELAY));
