"""Prices, by JSON lines: `system.py FILE [WRONG]` writes down what it was asked; WRONG is
wrong for one pair of choices."""
import json
import sys

FILE, WRONG = sys.argv[1], sys.argv[2:]


def price(size, customer, coupon):
    full = size * (100 - coupon) * (1 if customer == "staff" else 2)
    return full - (1 if WRONG and size == 100 and coupon == 50 else 0)


with open(FILE, "a", encoding="utf-8") as asked:
    count = 0
    for line in sys.stdin:
        question = json.loads(line)
        answer = None
        if question["op"] in ("reset", "Again"):
            count = 0
        else:
            answer = price(*question["args"])
            choices = [*question["args"], "first" if count == 0 else "later"]
            print(json.dumps(choices), file=asked, flush=True)
            count += 1
        print(json.dumps({"id": question["id"], "ok": answer}), flush=True)
