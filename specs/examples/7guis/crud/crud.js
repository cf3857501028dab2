// The CRUD of 7GUIs: a list of names with a filter, two fields, and buttons to create,
// update and delete. Faulty pages replace one method each.
"use strict";

class Crud {
  constructor() {
    document.body.innerHTML = `
      <p><label>Filter prefix <input id=filter></label></p>
      <p><select id=list size=8 aria-label=Names></select></p>
      <p><label>Name <input id=name></label>
      <label>Surname <input id=surname></label></p>
      <button id=create>Create</button> <button id=update>Update</button>
      <button id=delete>Delete</button>`;
    for (const id of ["filter", "list", "name", "surname", "create", "update",
      "delete"])
      this[id] = document.getElementById(id);
    this.next = 0;
    this.people = [];
    for (const [name, surname] of [["Hans", "Emil"], ["Max", "Mustermann"],
      ["Roman", "Tisch"]])
      this.add(name, surname);
    this.chosen = null; // the id of one of them
    this.filter.addEventListener("input", () => this.show());
    this.list.addEventListener("change", () => this.choose());
    this.create.addEventListener("click", () => this.doCreate());
    this.update.addEventListener("click", () => this.doUpdate());
    this.delete.addEventListener("click", () => this.doDelete());
    this.show();
  }

  add(name, surname) {
    this.people.push({ id: this.next++, name, surname });
  }

  matches(person) {
    return person.surname.startsWith(this.filter.value);
  }

  visible() {
    return this.people.filter(person => this.matches(person));
  }

  choose() {
    this.chosen = Number(this.list.value);
    this.show();
  }

  // What is not in sight is not chosen.
  keepChoice() {
    if (!this.visible().some(person => person.id === this.chosen))
      this.chosen = null;
  }

  show() {
    this.keepChoice();
    this.list.replaceChildren(...this.visible().map(person => new Option(
      `${person.surname}, ${person.name}`, person.id, false,
      person.id === this.chosen)));
    this.update.disabled = this.delete.disabled = this.chosen === null;
  }

  doCreate() {
    this.add(this.name.value, this.surname.value);
    this.show();
  }

  doUpdate() {
    const person = this.people.find(({ id }) => id === this.chosen);
    person.name = this.name.value;
    person.surname = this.surname.value;
    this.show();
  }

  doDelete() {
    this.people = this.people.filter(({ id }) => id !== this.chosen);
    this.show();
  }
}
