/* Troubles that a specification makes for its page: a network that is away or
 * slow, requests that fail or come late. They last until they are taken back or
 * the page is closed.
 *
 * Domains of the protocol that cost time are enabled by the first fault, not
 * before. Requests that match a pattern are stopped by the browser and answered
 * here, or held back (delays.h); virtual time stands meanwhile.
 *
 * Private to the room; part of struct page.
 */
#ifndef WEIR_CDP_NETWORK_FAULTS_H
#define WEIR_CDP_NETWORK_FAULTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cdp/network/delays.h"
#include "cdp/network/network.h"
#include "cdp/network/reply.h"
#include "cdp/wire/session.h"

enum {
    FAULT_RULES = 64,           /* at a time */
    FAULT_PATTERN_LIMIT = 1000, /* bytes */
};

/* What becomes of requests whose address matches. */
struct fault_rule {
    char *pattern;      /* owned; `*` any text, `?` any character */
    struct reply reply; /* owned; the answer in the server's place */
    int64_t delay_ms;   /* > 0: it is sent, but only after this time */
};

struct faults {
    bool ever_set; /* the browser has been told of one */
    bool offline;
    double latency_ms;       /* 0: as it is */
    double bytes_per_second; /* 0: as many as there are */
    struct fault_rule rules[FAULT_RULES];
    size_t rule_count;
};

/* Adds a rule, in place of one with the same pattern; the newest that matches
 * counts. False: there are too many. Takes the reply, in any case. */
bool faults_add_reply(struct faults *faults, struct str pattern,
                      struct reply reply);
bool faults_add_delay(struct faults *faults, struct str pattern,
                      int64_t delay_ms);
/* The same faults for another page, in place of those that it has. */
void faults_copy(struct faults *to, const struct faults *from);
/* Takes everything back; what is not yet told to the browser. */
void faults_clear(struct faults *faults);

/* Writes the parameters of Network.emulateNetworkConditions, and of
 * Fetch.enable. */
void faults_add_conditions(struct buf *params, const struct faults *faults);
void faults_add_patterns(struct buf *params, const struct faults *faults);

/* A stopped request, answered at once whatever its rule says of the time.
 * False: it is none. */
bool faults_answer(const struct faults *faults, struct cdp_session *session,
                   const struct cdp_record *event);

/* An event of the page's session: true when it was a stopped request, which has
 * been answered or is held back. */
bool faults_hear(struct faults *faults, struct delays *delays,
                 struct network *network, struct cdp_session *session,
                 const struct cdp_record *event);

/* Whether the pattern matches the whole text. */
bool fault_matches(struct str pattern, struct str text);

#endif
