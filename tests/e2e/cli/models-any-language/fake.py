#!/usr/bin/env python3
"""A model in Python: counters that are made, added to, and read. Answers the
questions of docs/MODELS.md, "In any language". fake.py PART: what is wrong with it,
"right" for nothing."""
import json
import sys

part = sys.argv[1]


def say(answer):
    print(json.dumps(answer), flush=True)


def hear():
    line = sys.stdin.readline()
    if not line:
        sys.exit()
    return json.loads(line)


def pick(**kind):
    say({"pick": kind})
    return hear()["picked"]


def info():
    place = {"$function": "one" if part == "name" else 0}
    return {
        "name": "counters.py",
        "labels": True,
        "real": {"reset": {"path": "/reset"}},
        "commands": [
            {"name": "New", "creates": ["counter"], "real": {"path": "/counters"}},
            {"name": "Add", "weight": 3, "arguments": True, "precondition": True,
             "real": {"method": "PUT", "path": place, "body": {"by": "${args[1]}"}}},
            {"name": "Get", "arguments": True,
             "real": {"method": "GET", "path": place, "answer": {"$function": 1}}},
        ],
    }


def arguments(command):
    counter = pick(kind="ref", type="counter")
    if counter is None:
        return {"refused": ""}
    if command == "Get":
        return {"ok": [counter]}
    return {"ok": [counter, pick(kind="integer", low=0, high=9)]}


def step(command, state, args, fresh):
    if command == "New":
        return {"ok": [{"state": state + [[fresh[0], 0]], "answer": fresh[0]}]}
    now = next(n for name, n in state if name == args[0])
    if command == "Get":
        return {"ok": [{"state": state, "answer": now}]}
    if now + args[1] > 20:
        return {"refused": "at most 20"}
    after = [[name, n + args[1] if name == args[0] else n] for name, n in state]
    return {"ok": [{"state": after, "answer": None}]}


def real(function, given):
    if part == "throws":
        return {"failed": "no such function", "at": "fake.py:1"}
    if function == 0:
        return {"ok": f"/counters/{given['args'][0]}"}
    return {"ok": given["body"]["is"] if given["status"] == 200 else given["status"]}


while True:
    asked = hear()
    ask = asked["ask"]
    if ask == "info":
        say({"ok": info()})
    elif ask == "init":
        say({"ok": []})
    elif ask == "arguments":
        say(arguments(asked["command"]))
    elif ask == "step":
        say(step(asked["command"], asked["state"], asked["arguments"], asked["fresh"]))
    elif ask == "labels":
        say({"ok": [asked["command"] + (" of 0" if asked["answer"] == 0 else "")]})
    elif ask == "real":
        say(real(asked["function"], asked["given"]))
    else:
        say({"failed": "what is " + ask})
