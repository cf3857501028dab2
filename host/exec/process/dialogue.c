/* Order of this file: bytes out, bytes and lines in, what is still owed, the
 * operations of the executor, the rest. */
#include "exec/process/dialogue.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/clock.h"
#include "base/log.h"
#include "base/memory.h"
#include "base/vec.h"
#include "exec/process/protocol.h"

enum {
    READ_BYTES = 64 * 1024,
    /* A descriptor that is writable takes so much without blocking. */
    WRITE_BYTES = PIPE_BUF,
    /* While the other side does not read: how often to look again. */
    WRITE_PAUSE_MS = 5,
    /* How long the first state of a session may be under way when the session
     * is given up (the original's first wait), and how much longer than its
     * own time any answer may take. */
    OWED_START_MS = 10 * 1000,
    OWED_GRACE_MS = 1000,
};

/* An answer that a request still asks for. */
struct owed {
    bool is_performed;  /* Performed; otherwise Events or Timeout */
    int64_t timeout_ms; /* after Performed, Events or Timeout within this time;
                           ACTION_NO_TIMEOUT: nothing more */
};

struct dialogue {
    struct executor base;
    struct dialogue_options options;
    struct loop *loop;
    struct loop_watch *watch;

    struct buf out;
    size_t out_at; /* what was written of it */
    bool deaf;     /* the other side does not read any more */

    struct buf in;
    size_t in_at;         /* where the next line begins */
    size_t scanned;       /* no newline before this place */
    bool ended;           /* end of file */
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
    struct deps deps;      /* of this session, when selectors are demanded */
    VEC(struct owed) owed; /* in the order of the requests */
};

static struct dialogue *of(struct executor *executor)
{
    return (struct dialogue *)executor;
}

static const struct dialogue *of_const(const struct executor *executor)
{
    return (const struct dialogue *)executor;
}

/* ---- bytes out ---------------------------------------------------------- */

/* An end or an error counts: the next call tells. */
static bool is_ready(int fd, short wanted)
{
    struct pollfd look = {.fd = fd, .events = wanted};
    return poll(&look, 1, 0) > 0;
}

static bool has_unwritten(const struct dialogue *dialogue)
{
    return !dialogue->deaf && dialogue->out_at < dialogue->out.length;
}

/* Writes what the other side takes now. */
static void write_some(struct dialogue *dialogue)
{
    struct buf *out = &dialogue->out;
    while (has_unwritten(dialogue) &&
           is_ready(dialogue->options.output, POLLOUT)) {
        size_t rest = out->length - dialogue->out_at;
        ssize_t written =
            write(dialogue->options.output, out->data + dialogue->out_at,
                  rest < WRITE_BYTES ? rest : WRITE_BYTES);
        if (written < 0 && (errno == EINTR || errno == EAGAIN))
            return;
        /* Not an error yet: the last lines may tell why it is gone. */
        dialogue->deaf = written < 0;
        if (written > 0)
            dialogue->out_at += (size_t)written;
    }
    if (dialogue->deaf || dialogue->out_at == out->length) {
        buf_clear(out);
        dialogue->out_at = 0;
    }
}

/* The line that was just put at the end of `out`, from `begin`. */
static void said(struct dialogue *dialogue, size_t begin)
{
    const struct buf *out = &dialogue->out;
    size_t length = out->length - begin;
    if (log_level() >= LOG_LEVEL_DEBUG && length > 0)
        log_debug("executor < %.*s", (int)length - 1, out->data + begin);
    write_some(dialogue);
}

/* ---- bytes and lines in ------------------------------------------------- */

static void fail(struct dialogue *dialogue, const char *words)
{
    if (dialogue->trouble.code == ERROR_OK)
        error_set(&dialogue->trouble, ERROR_RUN, "%s", words);
}

/* Makes room at the front when most of the buffer was used up. */
static void compact(struct dialogue *dialogue)
{
    struct buf *in = &dialogue->in;
    if (dialogue->in_at < in->length / 2 + 1 && dialogue->in_at < in->length)
        return;
    memmove(in->data, in->data + dialogue->in_at, in->length - dialogue->in_at);
    in->length -= dialogue->in_at;
    dialogue->scanned -= dialogue->in_at;
    dialogue->in_at = 0;
}

/* Reads once if that does not block. True when it may be worth to look for a
 * line again. */
static bool read_some(struct dialogue *dialogue)
{
    if (dialogue->ended || !is_ready(dialogue->options.input, POLLIN))
        return false;
    if (dialogue->in.length > 0)
        compact(dialogue);
    char *space = buf_reserve(&dialogue->in, READ_BYTES);
    ssize_t got = read(dialogue->options.input, space, READ_BYTES);
    if (got < 0 && (errno == EINTR || errno == EAGAIN))
        return false;
    if (got > 0)
        dialogue->in.length += (size_t)got;
    else
        dialogue->ended = true;
    return true;
}

/* The next whole line, without its newline; borrowed until the next read. At
 * the end of the file what is left counts as a line. */
static bool take_line(struct dialogue *dialogue, struct str *line)
{
    struct buf *in = &dialogue->in;
    const char *end = NULL;
    if (dialogue->scanned < in->length)
        end = memchr(in->data + dialogue->scanned, '\n',
                     in->length - dialogue->scanned);
    size_t stop = end == NULL ? in->length : (size_t)(end - in->data);
    dialogue->scanned = stop;
    size_t limit = dialogue->options.line_limit;
    if (stop - dialogue->in_at > limit) {
        error_set(&dialogue->trouble, ERROR_RUN,
                  "the executor sent a line longer than %zu bytes", limit);
        return false;
    }
    if (end == NULL && (!dialogue->ended || dialogue->in_at == in->length))
        return false;
    *line = str_from(in->data + dialogue->in_at, stop - dialogue->in_at);
    dialogue->in_at = end == NULL ? stop : stop + 1;
    dialogue->scanned = dialogue->in_at;
    return true;
}

static void begin_of(struct str line, char words[64])
{
    size_t length = line.length < 60 ? line.length : 57;
    memcpy(words, line.data, length);
    memcpy(words + length, line.length < 60 ? "" : "...",
           line.length < 60 ? 1 : 4);
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
        write_some(dialogue);
        if (dialogue->trouble.code == ERROR_OK && take_line(dialogue, &line) &&
            read_line(dialogue, line, answer))
            return EXECUTOR_MESSAGE;
        if (dialogue->trouble.code == ERROR_OK && read_some(dialogue))
            continue;
        int64_t now_ms = clock_now_ms();
        /* An end that nobody waits for is no trouble. */
        if (dialogue->ended && now_ms < deadline_ms)
            fail(dialogue, "the executor ended in the middle of the dialogue");
        if (dialogue_has_failed(&dialogue->base, error))
            return EXECUTOR_FAILED;
        if (now_ms >= deadline_ms)
            return EXECUTOR_DEADLINE;
        int64_t until = deadline_ms;
        if (has_unwritten(dialogue) && until > now_ms + WRITE_PAUSE_MS)
            until = now_ms + WRITE_PAUSE_MS;
        if (loop_run_once(dialogue->loop, until) == LOOP_CANCELLED) {
            error_set(error, ERROR_CANCELLED, "interrupted");
            return EXECUTOR_FAILED;
        }
    }
}

/* ---- what is owed ------------------------------------------------------- */

static void owe(struct dialogue *dialogue, bool is_performed,
                int64_t timeout_ms)
{
    vec_push(&dialogue->owed, ((struct owed){.is_performed = is_performed,
                                             .timeout_ms = timeout_ms}));
}

/* Forgets the first `count`. */
static void settle(struct dialogue *dialogue, size_t count)
{
    size_t rest = dialogue->owed.count - count;
    if (count == 0)
        return;
    memmove(dialogue->owed.items, dialogue->owed.items + count,
            rest * sizeof *dialogue->owed.items);
    dialogue->owed.count = rest;
}

/* Performed answers the first request for an action; whatever was asked for
 * before it is answered with it. */
static bool settle_performed(struct dialogue *dialogue)
{
    for (size_t i = 0; i < dialogue->owed.count; i++) {
        struct owed *owed = &dialogue->owed.items[i];
        if (!owed->is_performed)
            continue;
        bool goes_on = owed->timeout_ms != ACTION_NO_TIMEOUT;
        owed->is_performed = false;
        settle(dialogue, goes_on ? i : i + 1);
        return true;
    }
    return false;
}

static bool owes_performed(const struct dialogue *dialogue)
{
    for (size_t i = 0; i < dialogue->owed.count; i++)
        if (dialogue->owed.items[i].is_performed)
            return true;
    return false;
}

static bool owes_timeout(const struct dialogue *dialogue)
{
    for (size_t i = 0; i < dialogue->owed.count; i++)
        if (!dialogue->owed.items[i].is_performed)
            return true;
    return false;
}

static void settle_message(struct dialogue *dialogue,
                           const struct executor_message *message)
{
    bool any = dialogue->owed.count > 0;
    switch (message->kind) {
    case EXECUTOR_PERFORMED:
        dialogue->performs_unasked |= !settle_performed(dialogue);
        break;
    case EXECUTOR_EVENTS: /* perhaps nobody asked for them */
    case EXECUTOR_TIMEOUT:
        settle(dialogue, any && !dialogue->owed.items[0].is_performed);
        break;
    case EXECUTOR_STALE:
        settle(dialogue, any);
        break;
    case EXECUTOR_ERROR:
        settle(dialogue, dialogue->owed.count);
        break;
    }
}

/* When the last of the answers should be there. */
static int64_t owed_until(const struct dialogue *dialogue)
{
    int64_t longest_ms = 0;
    for (size_t i = 0; i < dialogue->owed.count; i++)
        if (dialogue->owed.items[i].timeout_ms > longest_ms)
            longest_ms = dialogue->owed.items[i].timeout_ms;
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
    if (dialogue->copies_session && !owes_performed(dialogue))
        settle(dialogue, dialogue->owed.count);
    for (;;) {
        int64_t until = dialogue->owed.count == 0 ? 0 : owed_until(dialogue);
        struct protocol_answer answer;
        switch (receive(dialogue, until, &answer, error)) {
        case EXECUTOR_FAILED:
            return false;
        case EXECUTOR_DEADLINE:
            dialogue->was_silent = owes_performed(dialogue) ||
                                   dialogue->heard == dialogue->heard_before;
            settle(dialogue, dialogue->owed.count);
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
    size_t begin = dialogue->out.length;
    protocol_add_start(&dialogue->out, deps,
                       dialogue->options.numbers_sessions ? dialogue->session
                                                          : 0);
    owe(dialogue, false, OWED_START_MS);
    said(dialogue, begin);
    return true;
}

static bool act(struct executor *executor, const struct action *action,
                int64_t version, struct error *error)
{
    struct dialogue *dialogue = of(executor);
    (void)error; /* trouble comes out of next */
    size_t begin = dialogue->out.length;
    protocol_add_request(&dialogue->out, action, version);
    owe(dialogue, true, action->timeout_ms);
    said(dialogue, begin);
    return true;
}

static bool await(struct executor *executor, int64_t time_ms, int64_t version,
                  struct error *error)
{
    struct dialogue *dialogue = of(executor);
    (void)error;
    size_t begin = dialogue->out.length;
    protocol_add_await(&dialogue->out, time_ms, version);
    owe(dialogue, false, time_ms);
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
        owes_timeout(dialogue))
        return true;
    error_set(&dialogue->trouble, ERROR_RUN, "the executor said Timeout %s",
              owes_performed(dialogue)
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
    buf_finish(&dialogue->out);
    buf_finish(&dialogue->in);
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
    if (dialogue->options.line_limit == 0)
        dialogue->options.line_limit = DIALOGUE_LINE_LIMIT_BYTES;
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
    return of_const(executor)->ended;
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
    of(executor)->ended = true;
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
    size_t begin = dialogue->out.length;
    protocol_add_end(&dialogue->out);
    said(dialogue, begin);
}

void dialogue_say(struct executor *executor, struct str line)
{
    struct dialogue *dialogue = of(executor);
    size_t begin = dialogue->out.length;
    buf_add_str(&dialogue->out, line);
    said(dialogue, begin);
}

bool dialogue_flush(struct executor *executor, int64_t deadline_ms)
{
    struct dialogue *dialogue = of(executor);
    for (;;) {
        write_some(dialogue);
        if (!has_unwritten(dialogue))
            return !dialogue->deaf;
        if (clock_now_ms() >= deadline_ms || loop_is_cancelled(dialogue->loop))
            return false;
        struct pollfd room = {.fd = dialogue->options.output,
                              .events = POLLOUT};
        poll(&room, 1, WRITE_PAUSE_MS * 20);
    }
}
