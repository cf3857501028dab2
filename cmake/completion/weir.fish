# Completion of weir for fish. What a command takes is read from its own --help,
# so that this file never lags behind.

function __weir_commands
    weir --help 2>/dev/null |
        string replace -rf '^  ([a-z]+)  +(.*)' '$1\t$2'
end

function __weir_options
    set -l command (commandline -opc)[2]
    weir $command --help 2>/dev/null |
        string replace -rf '^ {2,6}(?:-[A-Za-z0-9], )?(--[a-z][a-z-]*)[^ ]*(?: [A-Z=]+\S*)?  +(.*)' '$1\t$2'
end

function __weir_has_command
    test (count (commandline -opc)) -gt 1
end

complete -c weir -f -n 'not __weir_has_command' -a '(__weir_commands)'
complete -c weir -n '__weir_has_command; and string match -q -- "-*" (commandline -ct)' \
    -f -a '(__weir_options)'
complete -c weir -n '__weir_has_command' -l time -x -a 'virtual real auto'
complete -c weir -n '__weir_has_command' -l serve -x -a '(__fish_complete_directories)'
