#include "cdp/network/network.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/json.h"
#include "base/memory.h"

enum {
    REQUEST_LIMIT = 10000, /* so many at a time are never quiet anyhow */
    /* Many servers send the head of an answer and its body as two packets, and
     * the second one waits for the acknowledgement of the first, which comes
     * after 40 ms; on a busy machine, several times as long. */
    BODY_MS = 200,
};

static size_t place_of(const struct network *network, struct str id)
{
    size_t place = 0;
    while (place < network->count && !str_is(id, network->requests[place].id))
        place++;
    return place;
}

void network_note(struct network *network, struct str id)
{
    if (!network->counts || network->count == REQUEST_LIMIT ||
        place_of(network, id) < network->count)
        return; /* a redirection keeps its id */
    if (network->count == network->capacity) {
        network->capacity = network->capacity == 0 ? 8 : network->capacity * 2;
        network->requests = memory_resized(network->requests, network->capacity,
                                           sizeof *network->requests);
    }
    network->requests[network->count++] =
        (struct network_request){.id = memory_copy_string(id.data, id.length)};
}

/* Of a worker's own script the page's session is told the beginning, which
 * belongs to no document's load, and the worker's session the end. */
static bool is_of_worker(const struct json *params)
{
    const struct json *loader = json_read_field(params, "loaderId");
    return loader != NULL && json_read_string(loader).length == 0;
}

/* A navigation is told of by the browser, which has another calendar. */
static void date(struct network *network, const struct json *params,
                 struct str type)
{
    const struct json *wall_s = json_read_field(params, "wallTime");
    if (wall_s == NULL || str_is(type, "Document"))
        network->is_undated = true;
    else
        network->begun_ms = (int64_t)(json_read_float(wall_s) * 1000);
}

static void begin(struct network *network, const struct json *params)
{
    struct str type = json_read_string(json_read_field(params, "type"));
    if (is_of_worker(params) || str_is(type, "EventSource"))
        return;
    date(network, params, type);
    network_note(network,
                 json_read_string(json_read_field(params, "requestId")));
}

static void answer(struct network *network, const struct json *params)
{
    struct str id = json_read_string(json_read_field(params, "requestId"));
    struct str type = json_read_string(json_read_field(params, "type"));
    size_t place = place_of(network, id);
    if (place < network->count && str_is(type, "Fetch"))
        network->requests[place].answered_ms = clock_now_ms();
}

static void piece(struct network *network, const struct json *params)
{
    struct str id = json_read_string(json_read_field(params, "requestId"));
    size_t place = place_of(network, id);
    if (place < network->count && network->requests[place].answered_ms > 0)
        network->requests[place].answered_ms = clock_now_ms();
}

static void note_activity(struct network *network)
{
    network->activity++;
    network->active_ms = clock_now_ms();
}

size_t network_unanswered(const struct network *network)
{
    size_t count = 0;
    int64_t rest_ms = network->awaits_bodies ? BODY_MS : 0;
    for (size_t i = 0; i < network->count; i++) {
        int64_t answered_ms = network->requests[i].answered_ms;
        if (answered_ms == 0 || clock_now_ms() < answered_ms + rest_ms)
            count++;
    }
    return count;
}

static void end(struct network *network, const struct json *params)
{
    struct str id = json_read_string(json_read_field(params, "requestId"));
    size_t place = place_of(network, id);
    if (place == network->count)
        return;
    free(network->requests[place].id);
    network->requests[place] = network->requests[--network->count];
}

void network_hear(struct network *network, const struct cdp_record *record)
{
    if (!network->counts || !str_starts_with(record->method, "Network."))
        return;
    if (str_is(record->method, "Network.requestWillBeSent"))
        begin(network, record->body);
    else if (str_is(record->method, "Network.responseReceived"))
        answer(network, record->body);
    else if (str_is(record->method, "Network.loadingFinished") ||
             str_is(record->method, "Network.loadingFailed"))
        end(network, record->body);
    else if (str_is(record->method, "Network.dataReceived"))
        piece(network, record->body);
    else
        return;
    note_activity(network);
}

void network_forget(struct network *network)
{
    while (network->count > 0)
        free(network->requests[--network->count].id);
    network->begun_ms = 0;
    network->is_undated = false;
    note_activity(network);
}

void network_answer(struct network *network, char *call, size_t size)
{
    snprintf(call, size,
             "weir.network(%zu,%" PRId64 ",%" PRId64 ",%" PRId64 ")",
             network_unanswered(network), network->activity,
             clock_now_ms() - network->active_ms,
             network->is_undated ? -1 : network->begun_ms);
    network->is_undated = false;
}

void network_finish(struct network *network)
{
    network_forget(network);
    free(network->requests);
    *network = (struct network){.requests = NULL};
}
