#!/usr/bin/env python3
"""Counters: system.py FAULT; "seven" adds 6 instead of 7. JSON lines, or HTTP with
PORT in its environment, when it writes its address first."""
import json
import os
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

fault = sys.argv[1]
counters = {}


def do(command, args):
    if command == "reset":
        counters.clear()
    elif command == "New":
        counters[f"c{len(counters)}"] = 0
        return f"c{len(counters) - 1}"
    elif command == "Add":
        counters[args[0]] += 6 if fault == "seven" and args[1] == 7 else args[1]
    elif command == "Get":
        return counters[args[0]]
    return None


class Handler(BaseHTTPRequestHandler):
    def say(self, value):
        body = json.dumps(value).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def body(self):
        return self.rfile.read(int(self.headers.get("Content-Length", 0)))

    def do_POST(self):
        self.body()
        self.say(do("reset" if self.path == "/reset" else "New", []))

    def do_PUT(self):
        self.say(do("Add", [self.path.split("/")[-1], json.loads(self.body())["by"]]))

    def do_GET(self):
        self.say({"is": do("Get", [self.path.split("/")[-1]])})

    def log_message(self, *words):
        pass


if "PORT" in os.environ:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    print(f"http://127.0.0.1:{server.server_port}", flush=True)
    server.serve_forever()
for line in sys.stdin:
    asked = json.loads(line)
    print(json.dumps({"id": asked["id"], "ok": do(asked["op"], asked.get("args"))}), flush=True)
