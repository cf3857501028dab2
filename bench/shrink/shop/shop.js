"use strict";
const at = id => document.getElementById(id);

function button(text, name, what) {
    const made = document.createElement("button");
    made.textContent = text;
    made.className = name;
    made.onclick = what;
    return made;
}

function line(name, text, ...buttons) {
    const made = document.createElement("li"), label = document.createElement("b");
    label.className = name;
    label.textContent = text;
    made.append(label, ...buttons);
    return made;
}

function show({ rows, half, total }) {
    at("cart").replaceChildren(...rows.map(({ name, count }) => {
        const made = line("row", name, button("more", "more", () => ask("add", name)),
            button("remove", "remove", () => ask("remove", name)));
        const number = document.createElement("i");
        number.className = "count";
        number.textContent = count;
        made.append(number);
        return made;
    }));
    at("half").disabled = half;
    at("total").textContent = total;
    at("state").textContent = "ready";
}

async function ask(what, name) {
    if (at("state").textContent === "busy") return;
    at("state").textContent = "busy";
    const body = JSON.stringify({ what, name });
    show(await (await fetch("cart", { method: "POST", body })).json());
}

async function start() {
    const goods = await (await fetch("goods")).json();
    at("goods").replaceChildren(...goods.map(([name, price]) =>
        line("good", `${name} ${price}`, button("add", "add", () => ask("add", name)))));
    show(await (await fetch("cart")).json());
}

at("half").onclick = () => ask("half");
at("fresh").onclick = async () => {
    at("state").textContent = "busy";
    show(await (await fetch("cart")).json());
};
start();
