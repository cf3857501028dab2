// The timer of 7GUIs: a gauge, a label, a slider for the duration, and a button that
// sets the elapsed time to zero. Pages in wrong/ replace one method each.
"use strict";

const PERIOD = 100; // milliseconds between two updates of the display

class Timer {
  constructor() {
    document.body.innerHTML = `
      <p><label>Elapsed <progress id=gauge max=1></progress></label>
      <output id=elapsed></output></p>
      <p><label>Duration
      <input id=duration type=range min=0 max=30 step=0.1 value=15></label></p>
      <button id=reset>Reset</button>`;
    for (const id of ["gauge", "elapsed", "duration", "reset"])
      this[id] = document.getElementById(id);
    this.ms = 0;
    this.duration.addEventListener("input", () => this.slide());
    this.reset.addEventListener("click", () => this.restart());
    this.show();
    this.run();
  }

  limit() {
    return Math.round(Number(this.duration.value) * 1000);
  }

  // Time counts from here on, until the limit is reached.
  run() {
    clearInterval(this.interval);
    this.interval = undefined;
    if (this.ms >= this.limit())
      return;
    this.seen = performance.now();
    this.interval = setInterval(() => this.tick(), PERIOD);
  }

  tick() {
    this.count();
    if (this.ms >= this.limit())
      this.stop();
    this.show();
  }

  // Adds the time that has passed, however late this is called.
  count() {
    const now = performance.now();
    this.ms = Math.min(this.ms + now - this.seen, this.limit());
    this.seen = now;
  }

  stop() {
    clearInterval(this.interval);
    this.interval = undefined;
  }

  slide() {
    if (this.ms >= this.limit())
      this.stop();
    else if (this.interval === undefined)
      this.run();
    this.show();
  }

  restart() {
    this.ms = 0;
    this.run();
    this.show();
  }

  part() {
    return this.limit() === 0 ? 1 : Math.min(1, this.ms / this.limit());
  }

  show() {
    this.gauge.value = this.part();
    this.elapsed.textContent = `${(this.ms / 1000).toFixed(1)} s`;
  }
}
