#include "exec/page/users.h"

#include <stdlib.h>

#include "base/memory.h"

struct users {
    struct system base;
    struct system **pages;
    bool
        *is_busy; /* a command is under way, and is not at a scheduling point */
    size_t count;
    struct notice_list notices;
};

static struct users *of(struct system *system)
{
    return (struct users *)system;
}

static struct system *page_of(struct system *system, int64_t process)
{
    return of(system)->pages[(size_t)process % of(system)->count];
}

static void mark(struct system *system, int64_t process, bool is_busy)
{
    of(system)->is_busy[(size_t)process % of(system)->count] = is_busy;
}

/* ---- a run -------------------------------------------------------------- */

static void users_seed(struct system *system, uint64_t seed)
{
    for (size_t i = 0; i < of(system)->count; i++)
        of(system)->pages[i]->ops->seed(of(system)->pages[i], seed);
}

static void users_end(struct system *system)
{
    for (size_t i = 0; i < of(system)->count; i++) {
        of(system)->pages[i]->ops->end(of(system)->pages[i]);
        of(system)->is_busy[i] = false;
    }
}

/* What the run before has left open is over before the server is reset. */
static bool users_reset(struct system *system, int64_t deadline_ms,
                        struct error *error)
{
    struct error trouble = ERROR_NONE;
    users_end(system);
    for (size_t i = 0; i < of(system)->count; i++) {
        struct system *page = of(system)->pages[i];
        if (page->ops->reset(page, deadline_ms, &trouble))
            continue;
        if (i == 0 || trouble.code == ERROR_CANCELLED)
            *error = trouble;
        else
            error_set(error, trouble.code, "the page of user %zu: %.400s",
                      i + 1, trouble.message);
        return false;
    }
    return true;
}

/* ---- commands ----------------------------------------------------------- */

static bool users_call(struct system *system, const struct system_call *call,
                       struct error *error)
{
    struct system *page = page_of(system, call->process);
    mark(system, call->process, true);
    return page->ops->call(page, call, error);
}

static bool users_go(struct system *system, int64_t process,
                     struct error *error)
{
    struct system *page = page_of(system, process);
    mark(system, process, true);
    return page->ops->go(page, process, error);
}

/* The first that is at work: another one waits until it stops. */
static enum system_next users_next(struct system *system, int64_t deadline_ms,
                                   struct system_event *event,
                                   struct error *error)
{
    struct users *users = of(system);
    for (size_t i = 0; i < users->count; i++) {
        if (!users->is_busy[i])
            continue;
        enum system_next next = users->pages[i]->ops->next(
            users->pages[i], deadline_ms, event, error);
        if (next == SYSTEM_EVENT)
            users->is_busy[i] = false;
        return next;
    }
    return SYSTEM_DEADLINE;
}

static char *users_awaited(struct system *system, int64_t process)
{
    struct system *page = page_of(system, process);
    return page->ops->awaited(page, process);
}

static char *users_troubles(struct system *system, int64_t process)
{
    struct system *page = page_of(system, process);
    return page->ops->troubles(page, process);
}

/* The first page is the one whose server is started (cli). */
static char *users_ending(struct system *system)
{
    char *words = NULL;
    for (size_t i = 0; words == NULL && i < of(system)->count; i++)
        words = of(system)->pages[i]->ops->ending(of(system)->pages[i]);
    return words;
}

static struct value *users_look(struct system *system, int64_t process,
                                int64_t *wait_ms, int64_t deadline_ms,
                                struct error *error)
{
    struct system *page = page_of(system, process);
    return page->ops->look(page, process, wait_ms, deadline_ms, error);
}

static struct value *users_evidence(struct system *system, int64_t process)
{
    struct system *page = page_of(system, process);
    return page->ops->evidence(page, process);
}

/* ---- the system --------------------------------------------------------- */

static const struct notice_list *users_notices(struct system *system)
{
    struct users *users = of(system);
    notice_list_finish(&users->notices);
    for (size_t i = 0; i < users->count; i++) {
        const struct notice_list *list =
            users->pages[i]->ops->notices(users->pages[i]);
        for (size_t k = 0; k < list->count; k++)
            notice_list_add(&users->notices, list->items[k].kind,
                            list->items[k].text);
    }
    return &users->notices;
}

static void users_destroy(struct system *system)
{
    struct users *users = of(system);
    for (size_t i = 0; i < users->count; i++)
        users->pages[i]->ops->destroy(users->pages[i]);
    notice_list_finish(&users->notices);
    free(users->pages);
    free(users->is_busy);
    free(users);
}

static const struct system_ops ops = {
    .seed = users_seed,
    .reset = users_reset,
    .call = users_call,
    .go = users_go,
    .awaited = users_awaited,
    .troubles = users_troubles,
    .ending = users_ending,
    .next = users_next,
    .look = users_look,
    .evidence = users_evidence,
    .end = users_end,
    .notices = users_notices,
    .destroy = users_destroy,
};

struct system *users_create(struct executor *const *executors, size_t count,
                            const struct page_system_options *options)
{
    struct users *users = MEMORY_NEW(struct users);
    struct page_system_options own = *options;
    own.stops = count > 1;
    users->base.ops = &ops;
    users->count = count;
    users->pages = memory_zeroed(count, sizeof *users->pages);
    users->is_busy = memory_zeroed(count, sizeof *users->is_busy);
    for (size_t i = 0; i < count; i++)
        users->pages[i] = page_system_create(executors[i], &own);
    return &users->base;
}
