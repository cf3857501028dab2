#include "exec/scripted/scripted.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/clock.h"
#include "base/json.h"
#include "base/memory.h"
#include "base/vec.h"

struct scripted {
    struct executor base;
    const struct scripted_turn *turns;
    size_t turn_count;
    size_t turn; /* the one that waits for its request */
    int64_t version;
    struct buf transcript;
    struct executor_queue queue;
    struct error trouble; /* ERROR_OK: none */
};

static struct scripted *of(struct executor *executor)
{
    return (struct scripted *)executor;
}

const char *scripted_transcript(const struct executor *executor)
{
    return buf_text(&((const struct scripted *)executor)->transcript);
}

/* ---- answers ------------------------------------------------------------ */

static void read_events(const struct json *list, struct action_list *events)
{
    for (size_t i = 0; i < json_read_count(list); i++) {
        struct action event;
        if (action_from_json(&event, json_read_at(list, i), NULL))
            action_list_push(events, event);
    }
}

static bool read_answer(struct executor_message *message,
                        const struct json *json)
{
    static const char *const tags[] = {
        [EXECUTOR_EVENTS] = "Events",   [EXECUTOR_PERFORMED] = "Performed",
        [EXECUTOR_TIMEOUT] = "Timeout", [EXECUTOR_STALE] = "Stale",
        [EXECUTOR_ERROR] = "Error",
    };
    struct str tag = json_read_string(json_read_field(json, "tag"));
    const struct json *contents = json_read_field(json, "contents");
    struct str words = json_read_string(json_read_field(json, "errorMessage"));
    size_t kind = 0;
    while (kind < sizeof tags / sizeof *tags && !str_is(tag, tags[kind]))
        kind++;
    if (kind == sizeof tags / sizeof *tags)
        return false;
    executor_message_init(message);
    message->kind = (enum executor_message_kind)kind;
    message->choose_again =
        json_read_bool(json_read_field(json, "chooseAgain"));
    message->time_us = json_read_int(json_read_field(json, "timeUs"));
    if (kind == EXECUTOR_EVENTS) {
        read_events(json_read_at(contents, 0), &message->events);
        contents = json_read_at(contents, 1);
    }
    if (kind == EXECUTOR_ERROR)
        message->text = memory_copy_string(words.data, words.length);
    else if (kind != EXECUTOR_STALE)
        message->state = value_from_json(contents);
    return true;
}

static void queue_line(struct scripted *scripted, struct str line)
{
    struct json *json = json_parse(line, &scripted->trouble);
    struct executor_message message;
    if (json == NULL)
        return;
    if (read_answer(&message, json)) {
        *executor_queue_add(&scripted->queue) = message;
        scripted->version += message.state != NULL;
    } else {
        error_set(&scripted->trouble, ERROR_RUN, "no such answer: %.*s",
                  STR_ARGS(line));
    }
    json_destroy(json);
}

static void queue_answers(struct scripted *scripted, const char *answers)
{
    while (answers != NULL && *answers != '\0') {
        size_t length = strcspn(answers, "\n");
        if (length > 0)
            queue_line(scripted, str_from(answers, length));
        answers += length;
        answers += *answers == '\n';
    }
}

/* ---- requests ----------------------------------------------------------- */

static bool fits(const char *wanted, const char *request)
{
    if (strcmp(wanted, "any") == 0)
        return strncmp(request, "act", 3) == 0 ||
               strncmp(request, "wait", 4) == 0;
    return strncmp(request, wanted, strlen(wanted)) == 0;
}

static void serve(struct scripted *scripted, const char *request)
{
    if (scripted->turn == scripted->turn_count ||
        !fits(scripted->turns[scripted->turn].request, request)) {
        const char *wanted = scripted->turn == scripted->turn_count
                                 ? "nothing more"
                                 : scripted->turns[scripted->turn].request;
        error_set(&scripted->trouble, ERROR_RUN,
                  "the dialogue waits for %s, but the request is: %s", wanted,
                  request);
        return;
    }
    const struct scripted_turn *turn = &scripted->turns[scripted->turn];
    if (!turn->repeats)
        scripted->turn++;
    queue_answers(scripted, turn->answers);
}

static void request(struct scripted *scripted, const struct buf *line,
                    int64_t version)
{
    buf_add_str(&scripted->transcript, buf_str(line));
    buf_add_char(&scripted->transcript, '\n');
    if (version == scripted->version) {
        serve(scripted, buf_text(line));
        return;
    }
    executor_queue_add(&scripted->queue)->kind = EXECUTOR_STALE;
}

static bool start(struct executor *executor, const struct deps *deps,
                  int64_t deadline_ms, struct error *error)
{
    (void)deadline_ms;
    (void)error;
    struct buf line;
    buf_init(&line);
    buf_add_text(&line, "start ");
    deps_add_json(&line, deps);
    of(executor)->version = 0;
    request(of(executor), &line, 0);
    buf_finish(&line);
    return true;
}

static bool act(struct executor *executor, const struct action *action,
                int64_t version, struct error *error)
{
    (void)error;
    struct buf line;
    buf_init(&line);
    buf_addf(&line, "act %.*s ", STR_ARGS(value_text(action->id)));
    value_add_json(&line, action->args);
    if (action->timeout_ms != ACTION_NO_TIMEOUT)
        buf_addf(&line, " timeout %" PRId64, action->timeout_ms);
    buf_addf(&line, " version %" PRId64, version);
    request(of(executor), &line, version);
    buf_finish(&line);
    return true;
}

static bool await(struct executor *executor, int64_t time_ms, int64_t version,
                  struct error *error)
{
    (void)error;
    struct buf line;
    buf_init(&line);
    buf_addf(&line, "wait %" PRId64 " version %" PRId64, time_ms, version);
    request(of(executor), &line, version);
    buf_finish(&line);
    return true;
}

static enum executor_next next(struct executor *executor, int64_t deadline_ms,
                               struct executor_message *message,
                               struct error *error)
{
    struct scripted *scripted = of(executor);
    if (executor_queue_take(&scripted->queue, message))
        return EXECUTOR_MESSAGE;
    if (scripted->trouble.code != ERROR_OK) {
        *error = scripted->trouble;
        return EXECUTOR_FAILED;
    }
    /* Nothing will ever come: with a deadline in the future the dialogue has
     * left the session waiting. */
    if (deadline_ms > clock_now_ms()) {
        error_set(error, ERROR_RUN,
                  "the session waits, but the dialogue sends nothing");
        return EXECUTOR_FAILED;
    }
    return EXECUTOR_DEADLINE;
}

static void end(struct executor *executor)
{
    struct scripted *scripted = of(executor);
    buf_add_text(&scripted->transcript, "end\n");
    executor_queue_clear(&scripted->queue);
}

static void destroy(struct executor *executor)
{
    struct scripted *scripted = of(executor);
    end(executor);
    executor_queue_finish(&scripted->queue);
    buf_finish(&scripted->transcript);
    free(scripted);
}

static const struct executor_ops table = {
    .start = start,
    .act = act,
    .wait = await,
    .next = next,
    .end = end,
    .destroy = destroy,
};

struct executor *scripted_create(const struct scripted_turn *turns,
                                 size_t count)
{
    struct scripted *scripted = MEMORY_NEW(struct scripted);
    scripted->base.ops = &table;
    scripted->turns = turns;
    scripted->turn_count = count;
    buf_init(&scripted->transcript);
    return &scripted->base;
}
