#include "cdp/targets/service_workers.h"

#include <string.h>

#include "base/buf.h"

static void tell(struct cdp_session *worker, const struct faults *faults)
{
    struct buf params;
    buf_init(&params);
    faults_add_conditions(&params, faults);
    cdp_session_post(worker, "Network.enable", STR(""));
    cdp_session_post(worker, "Network.emulateNetworkConditions",
                     buf_str(&params));
    buf_clear(&params);
    faults_add_patterns(&params, faults);
    if (faults->rule_count > 0)
        cdp_session_post(worker, "Fetch.enable", buf_str(&params));
    else
        cdp_session_post(worker, "Fetch.disable", STR(""));
    buf_finish(&params);
}

bool service_workers_attach(struct service_workers *workers,
                            const struct cdp_session *page,
                            const struct faults *faults,
                            const struct json *params)
{
    const struct json *target = json_read_field(params, "targetInfo");
    struct str id = json_read_string(json_read_field(params, "sessionId"));
    if (!str_is(json_read_string(json_read_field(target, "type")),
                "service_worker"))
        return false;
    struct cdp_session worker = {.connection = page->connection};
    if (id.length == 0 || id.length >= CDP_ID_LIMIT)
        return true;
    memcpy(worker.id, id.data, id.length);
    if (workers->count < SERVICE_WORKERS_LIMIT) {
        tell(&worker, faults);
        workers->items[workers->count++] = worker;
    }
    cdp_session_post(&worker, "Runtime.runIfWaitingForDebugger", STR(""));
    return true;
}

/* Its place, or their count. */
static size_t find(const struct service_workers *workers, struct str session)
{
    size_t i = 0;
    while (i < workers->count && !str_is(session, workers->items[i].id))
        i++;
    return i;
}

void service_workers_detach(struct service_workers *workers,
                            const struct json *params)
{
    size_t at =
        find(workers, json_read_string(json_read_field(params, "sessionId")));
    if (at < workers->count)
        workers->items[at] = workers->items[--workers->count];
}

void service_workers_tell(struct service_workers *workers,
                          const struct faults *faults)
{
    for (size_t i = 0; i < workers->count; i++)
        tell(&workers->items[i], faults);
}

bool service_workers_hear(struct service_workers *workers,
                          const struct faults *faults,
                          const struct cdp_record *record)
{
    size_t at = find(workers, record->session);
    return at < workers->count &&
           faults_answer(faults, &workers->items[at], record);
}
