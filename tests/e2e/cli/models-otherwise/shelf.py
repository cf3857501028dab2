"""A shelf of books, in JSON lines. What it lists in order, it orders by bytes."""
import json, sys

books = []
by_bytes = lambda book: book[0].encode()


def did(op, args):
    global books
    if op == "reset":
        books = []
    elif op == "Put":
        books.append(args)
    elif op == "Arrange":
        books.sort(key=by_bytes)
    elif op == "Since":
        return [title for title, year in sorted(books, key=by_bytes) if year is not None and year >= args[0]]
    elif op == "Shelf":
        return [title for title, _ in books]
    return None


for line in sys.stdin:
    asked = json.loads(line)
    print(json.dumps({"id": asked["id"], "ok": did(asked["op"], asked.get("args", []))}), flush=True)
