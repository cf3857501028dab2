# Writes RESULTS.md: the manifest, and beside each application what came of its
# runs. Arguments: outcomes (lines of name, seed, outcome), seeds, tests.

def outcomes_of($name):
    [$outcomes | split("\n")[] | split("\t")
        | select(length == 3 and .[0] == $name) | .[2]];

# "2 × passes, 1 × fails", the most frequent first.
def tally:
    group_by(.) | sort_by(-length)
        | map("\(length) × \(.[0])") | join(", ");

def row: "| " + join(" | ") + " |";
def table($heads): ($heads | row), ($heads | map("---") | row), (.[] | row);

def paper: if .fault == null then "" else "\(.fault)" end;
"# TodoMVC: the applications of npm",
"",
"`todomvc/npm/run --table todomvc/RESULTS.md --seeds \"\($seeds)\" --tests \($tests) WEIR FOLDER`",
"writes this file: the npm package \(.package)@\(.version) (implementations of 2014, with ids",
"where newer ones have classes), checked with `todomvc.strom`. Each application had one run of",
"up to \($tests) tests with each of the seeds \($seeds). A run that fails shows one failure; an",
"application with several faults shows them in turn.",
"",
"Of \(.applications | length) applications \([.applications[] | select(.verdict == "passes")] | length) pass and \([.applications[] | select(.verdict != "passes")] | length) fail. Each fault below was also seen without weir, with",
"real clicks and keys in real time: all are the applications' own. `npm/manifest.json` says",
"the same for programs, with the reasons that a run has to show.",
"",
"How short the counterexamples of our mutants are, and why two of them are longer than the",
"steps that a person wrote down: [SHRUNK.md](SHRUNK.md).",
"",
"## Fail",
"",
"*Fault*: its number in the table of the paper, if it is one of those. *Rule*: whether an",
"official rule of TodoMVC is broken, or only a demand of ours and of the paper's (text that",
"waits in the box survives; toggle-all stays while the filter shows nothing).",
"",
([.applications[] | select(.verdict != "passes")
    | [.name, .seen, .by_hand, paper, .rule, (outcomes_of(.name) | tally)]]
    | table(["application", "what a person sees", "to see it by hand", "fault", "rule", "runs"])),
"",
"## Pass",
"",
([.applications[] | select(.verdict == "passes")
    | [.name, ((.options // []) | if . == [] then "" else "`" + join(" ") + "`" end),
        (.note // ""), (outcomes_of(.name) | tally)]]
    | table(["application", "options", "note", "runs"])),
"",
"## Left out",
"",
"Not checked, and why:",
([.left_out[] | "\(.name) (\(.why))"] | join("; ") + ".")
