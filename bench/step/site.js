"use strict";
// A small web server for folders on 127.0.0.1, with two habits of its own:
// nothing is cached, and a page asked for with "?mark" tells the server of the
// first press of a key or a button, so that the time until then can be taken
// outside of whatever drives the browser.

const fs = require("fs");
const http = require("http");
const path = require("path");

const TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript",
    ".css": "text/css",
    ".json": "application/json",
    ".png": "image/png"
};

const MARK = `<script>
(function () {
    var marked = false;
    function mark() {
        if (!marked) navigator.sendBeacon("/mark");
        marked = true;
    }
    addEventListener("mousedown", mark, true);
    addEventListener("keydown", mark, true);
})();
</script>`;

/** The file for an address, or null. Folders are a map from the first part of
 * the path to a folder of files. */
function fileFor(folders, url) {
    const [, first, ...rest] = decodeURIComponent(url.pathname).split("/");
    const folder = folders[first];
    if (folder === undefined) return null;
    const file = path.join(folder, ...rest);
    if (!file.startsWith(folder)) return null;
    return url.pathname.endsWith("/") ? path.join(file, "index.html") : file;
}

function withMark(text) {
    return text.replace("<head>", "<head>" + MARK);
}

/** {url, close, nextMark}: nextMark gives a promise of the next first press, as
 * a time of performance.now(). */
async function serve(folders) {
    let marked = () => {};
    const server = http.createServer((request, response) => {
        const url = new URL(request.url, "http://localhost");
        if (url.pathname === "/mark") {
            marked(performance.now());
            response.writeHead(204).end();
            return;
        }
        const file = fileFor(folders, url);
        if (file === null || !fs.existsSync(file)) {
            response.writeHead(404).end();
            return;
        }
        let body = fs.readFileSync(file);
        if (url.searchParams.has("mark")) body = withMark(body.toString());
        response.writeHead(200, {
            "content-type": TYPES[path.extname(file)] || "text/plain",
            "cache-control": "no-store"
        });
        response.end(body);
    });
    await new Promise(done => server.listen(0, "127.0.0.1", done));
    return {
        url: "http://127.0.0.1:" + server.address().port,
        nextMark: () => new Promise(done => { marked = done; }),
        close() {
            server.closeAllConnections();
            server.close();
        }
    };
}

module.exports = { serve };
