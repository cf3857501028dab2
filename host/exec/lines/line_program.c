/* In this file: starting and the end, bytes out, lines in, waiting. */
#include "exec/lines/line_program.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/last_words.h"
#include "base/log.h"
#include "base/memory.h"

enum {
    READ_BYTES = 64 * 1024,
    LINE_LIMIT_BYTES = 64 * 1024 * 1024,
    ERRORS_KEPT_BYTES = 4000,
    /* How often a wait looks whether it is cancelled. */
    LOOK_MS = 50,
    ENDING_MS = 2000,
};

void line_program_init(struct line_program *program, const char *command,
                       struct loop *loop)
{
    *program = (struct line_program){
        .command = memory_copy_string(command, strlen(command)),
        .loop = loop,
        .process = {.input = -1, .output = -1, .errors = -1},
    };
}

void line_program_stop(struct line_program *program)
{
    if (program->is_started)
        process_finish(&program->process);
    program->is_started = false;
}

bool line_program_start(struct line_program *program, struct error *error)
{
    line_program_stop(program);
    if (program->guardian == NULL)
        program->guardian = guardian_create(error);
    if (program->guardian == NULL)
        return false;
    /* A program that reads no more is an answer, not a signal. */
    signal(SIGPIPE, SIG_IGN);
    if (!process_spawn_shell(&program->process, program->command,
                             PROCESS_STREAM_PIPE, program->guardian, error))
        return false;
    fcntl(program->process.input, F_SETFL, O_NONBLOCK);
    program->is_started = true;
    program->ended = false;
    buf_clear(&program->in);
    buf_clear(&program->errors);
    program->in_at = 0;
    return true;
}

char *line_program_ending(struct line_program *program)
{
    char ending[80];
    if (!process_wait(&program->process, clock_now_ms() + ENDING_MS))
        return memory_format("the system closed its standard output");
    process_ending(&program->process, ending);
    struct str last = last_words(buf_str(&program->errors));
    return memory_format("the system ended (%s)%s%.*s", ending,
                         last.length > 0 ? ": " : "", STR_ARGS(last));
}

/* ---- bytes out ---------------------------------------------------------- */

static void hear_errors(struct line_program *program)
{
    char *space = buf_reserve(&program->errors, ERRORS_KEPT_BYTES);
    ssize_t got = read(program->process.errors, space, ERRORS_KEPT_BYTES);
    if (got <= 0) {
        if (got == 0) {
            close(program->process.errors);
            program->process.errors = -1;
        }
        return;
    }
    program->errors.length += (size_t)got;
    if (program->errors.length > ERRORS_KEPT_BYTES) {
        size_t rest = program->errors.length - ERRORS_KEPT_BYTES;
        memmove(program->errors.data, program->errors.data + rest,
                ERRORS_KEPT_BYTES);
        program->errors.length = ERRORS_KEPT_BYTES;
    }
}

/* Waits for one of its descriptors, not beyond the deadline. False: cancelled.
 */
static bool await_ready(struct line_program *program, bool wants_write,
                        int64_t deadline_ms, struct pollfd ready[3],
                        struct error *error)
{
    int64_t rest_ms = deadline_ms - clock_now_ms();
    ready[0] = (struct pollfd){
        .fd = program->ended ? -1 : program->process.output, .events = POLLIN};
    ready[1] = (struct pollfd){.fd = program->process.errors, .events = POLLIN};
    ready[2] = (struct pollfd){.fd = wants_write ? program->process.input : -1,
                               .events = POLLOUT};
    if (program->loop != NULL && loop_is_cancelled(program->loop))
        return error_set(error, ERROR_CANCELLED, "interrupted");
    if (rest_ms > LOOK_MS)
        rest_ms = LOOK_MS;
    if (poll(ready, 3, rest_ms < 0 ? 0 : (int)rest_ms) < 0)
        ready[0].revents = ready[1].revents = ready[2].revents = 0;
    return true;
}

static void hear_output(struct line_program *program)
{
    char *space = buf_reserve(&program->in, READ_BYTES);
    ssize_t got = read(program->process.output, space, READ_BYTES);
    if (got > 0)
        program->in.length += (size_t)got;
    else if (got == 0 || (errno != EAGAIN && errno != EINTR))
        program->ended = true;
}

static void hear_ready(struct line_program *program,
                       const struct pollfd ready[3])
{
    if (ready[0].revents != 0)
        hear_output(program);
    if (ready[1].revents != 0)
        hear_errors(program);
}

bool line_program_say(struct line_program *program, struct buf *line,
                      struct error *error)
{
    enum { WRITE_MS = 10 * 1000 };
    int64_t deadline_ms = clock_now_ms() + WRITE_MS;
    log_debug("system < %.*s", STR_ARGS(buf_str(line)));
    buf_add_char(line, '\n');
    for (size_t at = 0; at < line->length && !program->ended;) {
        struct pollfd ready[3];
        ssize_t written =
            write(program->process.input, line->data + at, line->length - at);
        if (written > 0) {
            at += (size_t)written;
            continue;
        }
        if (errno != EAGAIN && errno != EINTR)
            break;
        if (!await_ready(program, true, deadline_ms, ready, error))
            return false;
        hear_ready(program, ready);
        if (clock_now_ms() > deadline_ms)
            return error_set(error, ERROR_RUN,
                             "the system does not read its commands");
    }
    return true;
}

/* ---- lines in ----------------------------------------------------------- */

static void compact(struct line_program *program)
{
    size_t rest = program->in.length - program->in_at;
    if (program->in_at == 0)
        return;
    memmove(program->in.data, program->in.data + program->in_at, rest);
    program->in.length = rest;
    program->in_at = 0;
}

/* The next whole line; borrowed until the next one. */
static bool take_line(struct line_program *program, struct str *line)
{
    struct buf *in = &program->in;
    const char *begin = in->data + program->in_at;
    size_t rest = in->length - program->in_at;
    const char *end = rest == 0 ? NULL : memchr(begin, '\n', rest);
    if (end == NULL && (!program->ended || rest == 0))
        return false;
    *line = str_from(begin, end == NULL ? rest : (size_t)(end - begin));
    program->in_at += line->length + (end != NULL);
    return true;
}

static bool is_blank(struct str line)
{
    for (size_t i = 0; i < line.length; i++)
        if (line.data[i] != ' ' && line.data[i] != '\r' && line.data[i] != '\t')
            return false;
    return true;
}

enum system_next line_program_next(struct line_program *program,
                                   int64_t deadline_ms, struct str *line,
                                   struct error *error)
{
    for (;;) {
        struct pollfd ready[3];
        while (take_line(program, line))
            if (!is_blank(*line)) {
                log_debug("system > %.*s", STR_ARGS(*line));
                return SYSTEM_EVENT;
            }
        compact(program);
        if (program->ended || program->in.length > LINE_LIMIT_BYTES)
            return SYSTEM_FAILED;
        if (!await_ready(program, false, deadline_ms, ready, error))
            return SYSTEM_FAILED;
        hear_ready(program, ready);
        if (ready[0].revents == 0 && clock_now_ms() >= deadline_ms)
            return SYSTEM_DEADLINE;
    }
}

/* ---- waiting, and the end of all ------------------------------------------
 */

bool line_program_wait(struct line_program *program, int64_t deadline_ms,
                       struct error *error)
{
    while (!program->ended && clock_now_ms() < deadline_ms) {
        struct pollfd ready[3];
        if (!await_ready(program, false, deadline_ms, ready, error))
            return false;
        hear_ready(program, ready);
    }
    return true;
}

bool line_program_is_overfull(const struct line_program *program)
{
    return program->in.length > LINE_LIMIT_BYTES;
}

void line_program_finish(struct line_program *program)
{
    line_program_stop(program);
    guardian_destroy(program->guardian);
    buf_finish(&program->in);
    buf_finish(&program->errors);
    free(program->command);
}
