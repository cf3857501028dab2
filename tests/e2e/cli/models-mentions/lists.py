# What lists.js is the model of; "python3 lists.py wrong" drops another one in its answer.
import json
import sys

wrong = sys.argv[1:] == ["wrong"]
lists, made = {}, 0

def answer(op, args):
    global made
    if op == "reset":
        lists.clear()
        return None
    if op == "Add":
        made += 1
        lists[f"L-{made}"] = 0
        return {"link": f"/lists/L-{made}"}
    if op == "Count":
        lists[args[0]] += 1
        return lists[args[0]]
    if op == "Drop":
        if args[0] not in lists:
            return {"error": f"no list {args[0]}"}
        del lists[args[0]]
        return f"dropped {'L-' + str(made) if wrong else args[0]}"
    return lists

for line in sys.stdin:
    asked = json.loads(line)
    print(json.dumps({"id": asked["id"], "ok": answer(asked["op"], asked.get("args", []))}), flush=True)
