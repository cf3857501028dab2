# A counter: "/" is its page, POST /bump counts and answers. It ends at the third; with
# "slowly" it takes its time for that, and answers nobody any more. "throws": the page does
# not look for errors; "asks": it shows a button once it is answered.
import http.server
import os
import socket
import sys
import time

PAGE = b"""<!doctype html><title>Counter</title><button id=bump>Bump</button>
<button id=sure hidden>Sure</button><p id=count>0</p>
<script>
document.querySelector("#bump").onclick = async () => {
    const answer = await fetch("/bump", {method: "POST"}).catch(() => null);
    if (!answer) return;
    document.querySelector("#count").textContent = await answer.text();
    document.querySelector("#sure").hidden = false;
};
document.querySelector("#sure").onclick = (event) => event.target.hidden = true;
</script>"""
if "throws" in sys.argv:
    PAGE = PAGE.replace(b".catch(() => null)", b"")
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
            if "slowly" in sys.argv:
                server.socket.close()
                self.connection.shutdown(socket.SHUT_RDWR)
                time.sleep(0.6)
            os._exit(7)
        self.send(str(count).encode())

    def log_message(self, *words):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Counter)
server.serve_forever()
