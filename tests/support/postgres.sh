# shellcheck shell=bash
# A PostgreSQL of its own, for scripts that source this: it listens on a socket in
# a folder that goes.
#
#     postgres_programs                  prints the folder of its programs; fails: there are none
#     postgres_start PROGRAMS FOLDER     makes FOLDER (absolute, new) its database and starts it;
#                                        fails with the reason in FOLDER.said
#
# Then $postgres_pid is its process, to be ended with SIGQUIT, and $postgres_where
# what a client connects to.

postgres_programs() {
    local programs
    programs=$(find /usr/lib/postgresql -maxdepth 2 -name bin 2>/dev/null | tail -n 1)
    [[ -n $programs ]] && echo "$programs"
}

# It does not run as root: as the package's user, or as root by another name where
# that user may not even write to /dev/null, as in some containers.
postgres_user() { # FOLDER
    postgres_as=()
    ((UID == 0)) || return 0
    postgres_as=(setpriv --reuid postgres --regid postgres --clear-groups)
    if "${postgres_as[@]}" sh -c ': >/dev/null' 2>"$1.said"; then
        chmod 711 "$(dirname "$1")"
        chown postgres "$1"
    else
        postgres_as=(unshare --user --map-user=1000 --map-group=1000)
    fi
}

# shellcheck disable=SC2034 # read by those who source this
postgres_start() { # PROGRAMS FOLDER
    local i
    mkdir "$2" || return
    postgres_user "$2"
    "${postgres_as[@]}" "$1/initdb" --pgdata "$2" --auth trust --username finance \
        --no-sync >"$2.said" 2>&1 || return
    "${postgres_as[@]}" "$1/postgres" -D "$2" -k "$2" -c listen_addresses= \
        -c fsync=off >"$2.said" 2>&1 &
    postgres_pid=$!
    postgres_where="postgresql:///postgres?host=$2&user=finance"
    for ((i = 0; i < 600; i++)); do
        [[ -S $2/.s.PGSQL.5432 ]] &&
            "$1/psql" -h "$2" -U finance -qc 'SELECT' postgres >"$2.asked" 2>&1 && return
        kill -0 "$postgres_pid" 2>/dev/null || return
        sleep 0.1
    done
    return 1
}
