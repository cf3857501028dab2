#!/usr/bin/env bash
# The man page and --help tell the same: man_page.sh WEIR MANPAGE
#
# Compares the commands, and for each command its options with what their values
# are called. Where groff is at hand, the page must also be well-formed.
set -euo pipefail
weir=$1
page=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
status=0

complain() {
    echo "FAILED: $*"
    status=1
}

# Without fonts and escapes.
plain() {
    sed -E 's/\\f[BIRP]//g; s/\\-/-/g' "$page"
}

# The commands in `weir --help`, and those with a section of their own.
commands_of_help() {
    "$weir" --help | sed -nE 's/^  ([a-z-]+) +[^ -].*/\1/p' | grep -v '^weir$'
}

commands_of_page() {
    plain | sed -nE 's/^\.SS weir ([a-z-]+).*/\1/p'
}

# "-I, --include DIR" lines.
options_of_help() {
    "$weir" "$1" --help |
        sed -nE 's/^ +((-[A-Za-z], )?--[a-z-]+( [^ ]+)?)(  .*| .*)?$/\1/p'
}

options_of_page() {
    plain | awk -v section=".SS weir $1" '
        index($0, ".S") == 1 { on = $0 == section || index($0, section " ") == 1 }
        on && option { print }
        { option = $0 == ".TP" }' |
        grep -E '^(-[A-Za-z], )?--[a-z-]+( [^ ]+)?$'
}

same() {
    local what=$1
    if ! diff "$work/help" "$work/page" >"$work/diff"; then
        complain "$what: < in --help, > in the man page"
        cat "$work/diff"
    fi
}

commands_of_help | sort >"$work/help"
commands_of_page | sort >"$work/page"
same "the commands differ"
[[ $(wc -l <"$work/help") -ge 8 ]] || complain "--help lists too few commands"

while read -r command; do
    options_of_help "$command" | sort >"$work/help"
    options_of_page "$command" | sort >"$work/page"
    same "the options of weir $command differ"
    [[ -s $work/help ]] || complain "weir $command has no options"
done < <(commands_of_help)

# The warnings of weir lint.
"$weir" lint --help | sed -nE 's/^  ([a-z]+-?[a-z]+)$/\1/p' | sort >"$work/help"
plain | sed -nE 's/^\.I ([a-z]+-?[a-z]+)$/\1/p' | sort >"$work/page"
same "the warnings differ"
[[ $(wc -l <"$work/help") -ge 10 ]] || complain "weir lint lists too few warnings"

if command -v groff >/dev/null; then
    groff -man -Tutf8 -ww -z "$page" 2>"$work/said" || complain "groff fails"
    [[ ! -s $work/said ]] || { complain "groff warns"; cat "$work/said"; }
fi
[[ $status == 0 ]] && echo "man page: commands, options and warnings agree"
exit $status
