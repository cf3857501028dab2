# A list whose server sends the head of an answer and, a little later, its body.
import http.server
import pathlib
import time

PAGE = (pathlib.Path(__file__).parent / 'halves.html').read_bytes()


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = 'HTTP/1.1'
    given = 0

    def log_message(self, *_):
        pass

    def answer(self, kind, body, pause_s=0.0):
        self.send_response(200)
        self.send_header('Content-Type', kind)
        self.send_header('Content-Length', str(len(body)))
        self.end_headers()
        self.wfile.flush()
        time.sleep(pause_s)
        self.wfile.write(body)

    def do_GET(self):
        self.answer('text/html', PAGE)

    def do_POST(self):
        Handler.given += 1
        self.answer('application/json', b'{"id": "n%d"}' % Handler.given, 0.045)


server = http.server.ThreadingHTTPServer(('127.0.0.1', 0), Handler)
print(f'http://127.0.0.1:{server.server_port}', flush=True)
server.serve_forever()
