// A stopwatch by somebody else's timer, with buttons of ours, and beside it the time for which
// it has been running, by the page's own clock: what it is compared with.
export function page(make) {
  document.body.innerHTML = `<p>elapsed <output id=elapsed>0</output> s, really
    <output id=own>0</output> s</p>
    <button id=start>Start</button> <button id=pause disabled>Pause</button>
    <button id=reset>Reset</button> <div id=root></div>`;
  const [elapsed, own, start, pause, reset] =
    ["elapsed", "own", "start", "pause", "reset"].map(id => document.getElementById(id));
  let sum = 0, since; // milliseconds; undefined while it does not run
  const really = () => {
    const now = since === undefined ? sum : sum + performance.now() - since;
    own.textContent = (now / 1000).toFixed(1);
  };
  const run = runs => {
    if (since !== undefined)
      sum += performance.now() - since;
    since = runs ? performance.now() : undefined;
    start.disabled = runs;
    pause.disabled = !runs;
  };
  const timer = make(seconds => {
    elapsed.textContent = seconds.toFixed(1);
    really();
  });
  start.onclick = () => { run(true); timer.start(); really(); };
  pause.onclick = () => { run(false); timer.pause(); really(); };
  reset.onclick = () => { run(false); sum = 0; timer.reset(); really(); };
  setInterval(really, 100);
}

// For hooks: use() is called in a component and gives {seconds, start, pause, reset}.
export function ofHook(use, { createElement, useEffect, createRoot }) {
  page(show => {
    let now;
    function Watch() {
      now = use();
      useEffect(() => show(now.seconds), [now.seconds]);
    }
    createRoot(document.getElementById("root")).render(createElement(Watch));
    return {
      start: () => now.start(), pause: () => now.pause(), reset: () => now.reset()
    };
  });
}
