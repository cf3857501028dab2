/* In this file: the program, what a line means, waiting, a new run, commands.
 */
#include "exec/lines/lines.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/clock.h"
#include "base/json.h"
#include "base/memory.h"
#include "base/process.h"
#include "base/vec.h"
#include "exec/lines/line_program.h"

enum {
    /* A program that says nothing to its first `reset` for so long does not
     * know it, or has not started yet: some need seconds. */
    LEARN_MS = 10 * 1000,
    /* One that has answered it before does so within this time. */
    RESET_MS = 2000,
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
    struct line_program program;
    bool is_dirty; /* what it does next cannot be trusted: it is started anew */
    enum reset_support reset;
    bool lost; /* that it ended has been told */
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

static bool start(struct lines *lines, struct error *error)
{
    if (!line_program_start(&lines->program, error))
        return false;
    lines->is_dirty = lines->lost = false;
    return true;
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
    event->text = line_program_ending(&lines->program);
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
    enum system_next next =
        line_program_next(&lines->program, deadline_ms, &line, error);
    event->time_ns = clock_now_us() * 1000;
    if (next == SYSTEM_EVENT)
        return understand(lines, line, event);
    if (next == SYSTEM_FAILED && lines->program.ended)
        return tell_lost(lines, event);
    if (next == SYSTEM_FAILED && line_program_is_overfull(&lines->program))
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
    bool is_fine = line_program_say(&lines->program, &line, error);
    buf_finish(&line);
    if (!is_fine)
        return false;
    int64_t deadline_ms = clock_now_ms() + wait_ms;
    struct error trouble = ERROR_NONE;
    while (line_program_next(&lines->program, deadline_ms, &said, &trouble) ==
           SYSTEM_EVENT) {
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
    if (!line_program_wait(&lines->program, deadline_ms, error))
        return false;
    if (!lines->program.ended)
        return true;
    char *words = line_program_ending(&lines->program);
    error_set(error, ERROR_SETUP, "cannot start the system \"%s\": %s",
              lines->program.command, words);
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
    bool has_ended = lines->program.ended;
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
    if (lines->program.is_started && !lines->is_dirty &&
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
    bool is_fine = line_program_say(&lines->program, &line, error);
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
    bool is_fine = line_program_say(&lines->program, &line, error);
    buf_finish(&line);
    return is_fine;
}

static bool lines_is_busy(struct system *system)
{
    return process_is_busy(&of(system)->program.process);
}

static const struct notice_list *lines_notices(struct system *system)
{
    return &of(system)->notices;
}

static void lines_destroy(struct system *system)
{
    struct lines *lines = of(system);
    line_program_finish(&lines->program);
    forget_sent(lines);
    vec_finish(&lines->sent);
    notice_list_finish(&lines->notices);
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
    line_program_init(&lines->program, options->command, options->loop);
    lines->learn_ms = options->learn_ms > 0 ? options->learn_ms : LEARN_MS;
    return &lines->base;
}
