/* Recorded histories: what several processes called and what they were
 * answered, as JSON lines (docs/MODELS.md, "Recorded histories").
 *
 *     {"process": 0, "op": "write", "args": [3]}
 *     {"process": 1, "op": "read"}
 *     {"process": 0, "ok": null}
 *     {"process": 1, "ok": 3}
 *
 * The order of the lines is the order in time, unless every line has a `time`.
 * An operation may stand on one line with `start` and `end`. A line with `test`
 * begins another history. */
#ifndef WEIR_RUN_MODEL_HISTORY_H
#define WEIR_RUN_MODEL_HISTORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/str.h"
#include "base/vec.h"
#include "port/model.h"
#include "trace/operation.h"
#include "trace/value.h"

enum { HISTORY_BYTES_LIMIT = 1024 * 1024 * 1024 };

struct history_operation {
    int64_t process;
    size_t command;          /* a place in model_info.commands */
    struct value *arguments; /* owned: a list */
    int64_t call, ret;       /* times, in the unit of the file; `ret` not of
                                one that has no end */
    enum operation_end end;  /* PENDING, OK, FAIL or INFO */
    struct value *answer;    /* owned; OK */
    int64_t number; /* what references to what it created name: its `id`; -1:
                       it has none */
    struct value *created; /* owned: what its references stand for, a list; or
                              NULL */
    int64_t fork; /* those with the same number might have run at the same time,
                     whether they did or not; -1: none is given */
    size_t line;  /* of its call, from 1 */
};

/* Several, one after the other: history i ends before items ends[i]. */
struct history {
    VEC(struct history_operation) items;
    VEC(size_t) ends;
};
void history_finish(struct history *history); /* and empties it */

/* Fills *history, which is empty. False: ERROR_USAGE, with path and line. */
bool history_read(struct history *history, const char *path, struct str text,
                  const struct model_info *info, struct error *error);

#endif
