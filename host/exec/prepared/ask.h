/* One HTTP request without a body, and the status of its answer: for what is
 * done around tests. No redirects, no cookies. */
#ifndef WEIR_EXEC_PREPARED_ASK_H
#define WEIR_EXEC_PREPARED_ASK_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "base/loop.h"

/* What is asked for: "http://host/path?query", or with a method in front of it,
 * "DELETE https://host/items". */
struct ask_target {
    char *method; /* owned */
    char *url;    /* owned; as given */
    bool is_tls;
    char *host, *port, *authority, *path; /* owned; the path with its query */
};

/* Whether the text is such a request, rather than a command. */
bool ask_is_request(const char *text);

/* `method` where none is given. False: ERROR_USAGE; then there is nothing to
 * finish. */
bool ask_read(struct ask_target *target, const char *text, const char *method,
              struct error *error);
void ask_finish(struct ask_target *target);

/* Waits for the answer. *words (NULL: not wanted), which is the caller's, is
 * what it says for people: its message, or the first line of a text; NULL:
 * nothing. False: ERROR_IO with a clause ("connection refused"),
 * ERROR_CANCELLED where the loop was cancelled. */
bool ask(const struct ask_target *target, const struct loop *loop,
         int64_t deadline_ms, int *status, char **words, struct error *error);

#endif
