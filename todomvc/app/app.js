'use strict';

/*
 * TodoMVC without a framework.
 *
 * The list `items` is the truth; every change goes through `changed`, which
 * stores the list and brings the page in line with it. A row is made once per
 * item and then only updated, so that an element somebody holds (the focused
 * box, the row under the mouse) stays the same element.
 *
 * The methods are small on purpose: each faulty page in ../mutants replaces
 * one or two of them. Order: markup, start, model, routing, rows, page.
 */

const FRAME = `
    <header class="header">
        <h1>todos</h1>
        <input class="new-todo" placeholder="What needs to be done?">
    </header>
    <section class="main">
        <input id="toggle-all" class="toggle-all" type="checkbox">
        <label for="toggle-all">Mark all as complete</label>
        <ul class="todo-list"></ul>
    </section>
    <footer class="footer">
        <span class="todo-count"></span>
        <ul class="filters">
            <li><a href="#/">All</a></li>
            <li><a href="#/active">Active</a></li>
            <li><a href="#/completed">Completed</a></li>
        </ul>
        <button class="clear-completed" type="button">Clear completed</button>
    </footer>`;

const ROW = `
    <div class="view">
        <input class="toggle" type="checkbox">
        <label></label>
        <button class="destroy" type="button"></button>
    </div>
    <input class="edit">`;

class TodoApp {
    constructor() {
        this.key = 'todos-plain';
        this.items = [];
        this.filter = 'all';
        this.editing = null;        // the item being edited
        this.rows = new WeakMap();  // item -> its li
    }

    start() {
        this.root = document.querySelector('.todoapp');
        this.root.innerHTML = FRAME;
        this.box = this.find('.new-todo');
        this.list = this.find('.todo-list');
        this.toggleAllBox = this.find('.toggle-all');

        this.listenToNewBox();
        this.toggleAllBox.addEventListener('change', () => {
            this.toggleAll(this.toggleAllBox.checked);
        });
        this.find('.clear-completed').addEventListener('click', () => {
            this.clearCompleted();
        });
        window.addEventListener('hashchange', () => this.route());

        this.items = this.load();
        this.route();
        this.focusNewBox();
    }

    find(selector) {
        return this.root.querySelector(selector);
    }

    focusNewBox() {
        this.box.focus();
    }

    listenToNewBox() {
        this.box.addEventListener('keydown', event => {
            if (event.key === 'Enter') {
                this.create();
            }
        });
    }

    // ---- model ----------------------------------------------------------

    load() {
        try {
            return JSON.parse(localStorage.getItem(this.key)) || [];
        } catch (error) {
            return [];              // no storage, or not ours: start afresh
        }
    }

    save() {
        try {
            localStorage.setItem(this.key, JSON.stringify(this.items));
        } catch (error) {
            // Full or forbidden: the list still works until the page goes.
        }
    }

    changed() {
        this.save();
        this.render();
    }

    // What a text becomes before it is a title; an empty title is no item.
    titleOf(text) {
        return text.trim();
    }

    isTitle(title) {
        return title !== '';
    }

    create() {
        const title = this.titleOf(this.box.value);

        this.clearNewBox();
        if (this.isTitle(title)) {
            this.add(title);
        }
    }

    clearNewBox() {
        this.box.value = '';
    }

    newItem(title) {
        const id = 1 + Math.max(0, ...this.items.map(item => item.id));

        return { id, title, completed: false };
    }

    add(title) {
        this.items.push(this.newItem(title));
        this.changed();
    }

    toggle(item, completed) {
        item.completed = completed;
        this.changed();
    }

    toggleAll(completed) {
        this.items.forEach(item => {
            item.completed = completed;
        });
        this.changed();
    }

    remove(item) {
        this.items = this.items.filter(other => other !== item);
        this.changed();
    }

    clearCompleted() {
        this.items = this.active();
        this.changed();
    }

    active() {
        return this.items.filter(item => !item.completed);
    }

    completed() {
        return this.items.filter(item => item.completed);
    }

    // ---- routing --------------------------------------------------------

    route() {
        const name = location.hash.replace(/^#!?\/?/, '');

        if (this.editing) {
            this.commit(this.editing, this.editBoxOf(this.editing).value);
        }
        this.filter = ['active', 'completed'].includes(name) ? name : 'all';
        this.render();
    }

    shown() {
        const lists = {
            all: () => this.items,
            active: () => this.active(),
            completed: () => this.completed()
        };

        return lists[this.filter]();
    }

    // ---- editing --------------------------------------------------------

    edit(item) {
        const box = this.editBoxOf(item);

        this.editing = item;
        this.render();
        box.value = item.title;
        this.focusEditBox(box);
    }

    editBoxOf(item) {
        return this.rowOf(item).querySelector('.edit');
    }

    focusEditBox(box) {
        box.focus();
        box.setSelectionRange(box.value.length, box.value.length);
    }

    // Leaving first, saving then: the row that goes loses the focus, and that
    // must not save a second time.
    commit(item, text) {
        if (this.editing !== item) {
            return;
        }
        const title = this.titleOf(text);

        this.editing = null;
        if (this.isTitle(title)) {
            this.rename(item, title);
        } else {
            this.commitEmpty(item);
        }
    }

    rename(item, title) {
        item.title = title;
        this.changed();
    }

    commitEmpty(item) {
        this.remove(item);
    }

    abort() {
        this.editing = null;
        this.render();
    }

    // ---- rows -----------------------------------------------------------

    rowOf(item) {
        if (!this.rows.has(item)) {
            this.rows.set(item, this.newRow(item));
        }
        return this.rows.get(item);
    }

    newRow(item) {
        const row = document.createElement('li');

        row.innerHTML = ROW;
        row.querySelector('.toggle').addEventListener('change', event => {
            this.toggle(item, event.target.checked);
        });
        row.querySelector('label').addEventListener('dblclick', () => {
            this.edit(item);
        });
        row.querySelector('.destroy').addEventListener('click', () => {
            this.remove(item);
        });
        this.listenToEditBox(row.querySelector('.edit'), item);
        return row;
    }

    listenToEditBox(box, item) {
        box.addEventListener('keydown', event => {
            if (event.key === 'Enter') {
                this.commit(item, box.value);
            } else if (event.key === 'Escape') {
                this.abort();
            }
        });
        box.addEventListener('blur', () => this.commit(item, box.value));
    }

    // ---- page -----------------------------------------------------------

    render() {
        this.renderRows(this.shown());
        this.renderFooter();
        this.find('.main').hidden = !this.isMainShown();
        this.find('.footer').hidden = !this.isFooterShown();
        this.toggleAllBox.checked = this.isAllCompleted();
    }

    isMainShown() {
        return this.items.length > 0;
    }

    isFooterShown() {
        return this.items.length > 0;
    }

    isAllCompleted() {
        return this.items.length > 0 && this.active().length === 0;
    }

    renderRows(items) {
        const rows = items.map(item => this.rowOf(item));

        Array.from(this.list.children)
            .filter(row => !rows.includes(row))
            .forEach(row => row.remove());
        rows.forEach((row, index) => {
            if (this.list.children[index] !== row) {
                this.list.insertBefore(row, this.list.children[index]);
            }
            this.renderRow(row, items[index]);
        });
    }

    renderRow(row, item) {
        row.classList.toggle('completed', item.completed);
        row.classList.toggle('editing', this.isEditing(item));
        row.querySelector('.toggle').checked = item.completed;
        row.querySelector('label').textContent = item.title;
    }

    isEditing(item) {
        return this.editing === item;
    }

    renderFooter() {
        const left = this.active().length;

        this.renderCount(this.find('.todo-count'), left);
        this.find('.clear-completed').hidden = !this.isClearShown();
        this.root.querySelectorAll('.filters a').forEach(link => {
            link.classList.toggle('selected', this.isSelected(link));
        });
    }

    renderCount(counter, left) {
        const number = document.createElement('strong');

        number.textContent = left;
        counter.replaceChildren(number, ` ${this.noun(left)} left`);
    }

    noun(count) {
        return count === 1 ? 'item' : 'items';
    }

    isClearShown() {
        return this.completed().length > 0;
    }

    isSelected(link) {
        const name = link.getAttribute('href').replace('#/', '');

        return (name || 'all') === this.filter;
    }
}
