/* What a command costs itself, without its children:
 *
 *     weir_bench_meter FILE COMMAND [ARGUMENT...]
 *
 * runs the command and writes one JSON line to FILE:
 *
 *     {"wallMs":812.4,"cpuMs":101.2,"peakKb":23512,"status":0}
 *
 * Waiting for a command gives the sum over all its children, and the browser is
 * one. So the command is stopped at its very end, when the kernel still knows
 * its memory (VmHWM) and its time on a processor (schedstat, nanoseconds); that
 * costs nothing while it runs. The exit status is the command's, or 128 and the
 * signal that killed it; 125: it could not be measured. */
#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"

enum { CANNOT_MEASURE = 125, CANNOT_RUN = 127 };

struct cost {
    int64_t cpu_ns;
    int64_t peak_kb;
};

static int give_up(const char *what)
{
    fprintf(stderr, "weir_bench_meter: %s: %s\n", what, strerror(errno));
    return CANNOT_MEASURE;
}

static FILE *open_of(pid_t pid, const char *name)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/%s", (int)pid, name);
    return fopen(path, "re");
}

static void read_time(pid_t pid, struct cost *cost)
{
    FILE *file = open_of(pid, "schedstat");
    if (file == NULL)
        return;
    if (fscanf(file, "%" SCNd64, &cost->cpu_ns) != 1)
        cost->cpu_ns = 0;
    fclose(file);
}

static void read_peak(pid_t pid, struct cost *cost)
{
    char line[200];
    FILE *file = open_of(pid, "status");
    if (file == NULL)
        return;
    while (fgets(line, sizeof line, file) != NULL)
        if (sscanf(line, "VmHWM: %" SCNd64, &cost->peak_kb) == 1)
            break;
    fclose(file);
}

static bool is_at_its_end(int status)
{
    return status >> 8 == (SIGTRAP | (PTRACE_EVENT_EXIT << 8));
}

/* The signal that a stopped command is still to get; 0: none. */
static int signal_for(int status)
{
    return status >> 16 == 0 ? WSTOPSIG(status) : 0;
}

/* Until the command has ended. Its wait status, or -1. */
static int follow(pid_t pid, struct cost *cost)
{
    int status;
    for (;;) {
        if (waitpid(pid, &status, 0) < 0) {
            if (errno == EINTR)
                continue;
            return -1;
        }
        if (!WIFSTOPPED(status))
            return status;
        if (is_at_its_end(status)) {
            read_time(pid, cost);
            read_peak(pid, cost);
        }
        intptr_t number = signal_for(status);
        ptrace(PTRACE_CONT, pid, NULL,
               (void *)number); /* NOLINT: a number, not an address */
    }
}

/* Runs the command once somebody writes to the pipe. */
static void run_when_told(const int pipe_ends[2], char **argv)
{
    char word;
    close(pipe_ends[1]);
    if (read(pipe_ends[0], &word, 1) != 1)
        _exit(CANNOT_RUN);
    close(pipe_ends[0]);
    execvp(argv[0], argv);
    fprintf(stderr, "weir_bench_meter: %s: %s\n", argv[0], strerror(errno));
    _exit(CANNOT_RUN);
}

/* The command, stopped before its first instruction; -1: not. */
static pid_t start(char **argv, int *go)
{
    int pipe_ends[2];
    if (pipe(pipe_ends) != 0)
        return -1;
    pid_t pid = fork();
    if (pid == 0)
        run_when_told(pipe_ends, argv);
    close(pipe_ends[0]);
    *go = pipe_ends[1];
    long options = PTRACE_O_TRACEEXIT | PTRACE_O_EXITKILL;
    if (pid > 0 && ptrace(PTRACE_SEIZE, pid, NULL, options) != 0)
        return -1;
    return pid;
}

static bool report(const char *path, int64_t wall_us, const struct cost *cost,
                   int exit_status)
{
    FILE *file = fopen(path, "we");
    if (file == NULL)
        return false;
    fprintf(file,
            "{\"wallMs\":%.3f,\"cpuMs\":%.3f,\"peakKb\":%" PRId64
            ",\"status\":%d}\n",
            (double)wall_us / 1e3, (double)cost->cpu_ns / 1e6, cost->peak_kb,
            exit_status);
    return fclose(file) == 0;
}

int main(int argc, char **argv)
{
    int go;
    struct cost cost = {0, 0};
    if (argc < 3) {
        fprintf(stderr, "usage: weir_bench_meter FILE COMMAND...\n");
        return CANNOT_MEASURE;
    }
    pid_t pid = start(argv + 2, &go);
    if (pid < 0)
        return give_up("cannot follow a child");
    int64_t since = clock_now_us();
    bool told = write(go, "", 1) == 1;
    close(go);
    int status = follow(pid, &cost);
    if (!told || status < 0)
        return give_up("cannot follow the command");
    int exit_status =
        WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    if (!report(argv[1], clock_now_us() - since, &cost, exit_status))
        return give_up(argv[1]);
    return exit_status;
}
