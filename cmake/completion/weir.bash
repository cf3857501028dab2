# Completion of weir for bash. What a command takes is read from its own --help,
# so that this file never lags behind.

# The lines of options: "  -j, --jobs N  ..."
_weir_options() {
    "$1" ${2:+"$2"} --help 2>/dev/null |
        sed -nE 's/^ {2,6}((-[A-Za-z0-9]), )?(--[a-z][a-z-]*).*/\2 \3/p'
}

# What an option is followed by, a word in capitals: DIR, FILE, MODE, N; empty
# where it takes nothing.
_weir_argument() {
    "$1" "$2" --help 2>/dev/null |
        sed -nE "s/^ {2,6}(-[A-Za-z0-9], )?$3 ([A-Z=]+)(\[.*)? .*/\2/p; \
s/^ {2,6}$3, --[a-z-]+ ([A-Z=]+) .*/\1/p" | head -n 1
}

# The names that the help lists after an option, if it does: "a (default), b, c".
_weir_names() {
    "$1" "$2" --help 2>/dev/null | awk -v option="$3" '
        /^ +-/ { inside = index($0, option " ") > 0 }
        inside { text = text " " $0 }
        END {
            sub(/.*--[a-z-]+ [^ ]+ +/, "", text)
            gsub(/\([^)]*\)| /, "", text)
            count = split(text, names, ",")
            for (i = 1; i <= count; i++) if (names[i] !~ /^[a-z]+$/) exit
            for (i = 1; count > 1 && i <= count; i++) print names[i]
        }'
}

_weir_files() {
    compopt -o filenames 2>/dev/null
    mapfile -t COMPREPLY < <(compgen -f -- "$1")
}

_weir() {
    local program=${COMP_WORDS[0]} command='' word=$2 before=$3 kind
    [[ $COMP_CWORD -gt 1 ]] && command=${COMP_WORDS[1]}
    COMPREPLY=()
    if [[ -z $command ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$("$program" --help 2>/dev/null |
            sed -nE 's/^  ([a-z]+)  .*/\1/p') --help --version" -- "$word")
        return
    fi
    if [[ $word == -* ]]; then
        mapfile -t COMPREPLY < <(
            compgen -W "$(_weir_options "$program" "$command")" -- "$word")
        return
    fi
    kind=''
    [[ $before == -* ]] && kind=$(_weir_argument "$program" "$command" "$before")
    case $kind in
    DIR)
        compopt -o filenames 2>/dev/null
        mapfile -t COMPREPLY < <(compgen -d -- "$word")
        ;;
    MODE)
        mapfile -t COMPREPLY < <(compgen -W 'virtual real auto' -- "$word")
        ;;
    NAME)
        mapfile -t COMPREPLY < <(
            compgen -W "$(_weir_names "$program" "$command" "$before")" \
                -- "$word")
        ;;
    '' | FILE | TRACE | MODEL | PATH | COMMAND) _weir_files "$word" ;;
    *) ;; # a number, a name: only the user knows
    esac
}

complete -F _weir weir
