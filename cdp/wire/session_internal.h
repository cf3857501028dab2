/* The requests of which a session is made, for who waits for each answer
 * (session.c) and for who does not (spare.c). */
#ifndef WEIR_CDP_WIRE_SESSION_INTERNAL_H
#define WEIR_CDP_WIRE_SESSION_INTERNAL_H

#include "cdp/wire/session.h"

/* They send, and return the request's id. */
int64_t cdp_session_ask_context(const struct cdp_session *session);
int64_t cdp_session_ask_target(const struct cdp_session *session,
                               const struct cdp_session_options *options);
int64_t cdp_session_ask_attachment(const struct cdp_session *session);

/* They take the id out of the answer. False: ERROR_RUN, there is none. */
bool cdp_session_take_context(struct cdp_session *session,
                              const struct cdp_record *reply,
                              struct error *error);
bool cdp_session_take_target(struct cdp_session *session,
                             const struct cdp_record *reply,
                             struct error *error);
bool cdp_session_take_attachment(struct cdp_session *session,
                                 const struct cdp_record *reply,
                                 struct error *error);

#endif
