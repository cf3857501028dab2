#!/usr/bin/env python3
"""An executor of a counter that misbehaves in one way: odd.py WAY"""
import json
import subprocess
import sys

way = sys.argv[1]
count = sessions = 0


def say(tag, **more):
    print(json.dumps({"tag": tag, **more}), flush=True)


def ready(name):
    event = {"id": name, "isEvent": True, "args": [], "timeout": None}
    say("Events", contents=[[event], {"count": count}])


for line in sys.stdin:
    request = json.loads(line)
    tag = request["tag"]
    if tag == "Start":
        count = 0
        sessions += 1
        if way == "dies" and sessions == 2:
            sys.exit(3)
        if way == "unasked" and sessions == 1:
            say("Performed", contents={"count": 0})
        elif way == "stale-first":
            say("Stale")
        else:
            if way == "early":
                ready("booted")
            ready("booted" if way == "other-event" else "ready")
    elif tag == "RequestAction" and way == "refuses":
        say("Stale", chooseAgain=True)
    elif tag == "RequestAction" and way == "calls-stale":
        say("Stale")
    elif tag == "RequestAction" and way == "waits-instead":
        say("Timeout", contents={"count": count})
    elif tag == "RequestAction" and way == "leaves-a-child":
        subprocess.Popen(["sleep", "1000"], stdin=subprocess.DEVNULL)
        sys.exit(4)
    elif tag == "RequestAction" and way == "events-before":
        # In one write: after another request it would be taken for its answer.
        sys.stdout.write(
            json.dumps({"tag": "Events", "contents": [[], {"count": count}]})
            + "\n"
            + json.dumps({"tag": "Performed", "contents": {"count": count}})
            + "\n"
        )
        sys.stdout.flush()
    elif tag == "RequestAction" and way != "never-answers":
        count += 1
        say("Performed", contents={"count": count})
        # The answer that a timeout asks for is never given.
    elif tag == "End" and way == "one-session":
        sys.exit(0)
