/* One entry per command: main() looks them up here. */
#ifndef WEIR_CLI_COMMANDS_H
#define WEIR_CLI_COMMANDS_H

/* Exit statuses (docs/REPORTS.md, "Exit status"). */
enum exit_status {
    EXIT_PASSED = 0,
    EXIT_ERRORED = 1,
    EXIT_WRONG = 2,
    EXIT_FAILED = 3,
};

/* argv[0] is the name of the command. Returns the exit status. */
int command_ccs(int argc, char **argv);
int command_check(int argc, char **argv);
int command_checker(int argc, char **argv);
int command_deps(int argc, char **argv);
int command_doc(int argc, char **argv);
int command_fmt(int argc, char **argv);
int command_init(int argc, char **argv);
int command_lint(int argc, char **argv);
int command_merge(int argc, char **argv);
int command_repl(int argc, char **argv);
int command_replay(int argc, char **argv);
int command_streams(int argc, char **argv);
int command_serve_model(int argc, char **argv);

#endif
