#!/usr/bin/env bash
# An executor in the protocol of docs/PROTOCOL.md: the light of a staircase,
# which goes out by itself three seconds after somebody pressed the button.
#
#     weir check staircase.strom --executor ./staircase.sh
#
# The application is simulated here, and so is its time: nothing waits. A real
# executor would talk to its application where this one changes variables. The
# argument --broken makes a light that ignores whoever presses again before it
# is dark: it then goes out too early.
set -u
broken=${1:-}

lamp=false # what can be seen
left_ms=0  # until the light goes out
version=0  # the states sent in this session
session=0

# The only line that begins a session: {"tag":"Start","dependencies":{...}}.
# This executor always sends both of its selectors, so it need not read which
# ones are wanted.
begin() {
    lamp=false left_ms=0 version=0
    session=$(member session)
    events '"ready"'
}

# member NAME: the number, the string or null that the present line has there.
# Good enough for the lines that weir writes and the arguments used here; use a
# real JSON parser where your language has one.
member() {
    local pattern='"'$1'":("([^"]*)"|[0-9]+|null)'
    [[ $line =~ $pattern ]] && echo "${BASH_REMATCH[2]:-${BASH_REMATCH[1]}}"
}

# say TAG CONTENTS: one line, one message, and one state more.
say() {
    version=$((version + 1))
    echo "{\"tag\":\"$1\",\"session\":$session,\"contents\":$2}"
}

state() {
    echo "{\"lamp\":$lamp,\"secondsLeft\":$(((left_ms + 999) / 1000))}"
}

# events ID: something that happened by itself, and the state after it.
events() {
    say Events "[[{\"id\":$1,\"isEvent\":true,\"args\":[],\"timeout\":null}],$(state)]"
}

# wait_for MS: an event within this time, or Timeout. One of the two is owed.
wait_for() {
    if [[ $lamp == true ]] && ((left_ms <= $1)); then
        lamp=false left_ms=0
        events '"dark"'
    else
        [[ $lamp == true ]] && left_ms=$((left_ms - $1))
        say Timeout "$(state)"
    fi
}

press() {
    [[ $broken == --broken && $lamp == true ]] || left_ms=3000
    lamp=true
}

# {"tag":"RequestAction","action":{"id":...,"timeout":...},"version":...}
act() {
    local timeout
    timeout=$(member timeout)
    case $(member id) in
        press) press ;;
        pass) ;; # only time goes by
        *)
            echo '{"tag":"Error","errorMessage":"there is no such action"}'
            return
            ;;
    esac
    say Performed "$(state)"
    [[ $timeout == null ]] || wait_for "$timeout"
}

is_stale() {
    [[ $(member version) != "$version" ]]
}

while IFS= read -r line; do
    case $(member tag) in
        Start) begin ;;
        RequestAction) if is_stale; then echo '{"tag":"Stale"}'; else act; fi ;;
        AwaitEvents)
            if is_stale; then echo '{"tag":"Stale"}'; else
                wait_for "$(member awaitTimeout)"
            fi
            ;;
        End) ;; # nothing to close; the next Start begins anew
    esac
done
