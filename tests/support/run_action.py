#!/usr/bin/env python3
"""Runs the shell steps of a composite GitHub Action as a runner would:

    run_action.py ACTION_FOLDER WORK_FOLDER [INPUT=VALUE]...

The current folder is the workspace. Steps that use another action are printed,
with what they are given, as `uses NAME {...}`, and are otherwise passed over.
The outputs of the action are printed as `output NAME=VALUE` at the end. Ends with
the status of the first step that failed. Of expressions only what action.yml
needs is known."""
import json
import os
import pathlib
import re
import subprocess
import sys

import yaml

folder, work = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2])
given = dict(word.split("=", 1) for word in sys.argv[3:])
action = yaml.safe_load((folder / "action.yml").read_text(encoding="utf-8"))
known = {"github.run_id": "4711"}


def fill(text):
    """Replaces ${{ NAME }}; an unknown name is a mistake in the action, but what
    a step has not put out is empty."""
    return re.sub(r"\$\{\{ *([\w.]+) *\}\}", lambda m: known[m[1]]
                  if not m[1].startswith("steps.") else known.get(m[1], ""),
                  text)


for name, declared in action["inputs"].items():
    known["inputs." + name] = given.pop(name, fill(declared.get("default", "")))
if given:
    sys.exit("run_action.py: no such input: " + ", ".join(given))

env = dict(os.environ, GITHUB_ACTIONS="true", RUNNER_TEMP=str(work),
           GITHUB_ACTION_PATH=str(folder), GITHUB_WORKSPACE=os.getcwd(),
           GITHUB_PATH=str(work / "path"), GITHUB_OUTPUT=str(work / "output"),
           GITHUB_STEP_SUMMARY=str(work / "summary"))
status = 0


def wanted(step):
    """Of conditions only what stands in action.yml."""
    condition = step.get("if")
    if condition is None:
        return status == 0
    match = re.fullmatch(r"always\(\) && ([\w.]+) != ''", condition)
    return known.get(match[1], "") != ""


def run(step):
    """One step in a shell of its own; what it puts out is known from then on."""
    (work / "output").write_text("", encoding="utf-8")
    (work / "path").touch()
    path = (work / "path").read_text(encoding="utf-8").split("\n")[:-1]
    own = dict(env, PATH=":".join(path[::-1] + [env["PATH"]]))
    own.update((key, fill(value)) for key, value in step.get("env", {}).items())
    script = work / "step.sh"
    script.write_text(fill(step["run"]), encoding="utf-8")
    assert step["shell"] == "bash"
    done = subprocess.run(["bash", "--noprofile", "--norc", "-eo", "pipefail",
                           str(script)], env=own, check=False)
    for line in (work / "output").read_text(encoding="utf-8").splitlines():
        name, value = line.split("=", 1)
        known[f"steps.{step.get('id')}.outputs.{name}"] = value
    return done.returncode


for step in action["runs"]["steps"]:
    if not wanted(step):
        continue
    if "uses" in step:
        filled = {key: fill(value) for key, value in step["with"].items()}
        print("uses", step["uses"], json.dumps(filled), flush=True)
    else:
        status = run(step) or status
for name, output in action["outputs"].items():
    print(f"output {name}={fill(output['value'])}")
sys.exit(status)
