/* The lines that checker and executor exchange (docs/PROTOCOL.md): one JSON
 * object a line. This file writes the checker's lines and reads the
 * executor's. */
#ifndef WEIR_EXEC_PROCESS_PROTOCOL_H
#define WEIR_EXEC_PROCESS_PROTOCOL_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/error.h"
#include "port/executor.h"
#include "trace/action.h"
#include "trace/deps.h"

/* Each appends one line with its newline. */

/* `session` is left out when it is 0. */
void protocol_add_start(struct buf *out, const struct deps *deps,
                        int64_t session);
/* The paper's Act. */
void protocol_add_request(struct buf *out, const struct action *action,
                          int64_t version);
/* The paper's Wait. */
void protocol_add_await(struct buf *out, int64_t time_ms, int64_t version);
void protocol_add_end(struct buf *out);
void protocol_add_aborted(struct buf *out, struct str text);

/* What an executor said. */
struct protocol_answer {
    struct executor_message message; /* time_us is -1 where the line has none */
    int64_t session;                 /* 0: the line names none */
};

/* Reads one line, with or without its newline. True: the caller finishes
 * answer->message. False: ERROR_RUN, in words that go after "a line that ";
 * nothing to finish. */
bool protocol_read(struct protocol_answer *answer, struct str line,
                   struct error *error);

#endif
