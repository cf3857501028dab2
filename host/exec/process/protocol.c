/* Writing, then reading from the parts to the line. */
#include "exec/process/protocol.h"

#include <inttypes.h>

#include "base/json.h"
#include "base/memory.h"

void protocol_add_start(struct buf *out, const struct deps *deps,
                        int64_t session)
{
    buf_add_text(out, "{\"tag\":\"Start\",\"dependencies\":");
    deps_add_json(out, deps);
    if (session != 0)
        buf_addf(out, ",\"session\":%" PRId64, session);
    buf_add_text(out, "}\n");
}

void protocol_add_request(struct buf *out, const struct action *action,
                          int64_t version)
{
    buf_add_text(out, "{\"tag\":\"RequestAction\",\"action\":");
    action_add_json(out, action);
    buf_addf(out, ",\"version\":%" PRId64 "}\n", version);
}

void protocol_add_await(struct buf *out, int64_t time_ms, int64_t version)
{
    buf_addf(out,
             "{\"tag\":\"AwaitEvents\",\"awaitTimeout\":%" PRId64
             ",\"version\":%" PRId64 "}\n",
             time_ms, version);
}

void protocol_add_end(struct buf *out)
{
    buf_add_text(out, "{\"tag\":\"End\"}\n");
}

void protocol_add_aborted(struct buf *out, struct str text)
{
    buf_add_text(out, "{\"tag\":\"Aborted\",\"errorMessage\":");
    json_add_string(out, text);
    buf_add_text(out, "}\n");
}

/* ---- reading ------------------------------------------------------------ */

static bool wrong(struct error *error, const char *words)
{
    return error_set(error, ERROR_RUN, "%s", words);
}

/* The optional members must fit as well: a "timeout" that is a string is a
 * mistake that should be found where it is made. */
static bool check_event(const struct json *json, struct error *error)
{
    const struct json *timeout = json_read_field(json, "timeout");
    if (json_kind(json_read_field(json, "id")) != JSON_KIND_STRING)
        return wrong(error, "has an event without an \"id\" that is a string");
    if (json_kind(json_read_field(json, "isEvent")) != JSON_KIND_BOOL)
        return wrong(error, "has an event without an \"isEvent\" that is true "
                            "or false");
    if (json_kind(json_read_field(json, "args")) != JSON_KIND_LIST)
        return wrong(error, "has an event without \"args\" that are a list");
    if (json_kind(timeout) == JSON_KIND_NULL)
        return true;
    if (json_kind(timeout) != JSON_KIND_INT || json_read_int(timeout) < 0)
        return wrong(error, "has an event whose \"timeout\" is neither null "
                            "nor a number of milliseconds");
    return true;
}

static bool read_events(const struct json *list, struct action_list *events,
                        struct error *error)
{
    for (size_t i = 0; i < json_read_count(list); i++) {
        struct action event;
        if (!check_event(json_read_at(list, i), error) ||
            !action_from_json(&event, json_read_at(list, i), error))
            return false;
        action_list_push(events, event);
    }
    return true;
}

static bool read_state(struct executor_message *message,
                       const struct json *state, struct error *error)
{
    if (json_kind(state) != JSON_KIND_OBJECT)
        return wrong(error, "has no state: an object, with an entry for each "
                            "selector");
    message->state = value_from_json(state);
    return true;
}

static bool read_contents(struct executor_message *message,
                          const struct json *json, struct error *error)
{
    const struct json *contents = json_read_field(json, "contents");
    if (message->kind != EXECUTOR_EVENTS)
        return read_state(message, contents, error);
    const struct json *events = json_read_at(contents, 0);
    if (json_kind(contents) != JSON_KIND_LIST || json_read_count(contents) != 2)
        return wrong(error, "has no \"contents\" of the form [[event, ...], "
                            "state]");
    if (json_kind(events) != JSON_KIND_LIST)
        return wrong(error, "has no list of events");
    return read_events(events, &message->events, error) &&
           read_state(message, json_read_at(contents, 1), error);
}

static bool read_words(struct executor_message *message,
                       const struct json *json, struct error *error)
{
    const struct json *words = json_read_field(json, "errorMessage");
    if (json_kind(words) != JSON_KIND_STRING)
        return wrong(error, "has no \"errorMessage\" that is a string");
    struct str text = json_read_string(words);
    struct buf shown;
    buf_init(&shown);
    for (size_t i = 0; i < text.length; i++) /* a NUL would end it */
        if (text.data[i] == '\0')
            buf_add_text(&shown, "\xEF\xBF\xBD");
        else
            buf_add_char(&shown, text.data[i]);
    message->text = buf_take(&shown);
    return true;
}

static bool read_tag(struct executor_message *message, const struct json *json,
                     struct error *error)
{
    static const char *const tags[] = {
        [EXECUTOR_EVENTS] = "Events",   [EXECUTOR_PERFORMED] = "Performed",
        [EXECUTOR_TIMEOUT] = "Timeout", [EXECUTOR_STALE] = "Stale",
        [EXECUTOR_ERROR] = "Error",
    };
    const struct json *field = json_read_field(json, "tag");
    struct str tag = json_read_string(field);
    if (json_kind(field) != JSON_KIND_STRING)
        return wrong(error, "has no \"tag\" that is a string");
    for (size_t i = 0; i < sizeof tags / sizeof *tags; i++) {
        if (!str_is(tag, tags[i]))
            continue;
        message->kind = (enum executor_message_kind)i;
        return true;
    }
    return error_set(error, ERROR_RUN,
                     "has the tag \"%.*s\"; an executor sends Events, "
                     "Performed, Timeout, Stale or Error",
                     (int)(tag.length < 40 ? tag.length : 40), tag.data);
}

/* Far after the end of any run (thirty years). */
#define LAST_MOMENT_US (INT64_C(1000) * 1000 * 1000 * 1000 * 1000)

static bool read_choose_again(struct executor_message *message,
                              const struct json *json, struct error *error)
{
    const struct json *again = json_read_field(json, "chooseAgain");
    message->choose_again = json_read_bool(again);
    if (again == NULL || json_kind(again) == JSON_KIND_NULL ||
        json_kind(again) == JSON_KIND_BOOL)
        return true;
    return wrong(error, "has a \"chooseAgain\" that is neither true nor false");
}

static void read_extras(struct protocol_answer *answer, const struct json *json)
{
    const struct json *time_us = json_read_field(json, "timeUs");
    const struct json *target = json_read_field(json, "target");
    struct executor_message *message = &answer->message;
    int64_t us = json_read_int(time_us);
    if (json_kind(time_us) == JSON_KIND_INT && us >= 0 && us <= LAST_MOMENT_US)
        message->time_us = us;
    if (json_kind(target) == JSON_KIND_OBJECT)
        message->target = value_from_json(target);
    answer->session = json_read_int(json_read_field(json, "session"));
}

/* What the application has done wrong (trace/step.h). False: in no form. */
static bool read_fault(struct executor_message *message,
                       const struct json *json, struct error *error)
{
    const struct json *broken = json_read_field(json, "broken");
    const struct json *died = json_read_field(json, "died");
    bool has_died = json_read_bool(died);
    if (broken != NULL && json_kind(broken) != JSON_KIND_NULL) {
        if (json_kind(broken) != JSON_KIND_STRING)
            return wrong(error, "has a \"broken\" that is no text");
        message->broken = value_from_json(broken);
    }
    if (has_died && message->broken == NULL)
        return wrong(error, "has \"died\" without \"broken\", which says why");
    message->died = has_died;
    return true;
}

/* The signals that got a value, maybe an equal one: names, or lists of a name,
 * a place and fields (docs/PROTOCOL.md). */
static bool is_source(const struct json *item)
{
    if (json_kind(item) != JSON_KIND_LIST)
        return json_kind(item) == JSON_KIND_STRING;
    size_t count = json_read_count(item);
    if (count < 2 || json_kind(json_read_at(item, 0)) != JSON_KIND_STRING ||
        json_kind(json_read_at(item, 1)) != JSON_KIND_INT)
        return false;
    for (size_t i = 2; i < count; i++)
        if (json_kind(json_read_at(item, i)) != JSON_KIND_STRING)
            return false;
    return true;
}

static bool read_ticked(struct executor_message *message,
                        const struct json *json, struct error *error)
{
    const struct json *ticked = json_read_field(json, "ticked");
    if (ticked == NULL || json_kind(ticked) == JSON_KIND_NULL)
        return true;
    if (json_kind(ticked) != JSON_KIND_LIST)
        return wrong(error, "has a \"ticked\" that is no list of names");
    for (size_t i = 0; i < json_read_count(ticked); i++)
        if (!is_source(json_read_at(ticked, i)))
            return wrong(error, "has a \"ticked\" that is no list of names");
    if (json_read_count(ticked) > 0)
        message->ticked = value_from_json(ticked);
    return true;
}

static bool read_object(struct protocol_answer *answer, const struct json *json,
                        struct error *error)
{
    struct executor_message *message = &answer->message;
    if (json_kind(json) != JSON_KIND_OBJECT)
        return wrong(error, "is not a JSON object");
    if (!read_tag(message, json, error))
        return false;
    read_extras(answer, json);
    switch (message->kind) {
    case EXECUTOR_STALE:
        return read_choose_again(message, json, error);
    case EXECUTOR_ERROR:
        return read_words(message, json, error);
    default:
        return read_contents(message, json, error) &&
               read_ticked(message, json, error) &&
               read_fault(message, json, error);
    }
}

bool protocol_read(struct protocol_answer *answer, struct str line,
                   struct error *error)
{
    executor_message_init(&answer->message);
    answer->message.time_us = -1;
    answer->session = 0;
    struct json *json = json_parse_utf16(line, error);
    if (json == NULL) {
        if (error != NULL)
            error->code = ERROR_RUN;
        error_prefix(error, "cannot be read: ");
        return false;
    }
    bool fine = read_object(answer, json, error);
    json_destroy(json);
    if (!fine)
        executor_message_finish(&answer->message);
    return fine;
}
