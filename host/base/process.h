/* A child process that leads a process group of its own, so that it and
 * everything it starts can be ended together.
 *
 * Lives: process_spawn, then process_finish exactly once, which kills what is
 * left of the group, reaps the child and closes the pipes. The descriptors are
 * ours until then; take one over by setting its field to -1. */
#ifndef WEIR_BASE_PROCESS_H
#define WEIR_BASE_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/error.h"
#include "base/guardian.h"

enum process_stream {
    PROCESS_STREAM_NULL,    /* /dev/null */
    PROCESS_STREAM_PIPE,    /* a pipe; our end is close-on-exec */
    PROCESS_STREAM_INHERIT, /* the same as ours */
};

enum { PROCESS_MORE_LIMIT = 4 };

/* What to start. Everything is borrowed for the call of process_spawn. */
struct process_options {
    const char *const *argv; /* ends with NULL; argv[0] is looked up in PATH
                                when it holds no slash */
    const char *const *environment; /* NULL, or pairs name, value, ..., NULL
                                       that are set in the child */
    enum process_stream input, output, errors;
    /* Descriptors of ours that the child gets too, as 3, 4 and so on. */
    const int *more;
    size_t more_count; /* up to PROCESS_MORE_LIMIT */
    /* The kernel kills the child (not its group) when the thread that started
     * it ends. */
    bool die_with_parent;
    /* NULL, or who kills the group and removes `folder` (may be NULL) when
     * this program dies; told before the program starts to run. */
    struct guardian *guardian;
    const char *folder;
};

struct process {
    pid_t pid;  /* also the number of its group; 0: not running */
    int input;  /* write end, or -1 */
    int output; /* read end, or -1; does not block */
    int errors; /* read end, or -1; does not block */
    int status; /* as from waitpid, valid once process_has_ended */
    bool ended;
    struct guardian *guardian;
};

/* This program also becomes the parent of what the child leaves behind, for
 * good (prctl PR_SET_CHILD_SUBREAPER): of its group that is reaped here, what
 * has left the group is for whoever waits for any child.
 *
 * False and ERROR_SETUP ("cannot start NAME: No such file or directory") when
 * the program cannot be run; then there is nothing to finish. */
bool process_spawn(struct process *process,
                   const struct process_options *options, struct error *error);

/* What a person has written as a command, run by /bin/sh, that is spoken to
 * over pipes and ends with this program. `errors`: its standard error. */
bool process_spawn_shell(struct process *process, const char *command,
                         enum process_stream errors, struct guardian *guardian,
                         struct error *error);

/* True when the child is gone; it is reaped then, and what is left of its
 * group is killed with it. Does not wait. */
bool process_has_ended(struct process *process);

/* Waits until the child is gone; false when the deadline passed. */
bool process_wait(struct process *process, int64_t deadline_ms);

/* "exit status 3", "killed by signal 9 (Killed)", of what waitpid gave; into a
 * buffer of at least 80 bytes. */
void process_status_text(int status, char *text);

/* The same. Only after process_has_ended. */
void process_ending(const struct process *process, char *text);

/* Whether somebody of the group is at work: a thread of it runs, waits for a
 * processor or for a disk (proc(5), stat: R, D). A look at what is there, some
 * milliseconds long where there are hundreds of processes. */
bool process_is_busy(const struct process *process);

/* What proc(5) says of a process of any kind at first sight. False: there is
 * none of that number. */
struct process_glance {
    char state; /* R, S, D, T, ... */
    pid_t group;
};
bool process_glance(pid_t pid, struct process_glance *glance);

/* SIGKILL to the whole group; harmless when it is gone. */
void process_kill(struct process *process);

/* Kills the group, waits until the child is reaped, closes the pipes and tells
 * the guardian. Can be called twice. Afterwards nothing of the group exists,
 * except what left it (setpgid) before. */
void process_finish(struct process *process);

#endif
