#include "cdp/time/timers.h"

#include <inttypes.h>

#include "base/vec.h"
#include "trace/value.h"

static const char *const kind_names[] = {
    [TIMER_AFTER] = "after",
    [TIMER_EVERY] = "every",
    [TIMER_RESTED] = "rested",
};

static bool is_timer(const struct action *event, enum timer_kind *kind)
{
    struct str id = value_text(event->id);
    for (size_t i = 0; i < sizeof kind_names / sizeof *kind_names; i++) {
        if (!str_is(id, kind_names[i]))
            continue;
        *kind = (enum timer_kind)i;
        return true;
    }
    return false;
}

static int64_t time_of(const struct action *event)
{
    const struct value *ms =
        event->args->count == 1 ? event->args->items[0] : value_null();
    return ms->kind == VALUE_INT ? ms->integer : 0;
}

static struct timer *find(const struct timers *timers, enum timer_kind kind,
                          int64_t ms)
{
    for (size_t i = 0; i < timers->count; i++)
        if (timers->items[i].kind == kind && timers->items[i].ms == ms)
            return &timers->items[i];
    return NULL;
}

bool timers_want(struct timers *timers, const struct action_list *events,
                 int64_t now_ms, bool *changed, struct error *error)
{
    struct timers wanted = {.document = timers->document};
    *changed = false;
    for (size_t i = 0; i < events->count; i++) {
        enum timer_kind kind;
        if (!is_timer(&events->items[i], &kind))
            continue;
        int64_t ms = time_of(&events->items[i]);
        if (find(&wanted, kind, ms) != NULL)
            continue;
        if (ms < 1 || ms > TIMER_LONGEST_MS || wanted.count == TIMER_LIMIT) {
            timers_finish(&wanted);
            return error_set(error, ERROR_RUN,
                             "%s? needs a number of milliseconds, at least 1 "
                             "(and at most %d such events at a time)",
                             kind_names[kind], TIMER_LIMIT);
        }
        struct timer *known = find(timers, kind, ms);
        struct timer timer = {.kind = kind, .ms = ms, .since_ms = now_ms};
        *changed |= known == NULL;
        vec_push(&wanted, known == NULL ? timer : *known);
    }
    *changed |= wanted.count != timers->count;
    timers_finish(timers);
    *timers = wanted;
    return true;
}

void timers_note(struct timers *timers, const struct action *event)
{
    enum timer_kind kind;
    if (!is_timer(event, &kind) || kind == TIMER_EVERY)
        return;
    struct timer *timer = find(timers, kind, time_of(event));
    if (timer != NULL)
        timer->is_over = true;
}

void timers_add_call(struct buf *buf, const struct timers *timers)
{
    const char *comma = "";
    buf_add_text(buf, "weir.timers([");
    for (size_t i = 0; i < timers->count; i++) {
        const struct timer *timer = &timers->items[i];
        if (timer->is_over)
            continue;
        buf_addf(buf, "%s[\"%s\",%" PRId64 ",%" PRId64 "]", comma,
                 kind_names[timer->kind], timer->ms, timer->since_ms);
        comma = ",";
    }
    buf_add_text(buf, "])");
}

void timers_finish(struct timers *timers)
{
    vec_finish(timers);
    timers->document = 0;
}
