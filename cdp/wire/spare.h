/* A page that is made before it is needed (session.h), while another one is in
 * use: most of what a fresh page takes is the start of its process, and that
 * goes on beside the test that is under way. How many there are: stock.h.
 *
 * It is blank, in a browser context of its own. What is set in it, if anything,
 * is the same for all sessions of that kind (session.h): so it does not matter
 * for which one it was made.
 *
 * Lives: zeroed there is none; cdp_spare_begin, then cdp_spare_give or
 * cdp_spare_close. Never waits. In between each record of the connection is
 * shown to cdp_spare_hear. */
#ifndef WEIR_CDP_WIRE_SPARE_H
#define WEIR_CDP_WIRE_SPARE_H

#include "cdp/wire/session.h"

enum cdp_spare_stage {
    CDP_SPARE_NONE,
    CDP_SPARE_CONTEXT, /* asked for: each of these needs the one before */
    CDP_SPARE_TARGET,
    CDP_SPARE_ATTACHED,
    CDP_SPARE_READY,
};

struct cdp_spare {
    enum cdp_spare_stage stage;
    struct cdp_session session;
    struct cdp_session_options options;
    int64_t awaited; /* id of the request that is open, also of one that was
                        closed since; 0: none */
};

/* Does nothing when there is one. */
void cdp_spare_begin(struct cdp_spare *spare, struct cdp_connection *connection,
                     const struct cdp_session_options *options);

/* True: the record was meant for it. */
bool cdp_spare_hear(struct cdp_spare *spare, const struct cdp_record *record);

/* Whether there is one, ready or not, of this connection and these options. */
bool cdp_spare_fits(const struct cdp_spare *spare,
                    const struct cdp_connection *connection,
                    const struct cdp_session_options *options);

/* Hands over the one that is ready. */
struct cdp_session cdp_spare_give(struct cdp_spare *spare);

/* Throws it away. Also before its connection is destroyed. */
void cdp_spare_close(struct cdp_spare *spare);

#endif
