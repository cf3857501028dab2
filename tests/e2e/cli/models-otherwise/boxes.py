# What boxes.js says; but what is shown is wrong once there are two names, in any of them.
import json
import sys

boxes = {}
for line in sys.stdin:
    asked = json.loads(line)
    args = asked.get("args", [])
    answer = None
    if asked["op"] == "reset":
        boxes = {}
    elif asked["op"] == "Box":
        answer = f"box-{len(boxes)}"
        boxes[answer] = []
    elif asked["op"] == "Put":
        box = args[0]["in"] if isinstance(args[0], dict) else args[0]
        if args[1] in boxes[box]:
            answer = {"error": "it is there"}
        else:
            boxes[box].append(args[1])
            answer = len(boxes[box])
    else:
        answer = [[] for _ in boxes] if sum(map(len, boxes.values())) > 1 else list(boxes.values())
    print(json.dumps({"id": asked["id"], "ok": answer}), flush=True)
