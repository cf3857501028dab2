/* An executor whose application is prepared for each session. It hands
 * everything on to another executor. */
#include "exec/prepared/prepared.h"

#include <stdlib.h>

#include "base/memory.h"

struct prepared {
    struct executor base;
    struct executor_ops ops;
    struct executor *inner; /* owned */
    struct preparation preparation;
    uint64_t seed;
};

static struct prepared *of(struct executor *executor)
{
    return (struct prepared *)executor;
}

static void seed(struct executor *executor, uint64_t number)
{
    struct executor *inner = of(executor)->inner;
    of(executor)->seed = number;
    if (inner->ops->seed != NULL)
        inner->ops->seed(inner, number);
}

static void begin(struct executor *executor, enum executor_begin where)
{
    struct executor *inner = of(executor)->inner;
    if (inner->ops->begin != NULL)
        inner->ops->begin(inner, where);
}

static void foresee(struct executor *executor, bool another)
{
    struct executor *inner = of(executor)->inner;
    if (inner->ops->foresee != NULL)
        inner->ops->foresee(inner, another);
}

static bool picture(struct executor *executor, bool wanted)
{
    struct executor *inner = of(executor)->inner;
    return inner->ops->picture != NULL && inner->ops->picture(inner, wanted);
}

static void rest(struct executor *executor)
{
    executor_rest(of(executor)->inner);
}

static bool start(struct executor *executor, const struct deps *deps,
                  int64_t deadline_ms, struct error *error)
{
    struct prepared *prepared = of(executor);
    return preparation_do(&prepared->preparation, prepared->seed, deadline_ms,
                          error) &&
           prepared->inner->ops->start(prepared->inner, deps, deadline_ms,
                                       error);
}

static bool act(struct executor *executor, const struct action *action,
                int64_t version, struct error *error)
{
    struct executor *inner = of(executor)->inner;
    return inner->ops->act(inner, action, version, error);
}

static bool expect(struct executor *executor, const struct action_list *events,
                   struct error *error)
{
    struct executor *inner = of(executor)->inner;
    return inner->ops->expect == NULL ||
           inner->ops->expect(inner, events, error);
}

static bool wait(struct executor *executor, int64_t time_ms, int64_t version,
                 struct error *error)
{
    struct executor *inner = of(executor)->inner;
    return inner->ops->wait(inner, time_ms, version, error);
}

/* Without its server an application has died, whatever the page still shows. */
static void note_lost(struct prepared *prepared,
                      struct executor_message *message)
{
    char *words;
    if (message->died || !preparation_has_lost(&prepared->preparation, &words))
        return;
    value_unref(message->broken);
    message->broken = value_string(str_text(words));
    message->died = true;
    free(words);
}

static enum executor_next next(struct executor *executor, int64_t deadline_ms,
                               struct executor_message *message,
                               struct error *error)
{
    struct prepared *prepared = of(executor);
    struct executor *inner = prepared->inner;
    enum executor_next next =
        inner->ops->next(inner, deadline_ms, message, error);
    if (next == EXECUTOR_MESSAGE && message->state != NULL)
        note_lost(prepared, message);
    return next;
}

static void want_reach(struct executor *executor, bool wanted)
{
    struct executor *inner = of(executor)->inner;
    inner->ops->want_reach(inner, wanted);
}

static bool reach(struct executor *executor, struct reach *found,
                  struct error *error)
{
    struct executor *inner = of(executor)->inner;
    return inner->ops->reach(inner, found, error);
}

static char *awaited(struct executor *executor)
{
    struct executor *inner = of(executor)->inner;
    return inner->ops->awaited == NULL ? NULL : inner->ops->awaited(inner);
}

static char *ending(struct executor *executor)
{
    struct preparation *preparation = &of(executor)->preparation;
    char *words = NULL;
    preparation_await_ending(preparation);
    return preparation_has_lost(preparation, &words) ? words : NULL;
}

static void end(struct executor *executor)
{
    struct executor *inner = of(executor)->inner;
    inner->ops->end(inner);
}

static const struct notice_list *notices(struct executor *executor)
{
    struct executor *inner = of(executor)->inner;
    return inner->ops->notices == NULL ? NULL : inner->ops->notices(inner);
}

static void destroy(struct executor *executor)
{
    struct prepared *prepared = of(executor);
    prepared->inner->ops->destroy(prepared->inner);
    preparation_finish(&prepared->preparation);
    free(prepared);
}

static const struct executor_ops table = {
    .seed = seed,
    .begin = begin,
    .rest = rest,
    .start = start,
    .act = act,
    .expect = expect,
    .wait = wait,
    .next = next,
    .awaited = awaited,
    .ending = ending,
    .want_reach = want_reach,
    .reach = reach,
    .end = end,
    .foresee = foresee,
    .picture = picture,
    .notices = notices,
    .destroy = destroy,
};

/* What is told by a value, or by not having a word, is the inner one's. */
static struct executor_ops words_of(const struct executor *inner)
{
    struct executor_ops ops = table;
    ops.patience_ms = inner->ops->patience_ms;
    if (inner->ops->want_reach == NULL) {
        ops.want_reach = NULL;
        ops.reach = NULL;
    }
    return ops;
}

struct executor *prepared_create(struct executor *inner,
                                 const struct preparation_options *options)
{
    struct prepared *prepared = MEMORY_NEW(struct prepared);
    prepared->ops = words_of(inner);
    prepared->base.ops = &prepared->ops;
    prepared->base.pauses_ms = inner->pauses_ms;
    prepared->base.has_clock = inner->has_clock;
    prepared->inner = inner;
    preparation_init(&prepared->preparation, options);
    return &prepared->base;
}
