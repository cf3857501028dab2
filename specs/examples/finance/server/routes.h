/* The API: what a request does, and its answer.
 *
 *   POST   /recurring_transactions      name, amount, recurrence_rule
 *   GET    /recurring_transactions
 *   PUT    /recurring_transactions/ID   as POST
 *   DELETE /recurring_transactions/ID
 *   GET    /scheduled_transactions?start_date=YYYY-MM-DD&end_date=...
 *   POST   /setup                       empties it, or a state to begin with:
 *                                       {"recurring_transactions": [...],
 *                                       "last": number}
 *   POST   /teardown                    empties it
 *
 * Each answer is an object whose `type` says what it is; of type "error" it has
 * a message, and the status is 400 (no JSON), 404 (nothing there), 422 (a value
 * that is wrong), 500 (the storage) or 503 (the database is held by somebody,
 * or it takes too long). */
#ifndef WEIR_EXAMPLES_FINANCE_ROUTES_H
#define WEIR_EXAMPLES_FINANCE_ROUTES_H

#include <stdbool.h>
#include <stddef.h>

#include "bugs.h"
#include "storage.h"

struct api {
    struct storage *storage;
    enum bug bug;
};

struct api_request {
    const char *method, *path;
    const char *body;                  /* ends with '\0' */
    const char *start_date, *end_date; /* of the query; or NULL */
};

struct api_answer {
    unsigned status;
    bool is_html;
    char *text; /* owned */
    size_t length;
};

/* False: there is no such address. */
bool api_handle(const struct api *api, const struct api_request *request,
                struct api_answer *answer);

#endif
