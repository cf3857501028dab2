// The temperature converter of 7GUIs: what is entered on one side appears on the other;
// what is no number changes nothing there.
"use strict";

const celsius = document.querySelector("#celsius");
const fahrenheit = document.querySelector("#fahrenheit");

function number(field) {
  const text = field.value.trim();
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : undefined;
}

function convert(from, to, formula) {
  from.addEventListener("input", () => {
    const value = number(from);
    if (value !== undefined)
      to.value = Math.round(formula(value) * 10) / 10;
  });
}

convert(celsius, fahrenheit, c => c * 9 / 5 + 32);
convert(fahrenheit, celsius, f => (f - 32) * 5 / 9);
