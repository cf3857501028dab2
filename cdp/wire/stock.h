/* The pages that are made before they are needed (spare.h).
 *
 * One is not enough where a test is shorter than the start of a process: then
 * each test waits for its page. With two in the making each has the time of two
 * tests, and a machine with a second core is never idle.
 *
 * Lives: zeroed it is empty; cdp_stock_close empties it, also before its
 * connection is destroyed. Never waits, but in cdp_stock_take. In between each
 * record of the connection is shown to cdp_stock_hear. */
#ifndef WEIR_CDP_WIRE_STOCK_H
#define WEIR_CDP_WIRE_STOCK_H

#include "cdp/wire/spare.h"

enum { CDP_STOCK_SIZE = 2 };

struct cdp_stock {
    struct cdp_spare spares[CDP_STOCK_SIZE];
    size_t next; /* the place of the one that was begun first */
    /* Tells one of that kind (not 0) that is there now what is the same for all
     * of its kind, and waits for nothing. False: it cannot; the page is thrown
     * away. */
    bool (*set_up)(void *context, const struct cdp_session *session,
                   uint64_t kind);
    void *context;
};

/* Begins as many as are wanting to `count`, at most CDP_STOCK_SIZE. */
void cdp_stock_fill(struct cdp_stock *stock, struct cdp_connection *connection,
                    const struct cdp_session_options *options, size_t count);

/* Whether there is any, ready or not. */
bool cdp_stock_has(const struct cdp_stock *stock);

/* True: the record was meant for one of them. */
bool cdp_stock_hear(struct cdp_stock *stock, const struct cdp_record *record);

/* Hands over the one that was begun first, when it is of this connection and
 * these options; waits for what is still to come and drops what else comes
 * meanwhile. False: there is none (any more), and a page is to be opened. */
bool cdp_stock_take(struct cdp_stock *stock, struct cdp_connection *connection,
                    const struct cdp_session_options *options,
                    int64_t deadline_ms, struct cdp_session *session);

/* Throws them away. */
void cdp_stock_close(struct cdp_stock *stock);

#endif
