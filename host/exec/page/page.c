/* In this file: commands, a run, looks, the system. */
#include "exec/page/page.h"

#include <stdlib.h>

#include "base/clock.h"
#include "base/memory.h"
#include "base/vec.h"
#include "exec/page/dialogs.h"
#include "exec/page/page_internal.h"

enum {
    /* Without a request and a change, and at most, before a page has started.
     */
    QUIET_MS = 20,
    STARTING_MS = 10 * 1000,
    /* The beginning of a run is bounded by the caller, each command as well;
     * the session as a whole is not. */
    SESSION_MS = 24 * 60 * 60 * 1000,
};

static struct page_system *of(struct system *system)
{
    return (struct page_system *)system;
}

/* ---- commands ----------------------------------------------------------- */

static bool page_call(struct system *system, const struct system_call *call,
                      struct error *error)
{
    (void)error;
    page_command_begin(of(system), call);
    return true;
}

static bool page_go(struct system *system, int64_t process, struct error *error)
{
    (void)process;
    (void)error;
    of(system)->command.is_waiting = false;
    return true;
}

static enum system_next page_next(struct system *system, int64_t deadline_ms,
                                  struct system_event *event,
                                  struct error *error)
{
    return page_command_next(of(system), deadline_ms, event, error);
}

/* ---- a run -------------------------------------------------------------- */

static void page_end(struct system *system)
{
    struct page_system *page = of(system);
    page_forget_command(page);
    page_forget_requests(page);
    value_unref(page->state);
    value_unref(page->evidence);
    free(page->broken);
    free(page->told_broken);
    free(page->ended);
    page->state = page->evidence = NULL;
    page->broken = page->told_broken = page->ended = NULL;
    page->version = page->time_us = 0;
    page->asked = false;
    page->executor->ops->end(page->executor);
}

/* The first state: the document has loaded. */
static bool await_first(struct page_system *page, int64_t deadline_ms,
                        struct error *error)
{
    while (page->state == NULL) {
        struct executor_message message;
        executor_message_init(&message);
        enum executor_next next = page->executor->ops->next(
            page->executor, deadline_ms, &message, error);
        bool is_fine = next == EXECUTOR_MESSAGE && message.state != NULL;
        if (next == EXECUTOR_DEADLINE)
            error_set(error, ERROR_ORIGIN, "the page has not come up in time");
        else if (next == EXECUTOR_MESSAGE && !is_fine)
            error_set(error, ERROR_ORIGIN, "the page has not come up: %s",
                      message.text == NULL ? "it told nothing of itself"
                                           : message.text);
        page_take_state(page, &message);
        executor_message_finish(&message);
        if (!is_fine)
            return false;
    }
    return true;
}

/* What the page asks for as it starts up has been answered: it is looked at
 * only then. */
static bool settle_first(struct page_system *page, int64_t deadline_ms,
                         struct error *error)
{
    struct system_event event = {0};
    struct value_field rule[] = {
        value_named("quiet", value_int(QUIET_MS)),
        value_named("atMost", value_int(STARTING_MS)),
        value_named("network", value_bool(true)),
        value_named("past", value_bool(true)),
    };
    page_command_begin_idle(page,
                            value_object(rule, sizeof rule / sizeof *rule));
    enum system_next next = page_command_next(page, deadline_ms, &event, error);
    bool is_fine = next == SYSTEM_EVENT && event.kind == SYSTEM_OK;
    if (is_fine && event.text != NULL) { /* told with the first command */
        page->broken = page->told_broken;
        page->told_broken = NULL;
    }
    if (next == SYSTEM_DEADLINE)
        error_set(error, ERROR_ORIGIN, "the page has not come to rest in time");
    else if (next == SYSTEM_EVENT && !is_fine)
        error_set(error, ERROR_ORIGIN, "the page has not come up: %s",
                  event.text == NULL ? "it gave no reason" : event.text);
    system_event_finish(&event);
    return is_fine;
}

static void page_seed(struct system *system, uint64_t seed)
{
    struct executor *executor = of(system)->executor;
    if (executor->ops->seed != NULL)
        executor->ops->seed(executor, seed);
}

static bool page_reset(struct system *system, int64_t deadline_ms,
                       struct error *error)
{
    struct page_system *page = of(system);
    struct executor *executor = page->executor;
    page_end(system);
    executor_rest(executor);
    if (executor->ops->begin != NULL)
        executor->ops->begin(executor, page->options.begin);
    if (executor->ops->foresee != NULL)
        executor->ops->foresee(executor, page->options.foresees);
    return executor->ops->start(executor, &page->deps,
                                clock_now_ms() + SESSION_MS, error) &&
           await_first(page, deadline_ms, error) &&
           settle_first(page, deadline_ms, error);
}

/* Lets the page go on for so long; where it asks something, only to the answer.
 */
static bool let_go_on(struct page_system *page, int64_t wait_ms,
                      struct error *error)
{
    const struct value *dialog = dialogs_open(page->state);
    if (dialog == NULL)
        return page->executor->ops->wait(page->executor, wait_ms, page->version,
                                         error);
    struct value *answer = dialogs_usual_answer(dialog);
    struct action action = page_answering(answer);
    bool is_fine =
        page->executor->ops->act(page->executor, &action, page->version, error);
    action_finish(&action);
    value_unref(answer);
    return is_fine;
}

static struct value *page_look(struct system *system, int64_t process,
                               int64_t *wait_ms, int64_t deadline_ms,
                               struct error *error)
{
    (void)process;
    struct page_system *page = of(system);
    struct executor_message message;
    int64_t before_us = page->time_us;
    if (*wait_ms <= 0)
        return page_view(page);
    if (!page_drain(page, error) || !let_go_on(page, *wait_ms, error))
        return NULL;
    executor_message_init(&message);
    enum executor_next next =
        page->executor->ops->next(page->executor, deadline_ms, &message, error);
    bool is_news = next == EXECUTOR_MESSAGE && message.state != NULL;
    bool is_over = !is_news || message.kind == EXECUTOR_TIMEOUT;
    page_take_state(page, &message);
    executor_message_finish(&message);
    *wait_ms -= (page->time_us - before_us) / 1000;
    if (is_over || *wait_ms < 0)
        *wait_ms = 0;
    return is_news ? page_view(page) : NULL;
}

/* ---- the system --------------------------------------------------------- */

static const struct notice_list *page_notices(struct system *system)
{
    static const struct notice_list none = {0};
    struct executor *executor = of(system)->executor;
    return executor->ops->notices == NULL ? &none
                                          : executor->ops->notices(executor);
}

static void page_destroy(struct system *system)
{
    struct page_system *page = of(system);
    page_end(system);
    page->executor->ops->destroy(page->executor);
    vec_finish(&page->requests);
    deps_finish(&page->deps);
    free(page);
}

static char *page_awaited(struct system *system, int64_t process)
{
    struct executor *executor = of(system)->executor;
    (void)process;
    return executor->ops->awaited == NULL ? NULL
                                          : executor->ops->awaited(executor);
}

static char *troubles(struct system *system, int64_t process)
{
    (void)process;
    return page_troubles(of(system));
}

static char *page_ending(struct system *system)
{
    const struct page_system *page = of(system);
    struct executor *executor = page->executor;
    if (page->ended != NULL)
        return memory_format("%s", page->ended);
    return executor->ops->ending == NULL ? NULL
                                         : executor->ops->ending(executor);
}

static struct value *page_evidence(struct system *system, int64_t process)
{
    const struct page_system *page = of(system);
    (void)process;
    return page->evidence == NULL ? NULL : value_ref(page->evidence);
}

static const struct system_ops ops = {
    .seed = page_seed,
    .reset = page_reset,
    .call = page_call,
    .go = page_go,
    .awaited = page_awaited,
    .troubles = troubles,
    .ending = page_ending,
    .next = page_next,
    .look = page_look,
    .evidence = page_evidence,
    .end = page_end,
    .notices = page_notices,
    .destroy = page_destroy,
};

struct system *page_system_create(struct executor *executor,
                                  const struct page_system_options *options)
{
    struct page_system *page = MEMORY_NEW(struct page_system);
    page->base.ops = &ops;
    page->executor = executor;
    page->options = *options;
    page_fill_deps(page);
    return &page->base;
}
