/* The requests of a page that are under way, counted where something asks for
 * the network to be idle (networkIdle? of weir/events, settledByNetwork! of
 * weir/settle), or holds requests back (delayRequests! of weir/faults). What is
 * meant to stay open (event streams, sockets) does not count, nor do frames of
 * other sites. */
#ifndef WEIR_CDP_NETWORK_NETWORK_H
#define WEIR_CDP_NETWORK_NETWORK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cdp/wire/connection.h"

struct network {
    bool counts;        /* somebody asks */
    bool awaits_bodies; /* the rest of an answer comes at its own time: real
                           time */
    struct network_request {
        char *id;            /* owned */
        int64_t answered_ms; /* when a fetch had its last piece; 0: not yet */
    } * requests;            /* without an end */
    size_t count, capacity;
    int64_t activity;  /* grows with everything that happens to a request */
    int64_t active_ms; /* when it last did (clock_now_ms) */
    int64_t begun_ms; /* the last request, by the calendar of the page's process
                         (virtual, where its clock is); 0: none */
    bool is_undated;  /* one has begun since the last answer that is the
                         browser's own, of which that calendar is not known */
};

/* A request is under way, of which the browser may not have told yet. */
void network_note(struct network *network, struct str id);

/* Takes note of an event of the page. */
void network_hear(struct network *network, const struct cdp_record *record);

/* How many of them the page has no answer to. What a script has fetched has no
 * end when it does not read what came: when its answer has begun it counts no
 * more, or, where bodies are awaited, once there has been no piece of it for
 * 200 milliseconds. Each piece is activity. */
size_t network_unanswered(const struct network *network);

/* Another document: what the old one has asked for is nobody's business. */
void network_forget(struct network *network);

/* The page script's question, as it pushes it, and the answer: how many are
 * under way, the activity, for how many milliseconds there has been none, and
 * when the last request began (-1: not known, which is told once). */
#define NETWORK_QUESTION "{\"kind\":\"network\"}"
void network_answer(struct network *network, char *call, size_t size);

void network_finish(struct network *network);

#endif
