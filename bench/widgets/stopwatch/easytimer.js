import { page } from "../stopwatch.js";
import { Timer } from "easytimer.js";

page(show => {
  const timer = new Timer({ precision: "secondTenths" });
  const tell = () => {
    const { seconds, secondTenths } = timer.getTotalTimeValues();
    show(seconds + secondTenths % 10 / 10);
  };
  timer.on("secondTenthsUpdated", tell);
  timer.on("reset", tell);
  return {
    start: () => timer.start({ precision: "secondTenths" }),
    pause: () => timer.pause(),
    reset: () => { timer.reset(); timer.stop(); show(0); }
  };
});
