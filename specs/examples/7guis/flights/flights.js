// The flight booker of 7GUIs: one way or return, two dates, and a button that can be
// pressed while the dates make sense. Faulty pages replace one method each.
"use strict";

class Flights {
  constructor() {
    document.body.innerHTML = `
      <p><select id=kind aria-label=Kind>
        <option value=one-way>one-way flight<option value=return>return flight
      </select></p>
      <p><input id=start aria-label=Start value=27.03.2014></p>
      <p><input id=back aria-label=Return value=27.03.2014></p>
      <button id=book>Book</button> <output id=message></output>`;
    for (const id of ["kind", "start", "back", "book", "message"])
      this[id] = document.getElementById(id);
    for (const field of [this.kind, this.start, this.back])
      field.addEventListener("input", () => this.update());
    this.book.addEventListener("click", () => this.tell());
    this.update();
  }

  isReturn() {
    return this.kind.value === "return";
  }

  // A number that grows from day to day, or null where there is no such day.
  day(text) {
    const parts = /^(\d\d)\.(\d\d)\.(\d{4})$/.exec(text);
    if (parts === null)
      return null;
    const [day, month, year] = parts.slice(1).map(Number);
    const date = new Date(Date.UTC(year, month - 1, day));
    return date.getUTCMonth() === month - 1 && day > 0 ? date.getTime() : null;
  }

  isBefore(a, b) {
    return this.day(a) < this.day(b);
  }

  isWrong(field) {
    return !field.disabled && this.day(field.value) === null;
  }

  canBook() {
    if (this.isWrong(this.start) || this.isWrong(this.back))
      return false;
    return !this.isReturn() ||
      !this.isBefore(this.back.value, this.start.value);
  }

  mark(field) {
    field.setAttribute("aria-invalid", this.isWrong(field));
    field.style.backgroundColor = this.isWrong(field) ? "red" : "";
  }

  update() {
    this.back.disabled = !this.isReturn();
    this.mark(this.start);
    this.mark(this.back);
    this.book.disabled = !this.canBook();
  }

  tell() {
    this.message.textContent = this.isReturn() ?
      `${this.start.value} to ${this.back.value}` :
      `${this.start.value}, one way`;
  }
}
