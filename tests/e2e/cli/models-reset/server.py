#!/usr/bin/env python3
"""A counter that answers its reset: server.py FAULT.

FAULT: keeps (a reset leaves the count as it is), wrong (the third is not counted, after each reset).
It speaks JSON lines, or, with PORT in its environment, HTTP: it writes its address first."""
import json
import os
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

fault = sys.argv[1]
count = 0


def do(command):
    global count
    if command == "reset" and fault != "keeps":
        count = 0
    if command == "Incr" and not (fault == "wrong" and count == 2):
        count += 1
    return count if command == "Get" else None


class Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        body = json.dumps(do(self.path[1:])).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *words):
        pass


if "PORT" in os.environ:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    print(f"http://127.0.0.1:{server.server_port}", flush=True)
    server.serve_forever()
for line in sys.stdin:
    asked = json.loads(line)
    print(json.dumps({"id": asked["id"], "ok": do(asked["op"])}), flush=True)
