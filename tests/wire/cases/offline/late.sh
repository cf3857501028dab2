#!/usr/bin/env bash
# Is ready only in its third state.
n=0
say() {
    n=$((n + 1))
    echo "{\"tag\":\"Events\",\"contents\":[[{\"id\":\"$1\",\"isEvent\":true,\"args\":[]}],{\"n\":$n}]}"
}
while read -r line; do
    case $line in
        *Start*) n=0; say slow ;;
        *AwaitEvents*) if ((n == 1)); then say slow; else say ready; fi ;;
    esac
done
