import { answer } from "./part.js";

onmessage = ({ data }) => {
  if (data !== "later") return postMessage(answer(data));
  const times = [];
  const timer = setInterval(() => {
    times.push(Date.now());
    if (times.length < 3) return;
    clearInterval(timer);
    postMessage("ticks " + (times[2] - times[0]));
  }, 300);
};
