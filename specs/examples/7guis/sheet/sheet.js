// The cells of 7GUIs, the whole of them: A0 to Z99, each a text, a number or a formula. A
// change goes to what depends on it, each cell after what it needs. Faulty pages replace
// one method each.
"use strict";

class Sheet {
  constructor() {
    document.body.innerHTML = "<div id=frame><table><tbody></tbody></table></div>";
    Object.assign(document.getElementById("frame").style,
      { overflow: "scroll", width: "700px", height: "400px" });
    this.body = document.querySelector("tbody");
    this.cells = new Map(); // name to {text, value, formula, place}
    for (let row = 0; row < 100; row++)
      this.addRow(row);
    this.body.addEventListener("dblclick", event => this.open(event));
  }

  addRow(row) {
    const line = this.body.insertRow();
    for (let column = 0; column < 26; column++) {
      const place = line.insertCell();
      place.id = String.fromCharCode(65 + column) + row;
      place.style.cssText = "min-width: 5em; height: 1.5em; border: 1px solid";
      this.cells.set(place.id, { text: "", value: "", formula: null, place });
    }
  }

  // ---- editing ------------------------------------------------------------

  open(event) {
    const place = event.target.closest("td");
    if (place === null || this.editor !== undefined)
      return;
    const editor = document.createElement("input");
    this.editor = editor;
    editor.id = "editor";
    editor.value = this.cells.get(place.id).text;
    place.replaceChildren(editor);
    editor.focus();
    editor.select();
    editor.addEventListener("keydown", ({ key }) => {
      if (key === "Enter")
        this.close(place.id, editor.value);
      if (key === "Escape")
        this.close(place.id, this.cells.get(place.id).text);
    });
    editor.addEventListener("blur", () => this.close(place.id, editor.value));
  }

  close(name, text) {
    if (this.editor === undefined)
      return;
    this.editor = undefined; // taking it away takes the focus from it
    this.enter(name, text);
  }

  // ---- values ---------------------------------------------------------------

  enter(name, text) {
    const cell = this.cells.get(name);
    cell.text = text;
    cell.formula = this.read(text);
    this.change(name);
  }

  // A formula, or null where the text is none; NaN says that it should be one.
  read(text) {
    if (!text.startsWith("="))
      return null;
    try {
      return new Formula(text.slice(1));
    } catch {
      return NaN;
    }
  }

  // What a formula makes of a cell: a text counts as zero, a mistake stays one.
  number(name) {
    const { value } = this.cells.get(name);
    return Number.isNaN(value) || typeof value === "number" ? value : 0;
  }

  calculate(name) {
    const cell = this.cells.get(name);
    if (cell.formula === null)
      cell.value = cell.text.trim() === "" || isNaN(cell.text) ? cell.text :
        Number(cell.text);
    else if (Number.isNaN(cell.formula))
      cell.value = NaN;
    else
      cell.value = cell.formula.value(other => this.number(other));
  }

  needs(name) {
    return this.cells.get(name).formula?.needs ?? [];
  }

  dependents(name) {
    return [...this.cells.keys()].filter(other => this.needs(other).includes(name));
  }

  // This one and all that depend on it, each after what it needs, and those where a
  // circle closes.
  order(name) {
    const order = [], open = new Set(), circular = new Set();
    const visit = at => {
      if (open.has(at))
        circular.add(at);
      if (order.includes(at) || open.has(at))
        return;
      open.add(at);
      this.dependents(at).forEach(visit);
      open.delete(at);
      order.unshift(at);
    };
    visit(name);
    return { order, circular };
  }

  // What is in a circle is a mistake, and so is what needs it.
  change(name) {
    const { order, circular } = this.order(name);
    for (const at of circular)
      this.cells.get(at).value = NaN;
    for (const at of order)
      if (!circular.has(at))
        this.calculate(at);
    order.forEach(at => this.show(at));
  }

  show(name) {
    const { place, value, text } = this.cells.get(name);
    if (this.editor?.parentElement === place)
      return;
    place.title = text;
    place.textContent = Number.isNaN(value) ? "#" : String(value);
  }
}
