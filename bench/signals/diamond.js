// What the pages of this folder share: a button for the next input, the input on the
// page, and under the name "pairs" all pairs that the library has given so far.
const pairs = [];
let listener = () => {};
export const record = pair => {
  pairs.push([...pair]);
  listener(pairs);
};

// `source` is what the library gives for the input; next(n) puts n into it.
export function start(source, next) {
  document.body.innerHTML = "<button id=next>next</button><p id=n>0</p>";
  window.weir?.signal("pairs", { subscribe: run => { listener = run; run(pairs); } });
  window.weir?.signal("source", source);
  let n = 0;
  document.querySelector("#next").onclick = () => {
    next(++n);
    document.querySelector("#n").textContent = n;
  };
}
