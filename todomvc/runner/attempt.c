/* The command line, the start, the way, the end. */
#include "todomvc/runner/attempt.h"

#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/pidfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/memory.h"
#include "base/shell.h"
#include "base/vec.h"
#include "cli/text_file.h"
#include "todomvc/runner/verdict.h"

enum {
    SAID_LIMIT = 4000,           /* bytes that are kept of standard error */
    TESTS = 4,                   /* more properties than a specification has */
    GRACE_MS = 60 * 1000,        /* for the start and the end of a browser */
    END_PATIENCE_MS = 10 * 1000, /* for one that was asked to end */
};

/* ---- the command line ---------------------------------------------------- */

/* Texts are borrowed or in the arena. */
struct words {
    const char **items;
    size_t count, capacity;
};

static void add_pair(struct words *words, const char *option, const char *value)
{
    vec_push(words, option);
    vec_push(words, value);
}

static void add_run(struct words *words, const struct launcher *launcher,
                    const struct planned *run, struct arena *arena)
{
    const struct application *application = run->application;
    vec_push(words, launcher->weir);
    vec_push(words, "check");
    vec_push(words, run->spec);
    vec_push(words, application->path);
    add_pair(words, "--serve", launcher->apps);
    add_pair(words, "--subscript",
             arena_format(arena, "%" PRId64, run->id.subscript));
    add_pair(words, "--seed", arena_format(arena, "%" PRIu64, run->seed));
    add_pair(words, "--tests", "1");
    add_pair(words, "--timeout", launcher->timeout);
    if (launcher->can_begin)
        add_pair(words, "--begin", "rest");
    if (strcmp(run->id.strategy, "default") != 0)
        add_pair(words, "--strategy", run->id.strategy);
    for (size_t i = 0; i < application->words.count; i++)
        vec_push(words, application->words.items[i]);
    for (const char *const *word = launcher->words; *word != NULL; word++)
        vec_push(words, *word);
}

void attempt_add_command(const struct launcher *launcher,
                         const struct planned *run, struct buf *out)
{
    struct arena arena;
    struct words words = VEC_EMPTY;
    arena_init(&arena);
    add_run(&words, launcher, run, &arena);
    for (size_t i = 0; i < words.count; i++) {
        if (i > 0)
            buf_add_char(out, ' ');
        shell_add_word(out, words.items[i]);
    }
    vec_finish(&words);
    arena_finish(&arena);
}

/* ---- the start ----------------------------------------------------------- */

/* Nothing listens on the discard port, and addresses of this machine do not go
 * through a proxy: so a page reaches what weir serves and nothing else. */
static const char *const no_hosts[] = {
    "http_proxy", "http://127.0.0.1:9", "https_proxy", "http://127.0.0.1:9",
    "all_proxy",  "http://127.0.0.1:9", "no_proxy",    "",
    NULL,
};

static void ignore(void *data)
{
    (void)data; /* it is enough that the loop wakes */
}

/* Keeps the beginning of what is too much. */
static void listen(void *data)
{
    struct attempt *attempt = data;
    char bytes[4096];
    ssize_t got;
    while ((got = read(attempt->process.errors, bytes, sizeof bytes)) > 0)
        if (attempt->said.length < SAID_LIMIT)
            buf_add(&attempt->said, bytes, (size_t)got);
    if (got == 0) {
        loop_watch_destroy(attempt->errors);
        attempt->errors = NULL;
    }
}

static bool watch(struct attempt *attempt, struct loop *loop,
                  struct error *error)
{
    attempt->ended_fd = pidfd_open(attempt->process.pid, 0);
    if (attempt->ended_fd < 0)
        return error_set(error, ERROR_SETUP,
                         "the system does not tell when a process ends "
                         "(pidfd_open)");
    attempt->ended =
        loop_watch_create(loop, attempt->ended_fd, ignore, NULL, error);
    attempt->errors = loop_watch_create(loop, attempt->process.errors, listen,
                                        attempt, error);
    return attempt->ended != NULL && attempt->errors != NULL;
}

static bool spawn(struct attempt *attempt, struct error *error)
{
    const struct launcher *launcher = attempt->launcher;
    struct arena arena;
    struct words words = VEC_EMPTY;
    arena_init(&arena);
    add_run(&words, launcher, attempt->run, &arena);
    if (launcher->can_shrink)
        vec_push(&words, "--no-shrink");
    add_pair(&words, "--reporter",
             arena_format(&arena, "json=%s", attempt->report));
    vec_push(&words, NULL);
    struct process_options options = {
        .argv = words.items,
        .environment = launcher->reaches_other_hosts ? NULL : no_hosts,
        .input = PROCESS_STREAM_NULL,
        .output = PROCESS_STREAM_NULL,
        .errors = PROCESS_STREAM_PIPE,
        .die_with_parent = true,
    };
    attempt->start_us = clock_now_us();
    bool fine = process_spawn(&attempt->process, &options, error);
    vec_finish(&words);
    arena_finish(&arena);
    return fine;
}

bool attempt_start(struct attempt *attempt, const struct launcher *launcher,
                   const struct planned *run, size_t place, struct loop *loop,
                   struct error *error)
{
    *attempt = (struct attempt){
        .launcher = launcher,
        .run = run,
        .ended_fd = -1,
        .report = memory_format("%s/report-%zu.json", launcher->folder, place),
        .deadline_ms = clock_now_ms() + TESTS * launcher->timeout_ms + GRACE_MS,
    };
    buf_init(&attempt->said);
    if (spawn(attempt, error)) {
        if (watch(attempt, loop, error))
            return true;
        attempt_finish(attempt, NULL, NULL);
        return false;
    }
    buf_finish(&attempt->said);
    free(attempt->report);
    return false;
}

/* ---- the way ------------------------------------------------------------- */

bool attempt_has_ended(struct attempt *attempt)
{
    if (!process_has_ended(&attempt->process) &&
        clock_now_ms() >= attempt->deadline_ms) {
        attempt->is_late = true;
        process_kill(&attempt->process);
        process_wait(&attempt->process, clock_now_ms() + END_PATIENCE_MS);
    }
    if (attempt->end_us == 0 && process_has_ended(&attempt->process))
        attempt->end_us = clock_now_us();
    return attempt->end_us != 0;
}

void attempt_interrupt(struct attempt *attempt)
{
    if (!process_has_ended(&attempt->process))
        kill(attempt->process.pid, SIGTERM);
    int64_t until_ms = clock_now_ms() + END_PATIENCE_MS;
    if (attempt->deadline_ms > until_ms)
        attempt->deadline_ms = until_ms;
}

/* ---- the end ------------------------------------------------------------- */

static void fill(struct attempt *attempt, struct record *record,
                 struct arena *arena)
{
    const struct planned *run = attempt->run;
    char text[80];
    struct buf report;
    buf_init(&report);
    *record = (struct record){
        .id = run->id,
        .expected = run->application->expected,
        .seed = run->seed,
        .wall_us = attempt->end_us - attempt->start_us,
        .jobs = attempt->launcher->jobs,
    };
    process_ending(&attempt->process, text);
    int status = attempt->process.status;
    struct ending ending = {
        .exit_status = WIFEXITED(status) ? WEXITSTATUS(status) : -1,
        .text = attempt->is_late ? "killed: its time was over" : text,
        .said = buf_str(&attempt->said),
    };
    if (access(attempt->report, R_OK) == 0)
        text_file_read(attempt->report, &report, NULL);
    verdict_read(record, buf_str(&report), &ending, &run->application->reasons,
                 arena);
    buf_finish(&report);
}

static void add_command(struct attempt *attempt, struct record *record,
                        struct arena *arena)
{
    struct buf command, details;
    buf_init(&command);
    buf_init(&details);
    attempt_add_command(attempt->launcher, attempt->run, &command);
    buf_addf(&details, "%s,\"command\":", record->details);
    json_add_string(&details, buf_str(&command));
    record->details =
        arena_copy_string(arena, buf_text(&details), details.length);
    buf_finish(&details);
    buf_finish(&command);
}

void attempt_finish(struct attempt *attempt, struct record *record,
                    struct arena *arena)
{
    if (attempt->errors != NULL && process_has_ended(&attempt->process))
        listen(attempt);
    if (record != NULL) {
        fill(attempt, record, arena);
        add_command(attempt, record, arena);
    }
    loop_watch_destroy(attempt->errors);
    loop_watch_destroy(attempt->ended);
    process_finish(&attempt->process);
    if (attempt->ended_fd >= 0)
        close(attempt->ended_fd);
    unlink(attempt->report);
    free(attempt->report);
    buf_finish(&attempt->said);
}
