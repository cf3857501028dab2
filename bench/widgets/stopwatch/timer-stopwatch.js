import { page } from "../stopwatch.js";
import Stopwatch from "timer-stopwatch";

page(show => {
  const timer = new Stopwatch();
  timer.onTime(({ ms }) => show(ms / 1000));
  return {
    start: () => timer.start(),
    pause: () => timer.stop(),
    reset: () => { timer.stop(); timer.reset(); show(timer.ms / 1000); }
  };
});
