/* In this file: reading the browser's stderr, starting, connecting, ending. */
#include "cdp/launch/launch.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/channel.h"
#include "base/clock.h"
#include "base/guardian.h"
#include "base/log.h"
#include "base/memory.h"
#include "base/process.h"
#include "cdp/launch/find.h"
#include "cdp/launch/flags.h"
#include "cdp/launch/profile.h"
#include "cdp/launch/tail.h"

struct cdp_process {
    struct loop *loop;
    struct cdp_program program;
    struct cdp_profile profile;
    struct guardian *guardian;
    struct process process;
    struct loop_watch *watch; /* of its stderr; NULL once that has ended */
    struct buf tail;          /* the last of what it wrote (tail.h) */
    struct buf product;       /* its name, by its own first answer */
    struct channel_ends ends; /* ours, of DevTools; -1: handed on */
    bool frame_control;
    bool quiet; /* what is the same for all browsers has been said */
};

enum {
    BLOCK_BYTES = 4096,
    DEFAULT_SIDE = 1200, /* CSS pixels */
    GRACE_MS = 200,      /* for one whose connection broke to be gone */
    LOOK_MS = 500,       /* between looks whether it still runs */
    /* A browser that draws nothing says so with every frame (flags.c): each
     * line would wake us for nothing. So its stderr is read so often at most,
     * and the pipe holds what a browser told to log everything says meanwhile:
     * it waits where the pipe is full. */
    REST_MS = 100,
    STDERR_BYTES = 1024 * 1024,
    /* Where /dev/shm is smaller (containers: 64 MB), pages crash in the middle
     * of a test. */
    SHARED_MEMORY_NEEDED_MB = 512,
    /* A socket of the browser lives below TMPDIR, and the path of a socket has
     * at most 107 bytes. */
    TEMPORARY_PATH_LIMIT = 50,
};

static void read_stderr(void *data)
{
    struct cdp_process *process = data;
    char block[BLOCK_BYTES];
    ssize_t got;
    while ((got = read(process->process.errors, block, sizeof block)) > 0)
        cdp_tail_keep(&process->tail, block, (size_t)got);
    if (got == 0 || (errno != EAGAIN && errno != EINTR)) {
        loop_watch_destroy(process->watch);
        process->watch = NULL;
    }
}

static bool has_little_shared_memory(void)
{
    struct statvfs info;
    if (statvfs("/dev/shm", &info) != 0)
        return true;
    return info.f_bavail * info.f_frsize / 1024 / 1024 <
           SHARED_MEMORY_NEEDED_MB;
}

static bool runs_as_root(void)
{
    return geteuid() == 0;
}

/* `theirs`: where the browser reads requests and writes answers. */
static bool spawn(struct cdp_process *process, struct channel_ends theirs,
                  const struct cdp_launch_options *options, struct error *error)
{
    bool has_size = options->width > 0 && options->height > 0;
    process->frame_control =
        options->frame_control && process->program.is_shell;
    struct cdp_flags_options line = {
        .program = process->program.path,
        .profile = process->profile.path,
        .is_shell = process->program.is_shell,
        .headful = options->headful,
        .frame_control = process->frame_control,
        .pictures = options->pictures,
        .no_sandbox = runs_as_root(),
        .small_shared_memory = has_little_shared_memory(),
        .width = has_size ? options->width : DEFAULT_SIDE,
        .height = has_size ? options->height : DEFAULT_SIDE,
        .extra = options->flags,
        .extra_count = options->flag_count,
    };
    struct cdp_flags flags;
    cdp_flags_init(&flags, &line);
    bool is_short = strlen(process->profile.path) <= TEMPORARY_PATH_LIMIT;
    /* All it writes stays in the profile, crash reports too; and the desktop's
     * settings are none of a test's business. */
    const char *environment[] = {"BREAKPAD_DUMP_LOCATION",
                                 process->profile.path,
                                 "GSETTINGS_BACKEND",
                                 "memory",
                                 is_short ? "TMPDIR" : NULL,
                                 process->profile.path,
                                 NULL};
    bool good = process_spawn(
        &process->process,
        &(struct process_options){.argv = (const char *const *)flags.argv,
                                  .environment = environment,
                                  .errors = PROCESS_STREAM_PIPE,
                                  .more = (int[]){theirs.in, theirs.out},
                                  .more_count = 2,
                                  .die_with_parent = true,
                                  .guardian = process->guardian},
        error);
    cdp_flags_finish(&flags);
    return good;
}

static bool spawn_with_pipe(struct cdp_process *process,
                            const struct cdp_launch_options *options,
                            struct error *error)
{
    struct channel_ends theirs;
    if (!channel_ends_make(&process->ends, &theirs, error)) {
        error->code = ERROR_SETUP; /* there is no browser yet */
        return false;
    }
    bool good = spawn(process, theirs, options, error);
    channel_ends_close(&theirs);
    return good;
}

static bool start(struct cdp_process *process,
                  const struct cdp_launch_options *options, struct error *error)
{
    if (!cdp_program_find(&process->program, options->program, options->headful,
                          error))
        return false;
    cdp_profile_sweep();
    process->guardian = guardian_create(error);
    if (process->guardian == NULL ||
        !cdp_profile_create(&process->profile, error))
        return false;
    guardian_add(process->guardian, 0, process->profile.path);
    if (!spawn_with_pipe(process, options, error))
        return false;
    process->watch = loop_watch_create(process->loop, process->process.errors,
                                       read_stderr, process, error);
    if (process->watch == NULL)
        return false;
    /* A system may allow less. */
    fcntl(process->process.errors, F_SETPIPE_SZ, STDERR_BYTES);
    loop_watch_rest(process->watch, REST_MS);
    return true;
}

static void explain(struct cdp_process *process, struct error *error)
{
    if (error == NULL)
        return;
    if (process->watch != NULL)
        read_stderr(process);
    struct error whole = *error;
    char ending[80] = "it still runs";
    if (process_has_ended(&process->process))
        process_ending(&process->process, ending);
    struct buf said;
    buf_init(&said);
    cdp_tail_quote(&said, &process->tail);
    error_set(error, whole.code, "%.400s (%s; its last words: %s)",
              whole.message, ending, buf_text(&said));
    buf_finish(&said);
}

struct cdp_process *cdp_launch(struct loop *loop,
                               const struct cdp_launch_options *options,
                               struct error *error)
{
    struct cdp_process *process = MEMORY_NEW(struct cdp_process);
    process->loop = loop;
    process->profile.lock = -1;
    process->ends = (struct channel_ends){.in = -1, .out = -1};
    process->quiet = options->quiet;
    process->process =
        (struct process){.input = -1, .output = -1, .errors = -1};
    if (start(process, options, error))
        return process;
    cdp_process_end(process);
    return NULL;
}

/* For a user who is not root, where the system gives no user namespaces. */
static bool has_no_sandbox(struct cdp_process *process)
{
    static const char words[] = "No usable sandbox";
    const struct buf *tail = &process->tail;
    if (process->watch != NULL)
        read_stderr(process);
    return tail->length > 0 &&
           memmem(tail->data, tail->length, words, sizeof words - 1) != NULL;
}

/* Why it gave no first answer, by how the connection is now. */
static void explain_silence(struct cdp_process *process,
                            const struct cdp_connection *connection,
                            struct error *error)
{
    const char *program = process->program.path;
    const char *ending = cdp_connection_ending(connection);
    if (loop_is_cancelled(process->loop))
        return;
    if (has_no_sandbox(process)) {
        error_set(error, ERROR_SETUP,
                  "the browser %s found no sandbox: this system lets no user "
                  "but root make namespaces. Allow them, or run it without "
                  "one: --browser-flag=--no-sandbox",
                  program);
        return;
    }
    if (ending == NULL && !process_has_ended(&process->process)) {
        loop_gave_up(process->loop, ERROR_SETUP, "the start of the browser",
                     error);
        error_prefix(error, "%s: ", program);
    } else if (cdp_process_wait(process, clock_now_ms() + GRACE_MS)) {
        error_set(error, ERROR_SETUP,
                  "the browser %s did not start; is it a Chromium?", program);
    } else {
        error_set(error, ERROR_SETUP,
                  "the browser %s does not speak DevTools over its pipe (%s); "
                  "is it a Chromium?",
                  program, ending);
    }
    explain(process, error);
}

/* It has ended, and not in order: no other process that it has left behind
 * speaks for it. */
static bool has_failed(struct cdp_process *process)
{
    return process_has_ended(&process->process) && process->process.status != 0;
}

/* The first answer. A process that has ended may have left its end of the pipe
 * to others. */
static enum cdp_next await_answer(struct cdp_process *process,
                                  struct cdp_connection *connection,
                                  int64_t deadline_ms,
                                  struct cdp_record *answer,
                                  struct error *error)
{
    for (;;) {
        int64_t look_ms = clock_now_ms() + LOOK_MS;
        bool is_last = look_ms >= deadline_ms;
        enum cdp_next next = cdp_connection_next(
            connection, is_last ? deadline_ms : look_ms, answer, error);
        if (next != CDP_NEXT_DEADLINE || is_last || has_failed(process))
            return next;
    }
}

struct cdp_connection *cdp_process_connect(struct cdp_process *process,
                                           int64_t deadline_ms,
                                           struct error *error)
{
    struct channel_ends ends = process->ends;
    /* Not at the start: whoever starts a browser early may have no use for it.
     */
    if (runs_as_root() && !process->quiet)
        log_warn("running as root: the browser's sandbox is off");
    process->ends = (struct channel_ends){.in = -1, .out = -1};
    struct cdp_connection *connection =
        cdp_connection_attach(process->loop, ends, error);
    if (connection == NULL)
        return NULL;
    struct cdp_record answer;
    cdp_connection_send(connection, STR(""), "Browser.getVersion", STR(""));
    enum cdp_next next =
        await_answer(process, connection, deadline_ms, &answer, error);
    buf_clear(&process->product);
    buf_add_str(&process->product,
                json_read_string(json_read_field(answer.body, "product")));
    cdp_record_finish(&answer);
    /* A failed reply is an answer as well, unless the connection made it up. */
    if (next == CDP_NEXT_RECORD && cdp_connection_is_open(connection))
        return connection;
    explain_silence(process, connection, error);
    cdp_connection_destroy(connection);
    return NULL;
}

void cdp_process_end(struct cdp_process *process)
{
    if (process == NULL)
        return;
    loop_watch_destroy(process->watch);
    process_finish(&process->process);
    cdp_profile_finish(&process->profile);
    guardian_destroy(process->guardian);
    cdp_program_finish(&process->program);
    buf_finish(&process->tail);
    buf_finish(&process->product);
    channel_ends_close(&process->ends);
    free(process);
}

const char *cdp_process_program(const struct cdp_process *process)
{
    return process->program.path;
}

struct str cdp_process_product(const struct cdp_process *process)
{
    return buf_str(&process->product);
}

bool cdp_process_is_shell(const struct cdp_process *process)
{
    return process->program.is_shell;
}

bool cdp_process_has_frame_control(const struct cdp_process *process)
{
    return process->frame_control;
}

const char *cdp_process_profile(const struct cdp_process *process)
{
    return process->profile.path;
}

int cdp_process_pid(const struct cdp_process *process)
{
    return process->process.pid;
}

bool cdp_process_has_ended(struct cdp_process *process)
{
    return process_has_ended(&process->process);
}

bool cdp_process_wait(struct cdp_process *process, int64_t deadline_ms)
{
    return process_wait(&process->process, deadline_ms);
}

void cdp_process_explain(struct cdp_process *process, struct error *error)
{
    cdp_process_wait(process, clock_now_ms() + GRACE_MS);
    explain(process, error);
}
