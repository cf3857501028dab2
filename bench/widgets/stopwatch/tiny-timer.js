import { page } from "../stopwatch.js";
import Timer from "tiny-timer";

page(show => {
  const timer = new Timer({ interval: 100, stopwatch: true });
  timer.on("tick", ms => show(ms / 1000));
  return {
    start: () => timer.status === "paused" ? timer.resume() : timer.start(1e9),
    pause: () => timer.pause(),
    reset: () => { timer.stop(); show(0); }
  };
});
