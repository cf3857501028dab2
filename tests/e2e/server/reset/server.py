#!/usr/bin/env python3
"""A counter that the server remembers: server.py PORT.

GET / is its page; POST /add counts, POST /reset begins again, GET /zone tells the
server's time zone, POST /die ends the server, as does a second child that it has
started; POST /broken fails."""
import os
import subprocess
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

PAGE = b"""<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Counter</title>
<button id="add" disabled>Add one</button>
<p id="count"></p>
<p id="zone"></p>
<script>
async function show(method, path, id) {
    const answer = await fetch(path, { method: method });
    document.getElementById(id).textContent = await answer.text();
}
document.getElementById("add").onclick = () => show("POST", "/add", "count");
show("GET", "/zone", "zone").then(() => show("GET", "/count", "count"))
    .then(() => { document.getElementById("add").disabled = false; });
</script>
</html>
"""


class Handler(BaseHTTPRequestHandler):
    count = 0

    def answer(self, status, body, kind="text/plain"):
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        if self.path == "/zone":
            self.answer(200, os.environ.get("TZ", "none").encode())
        elif self.path == "/count":
            self.answer(200, str(Handler.count).encode())
        else:
            self.answer(200, PAGE, "text/html")

    def do_POST(self):
        if self.path == "/die":
            os._exit(3)
        if self.path == "/reset":
            Handler.count = 0
        elif self.path == "/add":
            Handler.count += 1
        self.answer(500 if self.path == "/broken" else 200, str(Handler.count).encode())

    do_DELETE = do_POST

    def log_message(self, form, *rest):
        pass


ThreadingHTTPServer.allow_reuse_address = True
try:
    server = ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Handler)
except OSError as error:
    sys.exit(f"cannot listen at {sys.argv[1]}: {error.strerror}")
print("listening", flush=True)
# A child of its own, as servers have them: it is not to be left behind.
subprocess.Popen(["sleep", "1000"])
server.serve_forever()
