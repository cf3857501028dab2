// Tells what the time is, and what chance says, now and at every press; and ticks.
const find = (id) => document.getElementById(id);
const tell = () => {
  find("told").textContent = [
    Date.now(), performance.now(), performance.timeOrigin, Math.random(),
    ticks,
  ].join(" ");
};
let ticks = 0;
setInterval(() => { ticks++; }, 70);
find("press").onclick = tell;
tell();
