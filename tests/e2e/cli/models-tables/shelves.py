import json, sys

fault = sys.argv[1] if len(sys.argv) > 1 else ""
shelves, books = [], []

def reset():
    shelves.clear()
    books.clear()

def AddShelf():
    shelves.append(1 if fault == "twice" else len(shelves) + 1)
    return {"id": shelves[-1], "shelves": len(shelves)}

def AddBook(shelf):
    books.append(len(books) + 1)
    on = shelves[0] if fault == "first" else shelf
    return {"book": {"id": books[-1], "on": on}, "left": 9}

def Books():
    return [7] if fault == "other" and len(books) > 1 else books[::-1]

for line in sys.stdin:
    asked = json.loads(line)
    answer = globals()[asked["op"]](*asked.get("args", []))
    print(json.dumps({"id": asked["id"], "ok": answer}), flush=True)
