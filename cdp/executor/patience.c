#include "cdp/executor/patience.h"

#include <inttypes.h>
#include <stdio.h>

#include "trace/value.h"

static bool read_ms(const struct value *rule, struct str name, int64_t *ms)
{
    const struct value *given = value_field(rule, name);
    if (given == NULL || given->kind != VALUE_INT || given->integer < 0 ||
        given->integer > PATIENCE_LIMIT_MS)
        return false;
    *ms = given->integer;
    return true;
}

static bool says(const struct value *rule, struct str name)
{
    const struct value *given = value_field(rule, name);
    return given != NULL && given->kind == VALUE_BOOL && given->boolean;
}

bool patience_of(struct patience *patience, const struct action *action,
                 int64_t activity, struct error *error)
{
    *patience = (struct patience){.at_most_ms = 0};
    int64_t quiet_ms;
    if (action->settle == NULL)
        return true;
    if (!read_ms(action->settle, STR("quiet"), &quiet_ms) ||
        !read_ms(action->settle, STR("atMost"), &patience->at_most_ms))
        return error_set(error, ERROR_RUN,
                         "action \"%.*s\": it must be settled by two numbers "
                         "of milliseconds, at most an hour",
                         STR_ARGS(value_text(action->id)));
    snprintf(patience->call, sizeof patience->call,
             "weir.patience({\"quiet\":%" PRId64 ",\"atMost\":%" PRId64
             ",\"network\":%s,\"activity\":%" PRId64 "%s})",
             quiet_ms, patience->at_most_ms,
             says(action->settle, STR("network")) ? "true" : "false", activity,
             says(action->settle, STR("past")) ? ",\"past\":true" : "");
    return true;
}

void patience_end(struct patience *patience)
{
    patience->at_most_ms = 0;
    if (patience->call[0] != '\0')
        snprintf(patience->call, sizeof patience->call, "weir.patience(null)");
}
