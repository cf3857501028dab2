# Is wrong about numbers from the limit on, or (--below) down to its negative.
import json
import sys

limit, below = int(sys.argv[1]), "--below" in sys.argv
for line in sys.stdin:
    asked = json.loads(line)
    number = (asked.get("args") or [None])[0]
    is_wrong = number is not None and (number <= -limit if below else number >= limit)
    print(json.dumps({"id": asked["id"], "ok": 7 if is_wrong else number}), flush=True)
