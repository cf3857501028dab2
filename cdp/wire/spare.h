/* A page that is made before it is needed (session.h), while another one is in
 * use: most of what a fresh page takes is the start of its process, and that
 * goes on beside the test that is under way.
 *
 * Nothing is set in it and nothing is known of it but that it is blank, in a
 * browser context of its own: whoever takes it sets it up as one that was
 * opened just now. So it does not matter for which session it was made.
 *
 * Lives: zeroed there is none; cdp_spare_begin, then cdp_spare_take or
 * cdp_spare_close. Never waits, but in cdp_spare_take. In between each record
 * of the connection is shown to cdp_spare_hear. */
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

/* Hands it over, when it is of this connection and these options; waits for
 * what is still to come and drops what else comes meanwhile. False: there is
 * none (any more), and a page is to be opened. */
bool cdp_spare_take(struct cdp_spare *spare, struct cdp_connection *connection,
                    const struct cdp_session_options *options,
                    int64_t deadline_ms, struct cdp_session *session);

/* Throws it away. Also before its connection is destroyed. */
void cdp_spare_close(struct cdp_spare *spare);

#endif
