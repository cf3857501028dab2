#!/usr/bin/env bash
# All shards of a run by GNU parallel, some of them at a time, then merged:
#
#     parallel.sh SHARDS ARGUMENT_OF_WEIR_CHECK...
#     parallel.sh 8 todo.strom --serve dist --tests 200 --seed 7
#
# Ends with the exit status of the whole run. PARALLEL holds options of GNU
# parallel: PARALLEL='--jobs 4', or PARALLEL='--sshlogin a,b --workdir . --return
# weir-shard-{}-of-8.jsonl' for other machines. What the shards say goes into
# weir-shard-K.log; WEIR_MERGE holds options of weir merge.
set -uo pipefail
shards=${1:?how many shards?}
shift

# A shard that finds something ends with a status of its own; whether something
# was found is for weir merge to say.
rm -f weir-shard-*-of-"$shards".jsonl
# shellcheck disable=SC2016 # the shell of each shard expands it
parallel --halt never --quote \
    bash -c 'weir check --shard "$0" "${@:2}" >"$1" 2>&1' \
    "{}/$shards" 'weir-shard-{}.log' "$@" ::: $(seq "$shards")

if [[ ! -e weir-shard-1-of-$shards.jsonl ]]; then # no --seed, no such file, ...
    cat weir-shard-1.log >&2
    exit 2
fi
# shellcheck disable=SC2086 # several options
exec weir merge ${WEIR_MERGE:-} weir-shard-*-of-"$shards".jsonl
