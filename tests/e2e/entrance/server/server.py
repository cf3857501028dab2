# A counter of votes with an API and a page: server.py PORT [WRONG]
import json, sys, time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

WRONG = sys.argv[2] if len(sys.argv) > 2 else ''
votes = {}
PAGE = '''<!doctype html><meta charset="utf-8"><title>Votes</title>
<input id="name" aria-label="name"><button id="vote">Vote</button><table id="votes"></table>
<script>
async function show(answer) {
    const votes = Object.entries(await answer.json());
    document.getElementById('votes').innerHTML = votes.map(([name, count]) =>
        `<tr><td class="name">${name}</td><td class="count">${count}</td></tr>`).join('');
}
async function refresh() { await show(await fetch('/votes')); }
document.getElementById('vote').onclick = async () => {
    const box = document.getElementById('name');
    await fetch('/votes/' + box.value, {method: 'POST'});
    box.value = '';
    await refresh();
};
refresh();
</script>'''


class Handler(BaseHTTPRequestHandler):
    protocol_version = 'HTTP/1.1'

    def answer(self, value, status=200, kind='application/json'):
        body = (value if kind != 'application/json' else json.dumps(value)).encode()
        self.send_response(status)
        self.send_header('Content-Type', kind)
        self.send_header('Content-Length', str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        if self.path == '/votes':
            return self.answer(dict(sorted(votes.items())))
        if self.path == '/':
            return self.answer(PAGE, kind='text/html')
        return self.answer({'error': 'not found'}, 404)

    def do_POST(self):
        self.rfile.read(int(self.headers.get('Content-Length') or 0))
        if self.path == '/reset':
            votes.clear()
            return self.answer(None)
        name = self.path.split('/')[-1]
        if WRONG == 'fails' and votes.get(name) == 1:
            return self.answer({'message': 'cannot count to two'}, 500)
        time.sleep(0.03)
        votes[name] = votes.get(name, 0) + (2 if WRONG == 'twice' and votes.get(name) == 1 else 1)
        return self.answer(votes[name])

    def log_message(self, *words):
        pass


ThreadingHTTPServer(('127.0.0.1', int(sys.argv[1])), Handler).serve_forever()
