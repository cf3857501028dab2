import { DELAY, ofFunction } from "../debounce.js";
import debounce from "awesome-debounce-promise";

ofFunction(show => debounce(show, DELAY));
