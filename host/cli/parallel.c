#include "cli/parallel.h"

#include <unistd.h>

#include "base/log.h"
#include "base/worker.h"
#include "cli/interrupt.h"
#include "run/ahead.h"
#include "run/jobs.h"

enum {
    /* A page that is busy keeps two of them busy: its own process, and those of
     * the browser and weir. */
    PROCESSORS_FOR_TWO = 4,
};

static void on_activity(void *context, const char *what)
{
    struct reporter *relay = ((struct parallel *)context)->relay;
    if (what != NULL)
        log_info("%s", what);
    relay->ops->activity(relay, what);
}

static struct executor *enter(void *context, bool is_first,
                              struct reporter *relay, struct error *error)
{
    struct parallel *parallel = context;
    interrupt_ignore(); /* the loop is that of the process that we came from */
    struct loop *loop = loop_create(error);
    if (loop == NULL)
        return NULL;
    interrupt_catch(loop);
    worker_listen();
    parallel->relay = relay;
    parallel->browser.quiet = !is_first;
    parallel->browser.activity = on_activity;
    parallel->browser.context = parallel;
    return browser_create(loop, &parallel->browser);
}

bool parallel_run(const struct campaign *campaign, size_t jobs,
                  struct loop *loop, const struct browser_options *browser,
                  struct run_summary *summary, struct error *error)
{
    struct parallel parallel = {.browser = *browser};
    return jobs_run(
        campaign,
        &(struct jobs){
            .count = jobs, .loop = loop, .enter = enter, .context = &parallel},
        summary, error);
}

struct ahead *parallel_ahead(struct parallel *parallel, struct loop *loop,
                             const struct browser_options *browser)
{
    *parallel = (struct parallel){.browser = *browser};
    return ahead_create(&(struct ahead_options){
        .loop = loop, .enter = enter, .context = parallel});
}

bool parallel_has_room(void)
{
    return sysconf(_SC_NPROCESSORS_ONLN) >= PROCESSORS_FOR_TWO;
}
