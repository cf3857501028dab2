/* The recorded trace, repeated, through a pipe to `weir check SPEC --from -`:
 * reading JSON, guards, the property and the report, in a process of its own.
 * Memory is the most that the process had resident. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/buf.h"
#include "bench/micro/measure.h"
#include "bench/micro/rows.h"

struct bench {
    const char *weir;
    const char *spec;
    const struct replay *replay;
};

static void stop(const char *what)
{
    fprintf(stderr, "bench: %s: %s\n", what, strerror(errno));
    exit(EXIT_FAILURE);
}

static pid_t start(const struct bench *bench, FILE **to)
{
    int ends[2];
    if (pipe(ends) != 0)
        stop("pipe");
    pid_t child = fork();
    if (child < 0)
        stop("fork");
    if (child == 0) {
        dup2(ends[0], STDIN_FILENO);
        close(ends[0]);
        close(ends[1]);
        if (freopen("/dev/null", "w", stdout) != NULL)
            execl(bench->weir, "weir", "check", bench->spec, "--from", "-",
                  (char *)NULL);
        _exit(127);
    }
    close(ends[0]);
    *to = fdopen(ends[1], "w");
    if (*to == NULL)
        stop("pipe");
    return child;
}

static void feed(const struct replay *replay, int64_t states, FILE *to)
{
    struct buf line;
    size_t index = 0;
    bool joined = false;
    buf_init(&line);
    trace_add_header(&line, &replay->trace.header);
    for (int64_t version = 1; version <= states; version++) {
        struct step step = replay->trace.items[index];
        step.version = version;
        if (joined) {
            step.kind = STEP_TIMEOUT;
            step.what = (struct action_list){0};
        }
        trace_add_step(&line, &step);
        if (fwrite(buf_text(&line), 1, line.length, to) != line.length)
            stop("weir does not read on");
        buf_clear(&line);
        index = replay_next(replay, index, &joined);
    }
    buf_finish(&line);
}

static double us_of(struct timeval time)
{
    return (double)time.tv_sec * 1e6 + (double)time.tv_usec;
}

static struct measure_figures run(const void *context, int64_t states)
{
    const struct bench *bench = context;
    struct rusage used;
    int status;
    FILE *to;
    pid_t child = start(bench, &to);
    feed(bench->replay, states, to);
    fclose(to);
    if (wait4(child, &status, 0, &used) != child)
        stop("wait");
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
        fprintf(stderr, "bench: weir check --from did not pass\n");
        exit(EXIT_FAILURE);
    }
    return (struct measure_figures){
        .us_per_state =
            (us_of(used.ru_utime) + us_of(used.ru_stime)) / (double)states,
        .bytes = (size_t)used.ru_maxrss * 1024,
    };
}

void rows_offline(const char *weir, const char *spec,
                  const struct replay *replay, int64_t most_states)
{
    struct bench bench = {.weir = weir, .spec = spec, .replay = replay};
    struct measure_series series = {
        .name = "TodoMVC: weir check --from -",
        .run = run,
        .context = &bench,
    };
    measure_print(&series, most_states);
}
