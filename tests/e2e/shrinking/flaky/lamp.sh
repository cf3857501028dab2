#!/usr/bin/env bash
# An executor whose application is wrong in its first session only (or, with
# --always, in each): the third step leads to 9.
while read -r line; do
    [[ $line =~ \"session\":([0-9]+) ]] && session=${BASH_REMATCH[1]}
    case $line in
    *'"Start"'*)
        first=${first:-$session} n=0
        what='Events' contents="[[{\"id\":\"ready\",\"isEvent\":true,\"args\":[],\"timeout\":null}],{\"n\":0}]"
        ;;
    *'"RequestAction"'*)
        n=$((n + 1))
        [[ $n == 3 && (${1:-} == --always || $session == "$first") ]] && n=9
        what='Performed' contents="{\"n\":$n}"
        ;;
    *) continue ;;
    esac
    echo "{\"tag\":\"$what\",\"session\":$session,\"contents\":$contents}"
done
