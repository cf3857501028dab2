// Wrong, to see that the specification tells it: a throttle shows what is on its way.
import { DELAY, ofFunction } from "../debounce.js";
import { throttle } from "throttle-debounce";

ofFunction(show => throttle(DELAY, show));
