# A counter: "/" is its page, POST /bump counts and answers. It ends at the third.
import http.server
import os
import sys

PAGE = b"""<!doctype html><title>Counter</title><button id=bump>Bump</button><p id=count>0</p>
<script>
document.querySelector("#bump").onclick = async () => {
    const answer = await fetch("/bump", {method: "POST"}).catch(() => null);
    if (answer) document.querySelector("#count").textContent = await answer.text();
};
</script>"""
count = 0


class Counter(http.server.BaseHTTPRequestHandler):
    def send(self, body, status=200):
        self.send_response(status)
        self.send_header("Content-Type", "text/html" if body == PAGE else "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        self.send(b"sick" if sys.argv[2:] == ["sick"] else PAGE,
                  500 if sys.argv[2:] == ["sick"] else 200)

    def do_POST(self):
        global count
        if self.path == "/locked":
            return self.send(b'{"error": "database is locked"}', 500)
        count = 0 if self.path == "/reset" else count + 1
        if count == 3:
            print("out of ideas", flush=True)
            os._exit(7)
        self.send(str(count).encode())

    def log_message(self, *words):
        pass


http.server.ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Counter).serve_forever()
