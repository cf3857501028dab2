// Formulas: "=A0 + sum(B0:B3) * 2" becomes a function of cells and a list of the cells
// that it needs. No values in here.
"use strict";

class Formula {
  constructor(text) {
    this.words = text.match(/[A-Z]\d{1,2}|\d+(\.\d+)?|[a-z]+|\S/g) || [];
    this.at = 0;
    this.needs = [];
    this.value = this.sum();
    if (this.at < this.words.length)
      throw new Error("not a formula");
  }

  next() {
    return this.words[this.at++];
  }

  takes(...words) {
    return words.includes(this.words[this.at]) ? this.next() : undefined;
  }

  chain(part, operators) {
    let left = part.call(this);
    for (let sign; (sign = this.takes(...Object.keys(operators)));) {
      const first = left, second = part.call(this), combine = operators[sign];
      left = cell => combine(first(cell), second(cell));
    }
    return left;
  }

  sum() {
    return this.chain(this.product, { "+": (a, b) => a + b, "-": (a, b) => a - b });
  }

  product() {
    return this.chain(this.factor, { "*": (a, b) => a * b, "/": (a, b) => a / b });
  }

  factor() {
    const word = this.next();
    if (word === "(") {
      const inside = this.sum();
      if (this.takes(")"))
        return inside;
    } else if (word === "-") {
      const part = this.factor();
      return cell => -part(cell);
    } else if (word === "sum" && this.takes("(")) {
      return this.range();
    } else if (/^\d/.test(word)) {
      return () => Number(word);
    } else if (/^[A-Z]\d/.test(word)) {
      this.needs.push(word);
      return cell => cell(word);
    }
    throw new Error("not a formula");
  }

  range() {
    const from = this.next(), colon = this.next(), to = this.next();
    if (colon !== ":" || !this.takes(")"))
      throw new Error("not a range");
    const names = this.between(from, to);
    this.needs.push(...names);
    return cell => names.reduce((sum, name) => sum + cell(name), 0);
  }

  between(from, to) {
    const names = [];
    for (let column = from.charCodeAt(0); column <= to.charCodeAt(0); column++)
      for (let row = Number(from.slice(1)); row <= Number(to.slice(1)); row++)
        names.push(String.fromCharCode(column) + row);
    return names;
  }
}
