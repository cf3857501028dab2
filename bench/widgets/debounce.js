// A field whose text is shown when it has rested for 300 ms, by somebody else's debounce:
// a module gives a function of the field and of what shows a text.
export const DELAY = 300;

export function page(attach) {
  document.body.innerHTML = `<p><label>Text <input id=text></label></p>
    <p>shown: <output id=shown></output>, times: <output id=calls>0</output></p>
    <div id=root></div>`;
  const [text, shown, calls] = ["text", "shown", "calls"].map(
    id => document.getElementById(id));
  attach(text, value => {
    shown.textContent = value;
    calls.textContent = Number(calls.textContent) + 1;
  });
}

// Most of them are a function that makes a function wait.
export function ofFunction(debounce) {
  page((text, show) => {
    const later = debounce(show);
    text.addEventListener("input", () => { later(text.value); });
  });
}
