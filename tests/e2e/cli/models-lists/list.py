# Answers as list.js does, but for one kind of list.
import json
import sys

kind, items = sys.argv[1], []
for line in sys.stdin:
    asked = json.loads(line)
    answer = None
    if asked['op'] == 'reset':
        items = []
    elif asked['op'] == 'Load':
        items = asked['args'][0]
    elif asked['op'] == 'Sum':
        answer = sum(item['number'] for item in items)
        if kind == 'debts' and sum(item['number'] < 0 for item in items) >= 3:
            answer += 1
    else:
        answer = [item['name'] for item in items]
        if kind == 'names' and sum('a' in name for name in answer) >= 4:
            answer.pop()
        if kind == 'both' and {'ab', 'ba'} <= set(answer) and len(answer) >= 4:
            answer.pop()
    print(json.dumps({'id': asked['id'], 'ok': answer}), flush=True)
