/* A new run: what is pending is given up, and the system is asked to begin
 * anew. */
#include "exec/http/http_internal.h"

/* The reset goes where the first process goes: a server that serves one
 * connection at a time would never come to a second one. */
enum { RESET_PROCESS = 0 };

/* What is pending is given up, and but for the first process everybody
 * connects anew. */
void http_end(struct system *system)
{
    struct http *http = http_of(system);
    for (size_t i = 0; i < http->connections.count;)
        if (http->connections.items[i]->is_busy ||
            http->connections.items[i]->process != RESET_PROCESS)
            http_drop_at(http, i);
        else
            i++;
    http_drop_events(http);
}

/* Before there is a run: can it be reached? */
static bool reach(struct http *http, int64_t deadline_ms, struct error *error)
{
    struct error trouble = ERROR_NONE;
    bool was_reached = http->was_reached;
    struct connection *connection = http_connection_of(http, RESET_PROCESS);
    if (http_open_stream(http, connection, deadline_ms, &trouble))
        return true;
    if (trouble.code == ERROR_CANCELLED) {
        if (error != NULL)
            *error = trouble;
        return false;
    }
    return error_set(error, was_reached ? ERROR_RUN : ERROR_SETUP,
                     "cannot reach the system at %s: %s%s",
                     http->target.authority, trouble.message,
                     was_reached ? " (it was there before)" : "");
}

static bool judge_reset(struct system_event *event, enum system_next next,
                        struct error *error)
{
    if (next == SYSTEM_DEADLINE)
        return error_set(error, ERROR_RUN,
                         "the system did not answer its reset in time");
    if (next == SYSTEM_FAILED)
        return false;
    const struct value *status = value_field_named(event->detail, "status");
    if (event->kind != SYSTEM_OK)
        return error_set(error, ERROR_RUN, "the system was not reset: %s",
                         event->text == NULL ? "no answer" : event->text);
    if (status == NULL || status->integer < 300)
        return true;
    struct str request =
        value_text(value_field_named(event->detail, "request"));
    struct str words = value_text(value_field_named(event->answer, "message"));
    return error_set(error, ERROR_RUN,
                     "the system was not reset: it answered %.*s with "
                     "%lld%s%.*s",
                     STR_ARGS(request), (long long)status->integer,
                     words.length == 0 ? "" : ": ", STR_ARGS(words));
}

static bool ask_reset_once(struct http *http, const struct value *real,
                           int64_t deadline_ms, struct system_event *event,
                           enum system_next *next, struct error *error)
{
    struct value *none = value_list(NULL, 0);
    const struct system_call call = {.process = RESET_PROCESS,
                                     .number = -1,
                                     .name = "reset",
                                     .arguments = none,
                                     .real = real};
    bool is_fine = http_call(&http->base, &call, error);
    if (is_fine)
        *next = http_next(&http->base, deadline_ms, event, error);
    value_unref(none);
    return is_fine;
}

/* Once more where the connection was closed: the server may have been about to
 * when the request left, and a reset may be done twice. */
static bool ask_reset(struct http *http, const struct value *real,
                      int64_t deadline_ms, struct error *error)
{
    struct system_event event = {0};
    enum system_next next = SYSTEM_FAILED;
    bool is_fine =
        ask_reset_once(http, real, deadline_ms, &event, &next, error);
    if (is_fine && next == SYSTEM_EVENT && event.kind == SYSTEM_INFO) {
        system_event_finish(&event);
        is_fine = ask_reset_once(http, real, deadline_ms, &event, &next, error);
    }
    is_fine = is_fine && judge_reset(&event, next, error);
    system_event_finish(&event);
    return is_fine;
}

bool http_reset(struct system *system, int64_t deadline_ms, struct error *error)
{
    struct http *http = http_of(system);
    const struct value *real = value_field_named(http->info->real, "reset");
    http_end(system);
    if (!reach(http, deadline_ms, error))
        return false;
    /* What an idle connection said belonged to the run before. */
    http_drop_events(http);
    if (real != NULL)
        return ask_reset(http, real, deadline_ms, error);
    if (http->is_reset)
        return true;
    notice_list_add(&http->notices, "reset",
                    "the model says nothing of a reset (real: {reset: {method, "
                    "path}}), and there is no --reset: each run begins with "
                    "what the one before left "
                    "in the system");
    return true;
}
