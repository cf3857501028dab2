#include "cdp/targets/workers.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/log.h"
#include "base/memory.h"
#include "cdp/wire/params.h"

/* The page script's words, as it pushes them. */
#define BUSY "{\"kind\":\"workers\",\"busy\":true}"
#define RESTED "{\"kind\":\"workers\",\"busy\":false}"

static bool is_worker(const struct json *params)
{
    const struct json *target = json_read_field(params, "targetInfo");
    return str_is(json_read_string(json_read_field(target, "type")), "worker");
}

static void let_go(struct cdp_session *session, struct str worker)
{
    cdp_connection_post(session->connection, worker,
                        "Runtime.runIfWaitingForDebugger", STR(""));
}

static struct worker_start *new_start(struct workers *workers)
{
    if (workers->count == workers->capacity) {
        workers->capacity = workers->capacity == 0 ? 4 : workers->capacity * 2;
        workers->starts = memory_resized(workers->starts, workers->capacity,
                                         sizeof *workers->starts);
    }
    return &workers->starts[workers->count++];
}

/* The word that lets a worker go may overtake the script; so it waits for the
 * answer to that. */
static void put_script_in(struct workers *workers, struct cdp_session *session,
                          struct str worker)
{
    struct worker_start *start = new_start(workers);
    struct cdp_params params;
    memcpy(start->session, worker.data, worker.length);
    start->session[worker.length] = '\0';
    cdp_params_init(&params);
    cdp_params_text(&params, "expression", workers->script);
    start->request =
        cdp_connection_send(session->connection, worker, "Runtime.evaluate",
                            cdp_params_end(&params));
    cdp_params_finish(&params);
}

void workers_attach(struct workers *workers, struct cdp_session *session,
                    const struct json *params)
{
    struct str worker = json_read_string(json_read_field(params, "sessionId"));
    if (worker.length == 0 || worker.length >= CDP_ID_LIMIT)
        return;
    if (is_worker(params) && workers->script.length > 0)
        put_script_in(workers, session, worker);
    else
        let_go(session, worker);
}

bool workers_take_reply(struct workers *workers, struct cdp_session *session,
                        const struct cdp_record *reply)
{
    size_t place = 0;
    while (place < workers->count &&
           workers->starts[place].request != reply->id)
        place++;
    if (place == workers->count)
        return false;
    if (json_read_field(reply->body, "exceptionDetails") != NULL)
        log_warn("the script for workers has failed");
    let_go(session, str_text(workers->starts[place].session));
    workers->starts[place] = workers->starts[--workers->count];
    return true;
}

static void rest(struct workers *workers)
{
    if (workers->are_busy)
        workers->rested_ms = clock_now_ms();
    workers->are_busy = false;
}

bool workers_hear(struct workers *workers, struct str payload)
{
    if (str_is(payload, RESTED)) {
        rest(workers);
        return true;
    }
    if (!str_is(payload, BUSY))
        return false;
    workers->are_busy = true;
    workers->busy_ms = clock_now_ms();
    return true;
}

void workers_forget(struct workers *workers)
{
    rest(workers);
}

void workers_finish(struct workers *workers)
{
    free(workers->starts);
    *workers = (struct workers){.starts = NULL};
}

bool workers_are_late(struct workers *workers)
{
    if (!workers->are_busy ||
        clock_now_ms() < workers->busy_ms + WORKERS_PATIENCE_MS)
        return false;
    rest(workers);
    return true;
}

int64_t workers_silence_since(const struct workers *workers, int64_t since_ms)
{
    if (workers->are_busy)
        return clock_now_ms();
    return workers->rested_ms > since_ms ? workers->rested_ms : since_ms;
}
