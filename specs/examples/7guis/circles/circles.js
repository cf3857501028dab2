// The circle drawer of 7GUIs: a click draws a circle or selects the one that is there, a
// right click asks for its diameter, and all of that is undone and done again. Faulty
// pages replace one method each.
"use strict";

const SIDE = 300;

class Circles {
  constructor() {
    document.body.innerHTML = `
      <button id=undo>Undo</button> <button id=redo>Redo</button>
      <div id=drawing></div>
      <p id=asking hidden><label>Diameter
      <input id=diameter type=range min=10 max=120></label>
      <button id=done>Done</button></p>`;
    for (const id of ["undo", "redo", "drawing", "asking", "diameter", "done"])
      this[id] = document.getElementById(id);
    Object.assign(this.drawing.style, { position: "relative", overflow: "hidden",
      width: `${SIDE}px`, height: `${SIDE}px`, border: "1px solid" });
    this.circles = []; // of {x, y, diameter}
    this.past = []; // what they were
    this.future = []; // what they were before it was undone
    this.selected = null; // the number of one
    this.drawing.addEventListener("click", event => this.press(event));
    this.drawing.addEventListener("contextmenu", event => this.ask(event));
    this.diameter.addEventListener("input", () => this.resize());
    this.done.addEventListener("click", () => this.finish());
    this.undo.addEventListener("click", () => this.goBack());
    this.redo.addEventListener("click", () => this.goForward());
    this.show();
  }

  copy() {
    return this.circles.map(circle => ({ ...circle }));
  }

  at(event) {
    const frame = this.drawing.getBoundingClientRect();
    return { x: Math.round(event.clientX - frame.left),
      y: Math.round(event.clientY - frame.top) };
  }

  // The nearest one whose area has the place in it; -1: none.
  find({ x, y }) {
    let found = -1, least = Infinity;
    this.circles.forEach((circle, i) => {
      const distance = Math.hypot(circle.x - x, circle.y - y);
      if (distance <= circle.diameter / 2 && distance < least) {
        found = i;
        least = distance;
      }
    });
    return found;
  }

  // The circles are about to change.
  remember() {
    this.past.push(this.copy());
    this.future = [];
  }

  press(event) {
    if (this.asked !== undefined)
      return;
    const place = this.at(event);
    const found = this.find(place);
    if (found >= 0) {
      this.selected = found;
    } else {
      this.remember();
      this.circles.push({ ...place, diameter: 40 });
      this.selected = this.circles.length - 1;
    }
    this.show();
  }

  ask(event) {
    event.preventDefault();
    const found = this.find(this.at(event));
    if (found < 0 || this.asked !== undefined)
      return;
    this.selected = found;
    this.asked = this.copy(); // as they are while nothing has been done
    this.diameter.value = this.circles[found].diameter;
    this.show();
  }

  resize() {
    this.circles[this.selected].diameter = Number(this.diameter.value);
    this.show();
  }

  // However often the slider has moved, that is one change.
  finish() {
    const now = this.circles;
    this.circles = this.asked;
    if (now.some((circle, i) => circle.diameter !== this.asked[i].diameter))
      this.remember();
    this.circles = now;
    this.asked = undefined;
    this.show();
  }

  goBack() {
    this.future.push(this.copy());
    this.circles = this.past.pop();
    this.selected = null;
    this.show();
  }

  goForward() {
    this.past.push(this.copy());
    this.circles = this.future.pop();
    this.selected = null;
    this.show();
  }

  show() {
    this.drawing.replaceChildren(...this.circles.map((circle, i) => {
      const { x, y, diameter } = circle;
      const made = document.createElement("div");
      made.className = i === this.selected ? "circle selected" : "circle";
      Object.assign(made.style, { position: "absolute", borderRadius: "50%",
        boxSizing: "border-box", border: "1px solid",
        background: i === this.selected ? "lightgray" : "transparent",
        left: `${x - diameter / 2}px`, top: `${y - diameter / 2}px`,
        width: `${diameter}px`, height: `${diameter}px` });
      return made;
    }));
    this.asking.hidden = this.asked === undefined;
    this.undo.disabled = this.past.length === 0 || !this.asking.hidden;
    this.redo.disabled = this.future.length === 0 || !this.asking.hidden;
  }
}
