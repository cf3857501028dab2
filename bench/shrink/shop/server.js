"use strict";
// A shop whose answers take 50 ms each: node server.js PORT. A visitor is a cookie.
// ?fault=NAME plants a fault (../cases.json) in the cart of who opens the page so.

const fs = require("fs");
const http = require("http");
const path = require("path");

const ANSWER_MS = 50;
const GOODS = [["tea", 2], ["cake", 4], ["mug", 6], ["pot", 8]];
const FILES = {
    "/": ["index.html", "text/html"],
    "/shop.js": ["shop.js", "text/javascript"],
    "/shop.css": ["shop.css", "text/css"]
};
const visitors = new Map();

function newCart(fault) {
    return { fault, rows: [], gone: new Set(), half: false };
}

function change(cart, { what, name }) {
    const row = cart.rows.find(each => each.name === name);
    if (what === "add" && row === undefined) {
        const twice = cart.fault === "again" && cart.gone.has(name);
        cart.rows.push({ name, count: twice ? 2 : 1 });
    } else if (what === "add") {
        row.count += cart.fault === "four" && row.count === 3 ? 2 : 1;
    } else if (what === "remove" && row !== undefined) {
        cart.rows.splice(cart.rows.indexOf(row), 1);
        cart.gone.add(name);
        if (cart.fault === "code") cart.half = false;
    } else if (what === "half") {
        cart.half = true;
    }
}

function seen(cart) {
    const price = name => GOODS.find(good => good[0] === name)[1];
    const sum = cart.rows.reduce((all, row) => all + row.count * price(row.name), 0);
    return { rows: cart.rows, half: cart.half, total: cart.half ? sum / 2 : sum };
}

function visitorOf(request, headers) {
    const known = /visitor=(\w+)/.exec(request.headers.cookie || "");
    if (known !== null && visitors.has(known[1])) return visitors.get(known[1]);
    const id = `v${visitors.size + 1}`;
    visitors.set(id, newCart(""));
    headers["Set-Cookie"] = `visitor=${id}`;
    return visitors.get(id);
}

function answer(request, body, headers) {
    const url = new URL(request.url, "http://shop");
    const file = FILES[url.pathname];
    const cart = visitorOf(request, headers);
    if (url.pathname === "/" && url.searchParams.has("fault")) {
        cart.fault = url.searchParams.get("fault");
        if (cart.fault === "reload") cart.rows.splice(1, 1);
    }
    if (file !== undefined) {
        headers["Content-Type"] = file[1];
        return fs.readFileSync(path.join(__dirname, file[0]));
    }
    headers["Content-Type"] = "application/json";
    if (url.pathname === "/goods") return JSON.stringify(GOODS);
    if (request.method === "POST") change(cart, JSON.parse(body));
    return JSON.stringify(seen(cart));
}

http.createServer((request, response) => {
    let body = "";
    request.on("data", part => { body += part; });
    request.on("end", () => {
        const headers = { "Cache-Control": "no-store" };
        setTimeout(() => {
            const text = answer(request, body, headers);
            response.writeHead(200, headers).end(text);
        }, ANSWER_MS);
    });
}).listen(Number(process.argv[2]), "127.0.0.1");
