/* Order of this file: lines out and in, what is still owed, the operations of
 * the executor, the rest. */
#include "exec/process/dialogue.h"

#include <poll.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/clock.h"
#include "base/log.h"
#include "base/memory.h"
#include "exec/process/line_pipe.h"
#include "exec/process/owed.h"
#include "exec/process/protocol.h"

enum {
    /* While the other side does not read: how often to look again. */
    WRITE_PAUSE_MS = 5,
    /* How long the first state of a session may be under way when the session
     * is given up (the original's first wait), and how much longer than its
     * own time any answer may take. */
    OWED_START_MS = 10 * 1000,
    OWED_GRACE_MS = 1000,
};

struct dialogue {
    struct executor base;
    struct dialogue_options options;
    struct loop *loop;
    struct loop_watch *watch;
    struct line_pipe pipe;
    struct error trouble; /* ERROR_OK: usable */
    int64_t heard;

    int64_t session;
    bool performs_unasked; /* in this session */
    bool was_silent;       /* in the one before */
    int64_t heard_before;  /* this session */
    bool copies_session;   /* it does, into its lines: late ones are known */
    bool end_is_due;       /* deferred */
    int64_t started_us;
    int64_t ended_ms;
    struct deps deps; /* of this session, when selectors are demanded */
    owed_list owed;
};

static struct dialogue *of(struct executor *executor)
{
    return (struct dialogue *)executor;
}

static const struct dialogue *of_const(const struct executor *executor)
{
    return (const struct dialogue *)executor;
}

/* ---- lines out and in --------------------------------------------------- */

/* The line that was just put at the end of `out`, from `begin`. */
static void said(struct dialogue *dialogue, size_t begin)
{
    const struct buf *out = &dialogue->pipe.out;
    size_t length = out->length - begin;
    if (log_level() >= LOG_LEVEL_DEBUG && length > 0)
        log_debug("executor < %.*s", (int)length - 1, out->data + begin);
    line_pipe_write(&dialogue->pipe);
}

static void fail(struct dialogue *dialogue, const char *words)
{
    if (dialogue->trouble.code == ERROR_OK)
        error_set(&dialogue->trouble, ERROR_RUN, "%s", words);
}

static void begin_of(struct str line, char words[64])
{
    size_t length = line.length < 60 ? line.length : 57;
    memcpy(words, line.data, length);
    memcpy(words + length, line.length < 60 ? "" : "...",
           line.length < 60 ? 1 : 4);
}

static bool take_line(struct dialogue *dialogue, struct str *line)
{
    switch (line_pipe_take(&dialogue->pipe, line)) {
    case LINE_PIPE_LINE:
        return true;
    case LINE_PIPE_TOO_LONG:
        error_set(&dialogue->trouble, ERROR_RUN,
                  "the executor sent a line longer than %zu bytes",
                  dialogue->pipe.line_limit);
        return false;
    default:
        return false;
    }
}

/* Reads the line; a line that breaks the protocol is the end. */
static bool read_line(struct dialogue *dialogue, struct str line,
                      struct protocol_answer *answer)
{
    char words[64];
    log_debug("executor > %.*s", STR_ARGS(line));
    if (protocol_read(answer, line, &dialogue->trouble)) {
        dialogue->heard++;
        return true;
    }
    begin_of(line, words);
    error_prefix(&dialogue->trouble,
                 "the executor broke the protocol with \"%s\", a line that ",
                 words);
    return false;
}

/* The next message of whatever session. */
static enum executor_next receive(struct dialogue *dialogue,
                                  int64_t deadline_ms,
                                  struct protocol_answer *answer,
                                  struct error *error)
{
    for (;;) {
        struct str line;
        line_pipe_write(&dialogue->pipe);
        if (dialogue->trouble.code == ERROR_OK && take_line(dialogue, &line) &&
            read_line(dialogue, line, answer))
            return EXECUTOR_MESSAGE;
        if (dialogue->trouble.code == ERROR_OK &&
            line_pipe_read(&dialogue->pipe))
            continue;
        int64_t now_ms = clock_now_ms();
        /* An end that nobody waits for is no trouble. */
        if (dialogue->pipe.ended && now_ms < deadline_ms)
            fail(dialogue, "the executor ended in the middle of the dialogue");
        if (dialogue_has_failed(&dialogue->base, error))
            return EXECUTOR_FAILED;
        if (now_ms >= deadline_ms)
            return EXECUTOR_DEADLINE;
        int64_t until = deadline_ms;
        if (line_pipe_has_unwritten(&dialogue->pipe) &&
            until > now_ms + WRITE_PAUSE_MS)
            until = now_ms + WRITE_PAUSE_MS;
        if (loop_run_once(dialogue->loop, until) == LOOP_CANCELLED) {
            error_set(error, ERROR_CANCELLED, "interrupted");
            return EXECUTOR_FAILED;
        }
    }
}

/* ---- what is owed ------------------------------------------------------- */

static void settle_message(struct dialogue *dialogue,
                           const struct executor_message *message)
{
    dialogue->performs_unasked |= !owed_settle(&dialogue->owed, message->kind);
}

/* When the last of the answers should be there. */
static int64_t owed_until(const struct dialogue *dialogue)
{
    int64_t longest_ms = owed_longest_ms(&dialogue->owed);
    if (longest_ms > OWED_START_MS)
        longest_ms = OWED_START_MS;
    return dialogue->ended_ms + longest_ms + OWED_GRACE_MS;
}

/* Takes the answers that belong to the session before, and whatever else has
 * come in the meantime. False: the dialogue is over. */
static bool drain(struct dialogue *dialogue, struct error *error)
{
    int64_t deadline_ms = owed_until(dialogue);
    dialogue->was_silent = false;
    if (dialogue->copies_session && !owed_has_performed(&dialogue->owed))
        owed_forget(&dialogue->owed);
    for (;;) {
        int64_t until = dialogue->owed.count == 0 ? 0 : owed_until(dialogue);
        struct protocol_answer answer;
        switch (receive(dialogue, until, &answer, error)) {
        case EXECUTOR_FAILED:
            return false;
        case EXECUTOR_DEADLINE:
            dialogue->was_silent = owed_has_performed(&dialogue->owed) ||
                                   dialogue->heard == dialogue->heard_before;
            owed_forget(&dialogue->owed);
            return true;
        case EXECUTOR_MESSAGE:
            settle_message(dialogue, &answer.message);
            executor_message_finish(&answer.message);
            if (clock_now_ms() >= deadline_ms)
                return true; /* it never stops talking */
            break;
        }
    }
}

/* ---- the executor ------------------------------------------------------- */

static void rest(struct executor *executor)
{
    struct dialogue *dialogue = of(executor);
    struct error ignored = ERROR_NONE; /* `start` tells */
    dialogue_say_end(executor);
    if (dialogue->session > 0)
        drain(dialogue, &ignored);
}

static bool start(struct executor *executor, const struct deps *deps,
                  int64_t deadline_ms, struct error *error)
{
    (void)deadline_ms; /* it is next that waits */
    struct dialogue *dialogue = of(executor);
    dialogue_say_end(executor);
    if (dialogue->session > 0 && !drain(dialogue, error))
        return false;
    dialogue->session++;
    dialogue->performs_unasked = false;
    dialogue->heard_before = dialogue->heard;
    dialogue->started_us = clock_now_us();
    deps_finish(&dialogue->deps);
    if (dialogue->options.is_strict)
        deps_merge(&dialogue->deps, deps);
    size_t begin = dialogue->pipe.out.length;
    protocol_add_start(&dialogue->pipe.out, deps,
                       dialogue->options.numbers_sessions ? dialogue->session
                                                          : 0);
    owed_add(&dialogue->owed, false, OWED_START_MS);
    said(dialogue, begin);
    return true;
}

static bool act(struct executor *executor, const struct action *action,
                int64_t version, struct error *error)
{
    struct dialogue *dialogue = of(executor);
    (void)error; /* trouble comes out of next */
    size_t begin = dialogue->pipe.out.length;
    protocol_add_request(&dialogue->pipe.out, action, version);
    owed_add(&dialogue->owed, true, action->timeout_ms);
    said(dialogue, begin);
    return true;
}

static bool await(struct executor *executor, int64_t time_ms, int64_t version,
                  struct error *error)
{
    struct dialogue *dialogue = of(executor);
    (void)error;
    size_t begin = dialogue->pipe.out.length;
    protocol_add_await(&dialogue->pipe.out, time_ms, version);
    owed_add(&dialogue->owed, false, time_ms);
    said(dialogue, begin);
    return true;
}

static bool state_is_whole(struct dialogue *dialogue, const struct value *state)
{
    const struct deps_node *root = &dialogue->deps.root;
    for (size_t i = 0; state != NULL && i < root->count; i++) {
        const struct deps_node *selector = &root->children[i];
        struct str name = str_from(selector->name, selector->name_length);
        if (value_field(state, name) != NULL)
            continue;
        error_set(&dialogue->trouble, ERROR_RUN,
                  "the executor sent a state without an entry for the "
                  "selector `%.*s`",
                  (int)(name.length < 200 ? name.length : 200), name.data);
        return false;
    }
    return true;
}

static bool is_asked_for(struct dialogue *dialogue,
                         const struct executor_message *message)
{
    if (!dialogue->options.is_strict || message->kind != EXECUTOR_TIMEOUT ||
        owed_has_timeout(&dialogue->owed))
        return true;
    error_set(&dialogue->trouble, ERROR_RUN, "the executor said Timeout %s",
              owed_has_performed(&dialogue->owed)
                  ? "where Performed or Stale was due: an action was requested"
                  : "and nothing was awaited");
    return false;
}

/* Is it of the present session? */
static bool is_current(const struct dialogue *dialogue,
                       const struct protocol_answer *answer)
{
    return !dialogue->options.numbers_sessions || answer->session == 0 ||
           answer->session == dialogue->session;
}

static enum executor_next next(struct executor *executor, int64_t deadline_ms,
                               struct executor_message *message,
                               struct error *error)
{
    struct dialogue *dialogue = of(executor);
    struct protocol_answer answer;
    for (;;) {
        enum executor_next result =
            receive(dialogue, deadline_ms, &answer, error);
        if (result != EXECUTOR_MESSAGE)
            return result;
        dialogue->copies_session |= answer.session == dialogue->session;
        if (is_current(dialogue, &answer))
            break;
        executor_message_finish(&answer.message);
        if (clock_now_ms() >= deadline_ms)
            return EXECUTOR_DEADLINE;
    }
    bool is_right = is_asked_for(dialogue, &answer.message) &&
                    state_is_whole(dialogue, answer.message.state);
    settle_message(dialogue, &answer.message);
    if (!is_right) {
        executor_message_finish(&answer.message);
        dialogue_has_failed(executor, error);
        return EXECUTOR_FAILED;
    }
    *message = answer.message;
    if (message->time_us < 0)
        message->time_us = clock_now_us() - dialogue->started_us;
    return EXECUTOR_MESSAGE;
}

static void end(struct executor *executor)
{
    struct dialogue *dialogue = of(executor);
    dialogue->ended_ms = clock_now_ms();
    dialogue->end_is_due = true;
    if (!dialogue->options.defers_end)
        dialogue_say_end(executor);
}

static void destroy(struct executor *executor)
{
    struct dialogue *dialogue = of(executor);
    loop_watch_destroy(dialogue->watch);
    line_pipe_finish(&dialogue->pipe);
    deps_finish(&dialogue->deps);
    vec_finish(&dialogue->owed);
    free(dialogue);
}

static const struct executor_ops table = {
    .rest = rest,
    .start = start,
    .act = act,
    .wait = await,
    .next = next,
    .end = end,
    .destroy = destroy,
};

/* ---- the rest ----------------------------------------------------------- */

/* The wait ends; what came is read afterwards, by receive. */
static void wake(void *data)
{
    (void)data;
}

struct executor *dialogue_create(struct loop *loop,
                                 const struct dialogue_options *options,
                                 struct error *error)
{
    struct loop_watch *watch =
        loop_watch_create(loop, options->input, wake, NULL, error);
    if (watch == NULL)
        return NULL;
    struct dialogue *dialogue = MEMORY_NEW(struct dialogue);
    dialogue->base.ops = &table;
    dialogue->options = *options;
    dialogue->pipe = (struct line_pipe){
        .input = options->input,
        .output = options->output,
        .line_limit = options->line_limit == 0 ? DIALOGUE_LINE_LIMIT_BYTES
                                               : options->line_limit,
    };
    dialogue->loop = loop;
    dialogue->watch = watch;
    return &dialogue->base;
}

bool dialogue_has_failed(const struct executor *executor, struct error *error)
{
    const struct dialogue *dialogue = of_const(executor);
    if (dialogue->trouble.code == ERROR_OK)
        return false;
    if (error != NULL)
        *error = dialogue->trouble;
    return true;
}

bool dialogue_has_ended(const struct executor *executor)
{
    return of_const(executor)->pipe.ended;
}

bool dialogue_performs_unasked(const struct executor *executor)
{
    return of_const(executor)->performs_unasked;
}

bool dialogue_was_silent(const struct executor *executor)
{
    return of_const(executor)->was_silent;
}

void dialogue_hang_up(struct executor *executor)
{
    of(executor)->pipe.ended = true;
}

int64_t dialogue_heard(const struct executor *executor)
{
    return of_const(executor)->heard;
}

void dialogue_say_end(struct executor *executor)
{
    struct dialogue *dialogue = of(executor);
    if (!dialogue->end_is_due)
        return;
    dialogue->end_is_due = false;
    size_t begin = dialogue->pipe.out.length;
    protocol_add_end(&dialogue->pipe.out);
    said(dialogue, begin);
}

void dialogue_say(struct executor *executor, struct str line)
{
    struct dialogue *dialogue = of(executor);
    size_t begin = dialogue->pipe.out.length;
    buf_add_str(&dialogue->pipe.out, line);
    said(dialogue, begin);
}

bool dialogue_flush(struct executor *executor, int64_t deadline_ms)
{
    struct dialogue *dialogue = of(executor);
    for (;;) {
        line_pipe_write(&dialogue->pipe);
        if (!line_pipe_has_unwritten(&dialogue->pipe))
            return !dialogue->pipe.deaf;
        if (clock_now_ms() >= deadline_ms || loop_is_cancelled(dialogue->loop))
            return false;
        struct pollfd room = {.fd = dialogue->options.output,
                              .events = POLLOUT};
        poll(&room, 1, WRITE_PAUSE_MS * 20);
    }
}
