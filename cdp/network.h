/* The requests of a page that are under way, counted where something asks for
 * the network to be idle (networkIdle? of weir/events, settledByNetwork! of
 * weir/settle). What is meant to stay open (event streams, sockets) does not
 * count, nor do frames of other sites. */
#ifndef WEIR_CDP_NETWORK_H
#define WEIR_CDP_NETWORK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cdp/connection.h"

struct network {
    bool counts; /* somebody asks */
    char **ids;  /* owned; of requests without an end */
    size_t count, capacity;
    int64_t activity; /* grows with everything that happens to a request */
};

/* Takes note of an event of the page. */
void network_hear(struct network *network, const struct cdp_record *record);

/* Another document: what the old one has asked for is nobody's business. */
void network_forget(struct network *network);

/* The page script's question, as it pushes it, and the answer. */
#define NETWORK_QUESTION "{\"kind\":\"network\"}"
void network_answer(const struct network *network, char *call, size_t size);

void network_finish(struct network *network);

#endif
