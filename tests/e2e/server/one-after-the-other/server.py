"""One connection at a time, each for as long as the browser keeps it open."""
from http.server import BaseHTTPRequestHandler, HTTPServer

PAGE = b"<!doctype html><title>one</title><link rel=icon href='data:,'><button onclick='this.textContent++'>0</button>"


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(PAGE)))
        self.end_headers()
        self.wfile.write(PAGE)

    def log_message(self, *words):
        pass


server = HTTPServer(("127.0.0.1", 0), Handler)
print(server.server_address[1], flush=True)
server.serve_forever()
