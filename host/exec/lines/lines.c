/* In this file: the program, bytes out, lines in, what a line means, waiting,
 * a new run, commands. */
#include "exec/lines/lines.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/clock.h"
#include "base/guardian.h"
#include "base/json.h"
#include "base/last_words.h"
#include "base/log.h"
#include "base/memory.h"
#include "base/process.h"
#include "base/vec.h"

enum {
    READ_BYTES = 64 * 1024,
    LINE_LIMIT_BYTES = 64 * 1024 * 1024,
    ERRORS_KEPT_BYTES = 4000,
    /* How often a wait looks whether it is cancelled. */
    LOOK_MS = 50,
    /* A program that says nothing to its first `reset` for so long does not
     * know it, or has not started yet: some need seconds. */
    LEARN_MS = 10 * 1000,
    /* One that has answered it before does so within this time. */
    RESET_MS = 2000,
    ENDING_MS = 2000,
    /* One that cannot be started has ended after so long; longer, where it has
     * ended once already. */
    START_MS = 100,
    START_AGAIN_MS = 3000,
};

/* A command that was sent in this run. */
struct sent {
    int64_t id, process, number, call_ns;
    char *label; /* of the scheduling point where it waits; NULL: it does not */
    bool ended;
};

enum reset_support { RESET_UNKNOWN, RESET_ANSWERED, RESET_BY_START };

struct lines {
    struct system base;
    char *command;
    struct loop *loop;
    struct guardian *guardian;
    struct process process;
    bool is_started;
    bool is_used;  /* a run has begun with it */
    bool is_dirty; /* what it does next cannot be trusted: it is started anew */
    enum reset_support reset;
    struct buf in, errors;
    size_t in_at; /* what was used of it */
    bool ended;   /* end of file */
    bool lost;    /* it has been told */
    int64_t next_id;
    VEC(struct sent) sent; /* in this run */
    struct notice_list notices;
    int64_t learn_ms;
};

static struct lines *of(struct system *system)
{
    return (struct lines *)system;
}

/* ---- the program -------------------------------------------------------- */

static void forget_sent(struct lines *lines)
{
    for (size_t i = 0; i < lines->sent.count; i++)
        free(lines->sent.items[i].label);
    vec_clear(&lines->sent);
}

static void stop(struct lines *lines)
{
    if (lines->is_started)
        process_finish(&lines->process);
    lines->is_started = false;
}

static bool start(struct lines *lines, struct error *error)
{
    const char *const argv[] = {"/bin/sh", "-c", lines->command, NULL};
    stop(lines);
    if (lines->guardian == NULL)
        lines->guardian = guardian_create(error);
    if (lines->guardian == NULL)
        return false;
    /* A program that reads no more is an answer, not a signal. */
    signal(SIGPIPE, SIG_IGN);
    if (!process_spawn(&lines->process,
                       &(struct process_options){
                           .argv = argv,
                           .input = PROCESS_STREAM_PIPE,
                           .output = PROCESS_STREAM_PIPE,
                           .errors = PROCESS_STREAM_PIPE,
                           .die_with_parent = true,
                           .guardian = lines->guardian,
                       },
                       error))
        return false;
    fcntl(lines->process.input, F_SETFL, O_NONBLOCK);
    lines->is_started = true;
    lines->is_used = lines->is_dirty = lines->ended = lines->lost = false;
    buf_clear(&lines->in);
    buf_clear(&lines->errors);
    lines->in_at = 0;
    return true;
}

/* "the system ended (exit status 3): what it said last" */
static char *ending_words(struct lines *lines)
{
    char ending[80];
    if (!process_wait(&lines->process, clock_now_ms() + ENDING_MS))
        return memory_format("the system closed its standard output");
    process_ending(&lines->process, ending);
    struct str last = last_words(buf_str(&lines->errors));
    return memory_format("the system ended (%s)%s%.*s", ending,
                         last.length > 0 ? ": " : "", STR_ARGS(last));
}

/* ---- bytes out ---------------------------------------------------------- */

static void hear_errors(struct lines *lines)
{
    char *space = buf_reserve(&lines->errors, ERRORS_KEPT_BYTES);
    ssize_t got = read(lines->process.errors, space, ERRORS_KEPT_BYTES);
    if (got <= 0) {
        if (got == 0) {
            close(lines->process.errors);
            lines->process.errors = -1;
        }
        return;
    }
    lines->errors.length += (size_t)got;
    if (lines->errors.length > ERRORS_KEPT_BYTES) {
        size_t rest = lines->errors.length - ERRORS_KEPT_BYTES;
        memmove(lines->errors.data, lines->errors.data + rest,
                ERRORS_KEPT_BYTES);
        lines->errors.length = ERRORS_KEPT_BYTES;
    }
}

/* Waits for one of its descriptors, not beyond the deadline. False: cancelled.
 */
static bool await(struct lines *lines, bool wants_write, int64_t deadline_ms,
                  struct pollfd ready[3], struct error *error)
{
    int64_t rest_ms = deadline_ms - clock_now_ms();
    if (lines->loop != NULL && loop_is_cancelled(lines->loop))
        return error_set(error, ERROR_CANCELLED, "interrupted");
    ready[0] = (struct pollfd){.fd = lines->ended ? -1 : lines->process.output,
                               .events = POLLIN};
    ready[1] = (struct pollfd){.fd = lines->process.errors, .events = POLLIN};
    ready[2] = (struct pollfd){.fd = wants_write ? lines->process.input : -1,
                               .events = POLLOUT};
    if (rest_ms > LOOK_MS)
        rest_ms = LOOK_MS;
    if (poll(ready, 3, rest_ms < 0 ? 0 : (int)rest_ms) < 0)
        ready[0].revents = ready[1].revents = ready[2].revents = 0;
    return true;
}

static void hear_output(struct lines *lines)
{
    char *space = buf_reserve(&lines->in, READ_BYTES);
    ssize_t got = read(lines->process.output, space, READ_BYTES);
    if (got > 0)
        lines->in.length += (size_t)got;
    else if (got == 0 || (errno != EAGAIN && errno != EINTR))
        lines->ended = true;
}

static void hear_ready(struct lines *lines, const struct pollfd ready[3])
{
    if (ready[0].revents != 0)
        hear_output(lines);
    if (ready[1].revents != 0)
        hear_errors(lines);
}

/* What it does not read does not block us: it may be writing, too. A program
 * that is gone is told of by `next`. */
static bool say(struct lines *lines, struct buf *line, struct error *error)
{
    enum { WRITE_MS = 10 * 1000 };
    int64_t deadline_ms = clock_now_ms() + WRITE_MS;
    log_debug("system < %.*s", STR_ARGS(buf_str(line)));
    buf_add_char(line, '\n');
    for (size_t at = 0; at < line->length && !lines->ended;) {
        struct pollfd ready[3];
        ssize_t written =
            write(lines->process.input, line->data + at, line->length - at);
        if (written > 0) {
            at += (size_t)written;
            continue;
        }
        if (errno != EAGAIN && errno != EINTR)
            break;
        if (!await(lines, true, deadline_ms, ready, error))
            return false;
        hear_ready(lines, ready);
        if (clock_now_ms() > deadline_ms)
            return error_set(error, ERROR_RUN,
                             "the system does not read its commands");
    }
    return true;
}

/* ---- lines in ----------------------------------------------------------- */

static void compact(struct lines *lines)
{
    size_t rest = lines->in.length - lines->in_at;
    if (lines->in_at == 0)
        return;
    memmove(lines->in.data, lines->in.data + lines->in_at, rest);
    lines->in.length = rest;
    lines->in_at = 0;
}

/* The next whole line; borrowed until the next one. */
static bool take_line(struct lines *lines, struct str *line)
{
    struct buf *in = &lines->in;
    const char *begin = in->data + lines->in_at;
    size_t rest = in->length - lines->in_at;
    const char *end = rest == 0 ? NULL : memchr(begin, '\n', rest);
    if (end == NULL && (!lines->ended || rest == 0))
        return false;
    *line = str_from(begin, end == NULL ? rest : (size_t)(end - begin));
    lines->in_at += line->length + (end != NULL);
    return true;
}

static bool is_blank(struct str line)
{
    for (size_t i = 0; i < line.length; i++)
        if (line.data[i] != ' ' && line.data[i] != '\r' && line.data[i] != '\t')
            return false;
    return true;
}

/* The next line that says something, until the deadline. */
static enum system_next next_line(struct lines *lines, int64_t deadline_ms,
                                  struct str *line, struct error *error)
{
    for (;;) {
        struct pollfd ready[3];
        while (take_line(lines, line))
            if (!is_blank(*line)) {
                log_debug("system > %.*s", STR_ARGS(*line));
                return SYSTEM_EVENT;
            }
        compact(lines);
        if (lines->ended || lines->in.length > LINE_LIMIT_BYTES)
            return SYSTEM_FAILED;
        if (!await(lines, false, deadline_ms, ready, error))
            return SYSTEM_FAILED;
        hear_ready(lines, ready);
        if (ready[0].revents == 0 && clock_now_ms() >= deadline_ms)
            return SYSTEM_DEADLINE;
    }
}

/* ---- what a line means -------------------------------------------------- */

static struct sent *find_sent(struct lines *lines, int64_t id)
{
    for (size_t i = lines->sent.count; i > 0; i--)
        if (lines->sent.items[i - 1].id == id)
            return &lines->sent.items[i - 1];
    return NULL;
}

static enum system_next broken(struct lines *lines, struct system_event *event,
                               const struct sent *sent, char *words)
{
    lines->is_dirty = true;
    event->kind = SYSTEM_ERROR;
    event->number = sent == NULL ? -1 : sent->number;
    event->text = words;
    return SYSTEM_EVENT;
}

static enum system_next tell(struct lines *lines, struct sent *sent,
                             struct lines_answer *answer,
                             struct system_event *event)
{
    static const enum system_event_kind kinds[] = {
        [LINES_OK] = SYSTEM_OK,           [LINES_FAIL] = SYSTEM_FAIL,
        [LINES_INFO] = SYSTEM_INFO,       [LINES_YIELD] = SYSTEM_YIELD,
        [LINES_BLOCKED] = SYSTEM_BLOCKED,
    };
    event->kind = kinds[answer->kind];
    event->process = sent->process;
    event->number = sent->number;
    event->call_ns = sent->call_ns;
    event->answer = answer->value;
    event->text = answer->text;
    *answer = (struct lines_answer){0};
    if (event->kind == SYSTEM_YIELD || event->kind == SYSTEM_BLOCKED) {
        free(sent->label);
        sent->label = memory_format("%s", event->text);
    } else {
        sent->ended = true;
    }
    if (event->kind == SYSTEM_INFO)
        lines->is_dirty = true;
    return SYSTEM_EVENT;
}

static enum system_next understand(struct lines *lines, struct str line,
                                   struct system_event *event)
{
    struct lines_answer answer;
    struct error error = ERROR_NONE;
    if (!lines_read(line, &answer, &error))
        return broken(lines, event, NULL, memory_format("%s", error.message));
    struct sent *sent = find_sent(lines, answer.id);
    if (sent != NULL && !sent->ended)
        return tell(lines, sent, &answer, event);
    lines_answer_finish(&answer);
    return broken(lines, event, sent,
                  memory_format(sent == NULL
                                    ? "it answered id %lld, which was not asked"
                                    : "it answered id %lld twice",
                                (long long)answer.id));
}

/* ---- waiting ------------------------------------------------------------ */

static enum system_next tell_lost(struct lines *lines,
                                  struct system_event *event)
{
    lines->lost = lines->is_dirty = true;
    event->kind = SYSTEM_LOST;
    event->text = ending_words(lines);
    return SYSTEM_EVENT;
}

static enum system_next lines_next(struct system *system, int64_t deadline_ms,
                                   struct system_event *event,
                                   struct error *error)
{
    struct lines *lines = of(system);
    struct str line;
    *event = (struct system_event){0};
    if (lines->lost)
        return SYSTEM_DEADLINE;
    enum system_next next = next_line(lines, deadline_ms, &line, error);
    event->time_ns = clock_now_us() * 1000;
    if (next == SYSTEM_EVENT)
        return understand(lines, line, event);
    if (next == SYSTEM_FAILED && lines->ended)
        return tell_lost(lines, event);
    if (next == SYSTEM_FAILED && lines->in.length > LINE_LIMIT_BYTES)
        return broken(lines, event, NULL,
                      memory_format("it wrote a line of more than 64 MB"));
    return next;
}

/* ---- a new run ---------------------------------------------------------- */

/* *answered is false where it said anything but "ok", or nothing. */
static bool ask_reset(struct lines *lines, int64_t wait_ms, bool *answered,
                      struct error *error)
{
    struct buf line = {0};
    struct str said;
    int64_t id = lines->next_id++;
    *answered = false;
    buf_addf(&line, "{\"id\":%lld,\"op\":\"reset\"}", (long long)id);
    bool is_fine = say(lines, &line, error);
    buf_finish(&line);
    if (!is_fine)
        return false;
    int64_t deadline_ms = clock_now_ms() + wait_ms;
    struct error trouble = ERROR_NONE;
    while (next_line(lines, deadline_ms, &said, &trouble) == SYSTEM_EVENT) {
        struct lines_answer answer;
        if (!lines_read(said, &answer, NULL))
            break;
        bool is_this = answer.id == id;
        *answered = is_this && answer.kind == LINES_OK;
        lines_answer_finish(&answer);
        if (is_this)
            break;
    }
    if (trouble.code == ERROR_CANCELLED && error != NULL)
        *error = trouble;
    return trouble.code != ERROR_CANCELLED;
}

/* A program that ends at once, and does not because of `reset`. */
static bool start_plainly(struct lines *lines, int64_t wait_ms,
                          struct error *error)
{
    int64_t deadline_ms = clock_now_ms() + wait_ms;
    if (!start(lines, error))
        return false;
    while (!lines->ended && clock_now_ms() < deadline_ms) {
        struct pollfd ready[3];
        if (!await(lines, false, deadline_ms, ready, error))
            return false;
        hear_ready(lines, ready);
    }
    if (!lines->ended)
        return true;
    char *words = ending_words(lines);
    error_set(error, ERROR_SETUP, "cannot start the system \"%s\": %s",
              lines->command, words);
    free(words);
    return false;
}

/* The first time: does it know `reset`? */
static bool start_and_learn(struct lines *lines, struct error *error)
{
    bool answered;
    if (!start(lines, error) ||
        !ask_reset(lines, lines->learn_ms, &answered, error))
        return false;
    if (answered) {
        lines->reset = RESET_ANSWERED;
        return true;
    }
    bool has_ended = lines->ended;
    lines->reset = RESET_BY_START;
    notice_list_add(&lines->notices, "reset",
                    "the system does not answer {\"op\":\"reset\"} with "
                    "\"ok\": it is started anew for each run");
    return start_plainly(lines, has_ended ? START_AGAIN_MS : START_MS, error);
}

static bool lines_reset(struct system *system, int64_t deadline_ms,
                        struct error *error)
{
    struct lines *lines = of(system);
    bool answered = false;
    (void)deadline_ms;
    forget_sent(lines);
    if (lines->reset == RESET_UNKNOWN)
        return start_and_learn(lines, error);
    if (lines->reset == RESET_BY_START)
        return start(lines, error);
    if (lines->is_started && !lines->is_dirty &&
        !ask_reset(lines, RESET_MS, &answered, error))
        return false;
    if (answered)
        return true;
    /* It is asked anew, so that the time that it needs to start is not that of
     * the first command. */
    return start(lines, error) &&
           ask_reset(lines, lines->learn_ms, &answered, error);
}

static bool lines_renew(struct system *system)
{
    struct lines *lines = of(system);
    lines->is_dirty = true;
    return lines->reset == RESET_ANSWERED;
}

static void lines_end(struct system *system)
{
    struct lines *lines = of(system);
    for (size_t i = 0; i < lines->sent.count; i++)
        if (!lines->sent.items[i].ended)
            lines->is_dirty = true;
}

/* ---- commands ----------------------------------------------------------- */

static bool lines_call(struct system *system, const struct system_call *call,
                       struct error *error)
{
    struct lines *lines = of(system);
    struct buf line = {0};
    struct sent sent = {.id = lines->next_id++,
                        .process = call->process,
                        .number = call->number};
    buf_addf(&line, "{\"id\":%lld,\"process\":%lld,\"op\":", (long long)sent.id,
             (long long)call->process);
    json_add_string(&line, str_text(call->name));
    buf_add_text(&line, ",\"args\":");
    value_add_json(&line, call->arguments);
    buf_add_char(&line, '}');
    sent.call_ns = clock_now_us() * 1000;
    vec_push(&lines->sent, sent);
    bool is_fine = say(lines, &line, error);
    buf_finish(&line);
    return is_fine;
}

static bool lines_go(struct system *system, int64_t process,
                     struct error *error)
{
    struct lines *lines = of(system);
    struct buf line = {0};
    struct sent *waiting = NULL;
    for (size_t i = 0; i < lines->sent.count; i++) {
        struct sent *sent = &lines->sent.items[i];
        if (sent->process == process && !sent->ended && sent->label != NULL)
            waiting = sent;
    }
    if (waiting == NULL)
        return true;
    buf_addf(&line, "{\"id\":%lld,\"go\":", (long long)waiting->id);
    json_add_string(&line, str_text(waiting->label));
    buf_add_char(&line, '}');
    free(waiting->label);
    waiting->label = NULL;
    bool is_fine = say(lines, &line, error);
    buf_finish(&line);
    return is_fine;
}

static bool lines_is_busy(struct system *system)
{
    return process_is_busy(&of(system)->process);
}

static const struct notice_list *lines_notices(struct system *system)
{
    return &of(system)->notices;
}

static void lines_destroy(struct system *system)
{
    struct lines *lines = of(system);
    stop(lines);
    guardian_destroy(lines->guardian);
    forget_sent(lines);
    vec_finish(&lines->sent);
    buf_finish(&lines->in);
    buf_finish(&lines->errors);
    notice_list_finish(&lines->notices);
    free(lines->command);
    free(lines);
}

static const struct system_ops ops = {
    .reset = lines_reset,
    .renew = lines_renew,
    .call = lines_call,
    .go = lines_go,
    .is_busy = lines_is_busy,
    .next = lines_next,
    .end = lines_end,
    .notices = lines_notices,
    .destroy = lines_destroy,
};

struct system *lines_create(const struct lines_options *options)
{
    struct lines *lines = MEMORY_NEW(struct lines);
    lines->base.ops = &ops;
    lines->command =
        memory_copy_string(options->command, strlen(options->command));
    lines->loop = options->loop;
    lines->learn_ms = options->learn_ms > 0 ? options->learn_ms : LEARN_MS;
    lines->process.input = lines->process.output = lines->process.errors = -1;
    return &lines->base;
}
