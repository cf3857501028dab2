import { page } from "../stopwatch.js";
import { Stopwatch } from "@sapphire/stopwatch";

page(show => {
  const timer = new Stopwatch().stop().reset().stop();
  const tell = () => show(timer.duration / 1000);
  setInterval(tell, 100);
  return {
    start: () => { timer.start(); tell(); },
    pause: () => { timer.stop(); tell(); },
    reset: () => { timer.reset().stop(); timer.reset().stop(); tell(); }
  };
});
