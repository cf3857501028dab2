/* A system whose application is prepared for each run. It hands everything on
 * to another system. */
#include "exec/prepared/prepared.h"

#include <stdlib.h>

#include "base/memory.h"

struct prepared_system {
    struct system base;
    struct system_ops ops; /* what the inner one lacks is absent here, too */
    struct system *inner;  /* owned */
    struct preparation preparation;
    uint64_t seed;
};

static struct prepared_system *of(struct system *system)
{
    return (struct prepared_system *)system;
}

static struct system *inner_of(struct system *system)
{
    return of(system)->inner;
}

static void seed(struct system *system, uint64_t number)
{
    struct system *inner = inner_of(system);
    of(system)->seed = number;
    if (inner->ops->seed != NULL)
        inner->ops->seed(inner, number);
}

static bool reset(struct system *system, int64_t deadline_ms,
                  struct error *error)
{
    struct prepared_system *prepared = of(system);
    return preparation_do(&prepared->preparation, prepared->seed, deadline_ms,
                          error) &&
           prepared->inner->ops->reset(prepared->inner, deadline_ms, error);
}

static bool renew(struct system *system)
{
    return preparation_renew(&of(system)->preparation);
}

static bool call(struct system *system, const struct system_call *what,
                 struct error *error)
{
    struct system *inner = inner_of(system);
    return inner->ops->call(inner, what, error);
}

static bool together(struct system *system, const struct system_call *calls,
                     size_t count, struct error *error)
{
    struct system *inner = inner_of(system);
    return inner->ops->together(inner, calls, count, error);
}

static bool go(struct system *system, int64_t process, struct error *error)
{
    struct system *inner = inner_of(system);
    return inner->ops->go(inner, process, error);
}

static bool is_busy(struct system *system)
{
    struct system *inner = inner_of(system);
    return inner->ops->is_busy(inner);
}

static enum system_next next(struct system *system, int64_t deadline_ms,
                             struct system_event *event, struct error *error)
{
    struct prepared_system *prepared = of(system);
    struct system *inner = inner_of(system);
    enum system_next next = inner->ops->next(inner, deadline_ms, event, error);
    char *words;
    if (next == SYSTEM_EVENT &&
        (event->kind == SYSTEM_INFO || event->kind == SYSTEM_FAIL))
        preparation_await_loss(&prepared->preparation);
    if (next != SYSTEM_EVENT || event->kind == SYSTEM_LOST ||
        !preparation_has_lost(&prepared->preparation, &words))
        return next;
    system_event_finish(event);
    *event = (struct system_event){.kind = SYSTEM_LOST, .text = words};
    return next;
}

static void end(struct system *system)
{
    struct system *inner = inner_of(system);
    inner->ops->end(inner);
}

static const struct notice_list *notices(struct system *system)
{
    struct system *inner = inner_of(system);
    return inner->ops->notices(inner);
}

static void destroy(struct system *system)
{
    struct prepared_system *prepared = of(system);
    prepared->inner->ops->destroy(prepared->inner);
    preparation_finish(&prepared->preparation);
    free(prepared);
}

struct system *prepared_system_create(struct system *inner,
                                      const struct preparation_options *options)
{
    struct prepared_system *prepared = MEMORY_NEW(struct prepared_system);
    prepared->inner = inner;
    prepared->ops = (struct system_ops){
        .seed = seed,
        .reset = reset,
        .renew = renew,
        .call = call,
        .together = inner->ops->together == NULL ? NULL : together,
        .go = inner->ops->go == NULL ? NULL : go,
        .is_busy = inner->ops->is_busy == NULL ? NULL : is_busy,
        .next = next,
        .end = end,
        .notices = inner->ops->notices == NULL ? NULL : notices,
        .destroy = destroy,
    };
    prepared->base.ops = &prepared->ops;
    preparation_init(&prepared->preparation, options);
    return &prepared->base;
}
