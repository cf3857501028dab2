// The core of the cells of 7GUIs: values that depend on each other, in a diamond. A
// change goes through all that depend on it, each after what it needs.
"use strict";

const formulas = {
  a2: cells => cells.a1 + 1,
  a3: cells => cells.a1 + cells.a2,
  a4: cells => cells.a3 * 2
};
const cells = { a1: 0, a2: 1, a3: 1, a4: 2 };

function show() {
  for (const name in cells)
    document.getElementById(`${name}-value`).textContent = cells[name];
}

// The formulas in this order, whenever the input changes.
function recalculate(order) {
  const input = document.querySelector("#a1");
  input.addEventListener("input", () => {
    cells.a1 = Number(input.value) || 0;
    for (const name of order)
      cells[name] = formulas[name](cells);
    show();
  });
  show();
}
