"use strict";
// With ?keeps what it has asked for once is kept, for when the network is away.
const keeps = location.search === "?keeps";

self.addEventListener("install", event => event.waitUntil(
    keeps ? caches.open("kept").then(kept => kept.add("data.txt")) : 0));
self.addEventListener("activate", event => event.waitUntil(self.clients.claim()));
self.addEventListener("fetch", event => event.respondWith(
    fetch(event.request).catch(async error => {
        const kept = await caches.match(event.request);
        if (kept) return kept;
        throw error;
    })));
