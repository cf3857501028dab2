import { DELAY, page } from "../debounce.js";
import { debounceTime, fromEvent, map } from "rxjs";

page((text, show) => {
  fromEvent(text, "input").pipe(map(() => text.value), debounceTime(DELAY))
    .subscribe(show);
});
