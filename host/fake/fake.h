/* Models that users write (port/model.h): a module in JavaScript, or a program
 * that answers the same questions in JSON lines (fake/conversation.h,
 * docs/MODELS.md). Both run in a process of their own, which ends with the
 * model. */
#ifndef WEIR_FAKE_FAKE_H
#define WEIR_FAKE_FAKE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/loop.h"
#include "port/model.h"

enum {
    FAKE_TIME_LIMIT_MS = 5000,
    FAKE_MEMORY_LIMIT_MB = 1024,
};

struct fake_options {
    /* NULL, or the loop whose cancelling makes a question fail with
     * ERROR_CANCELLED. */
    struct loop *loop;
    /* For one answer. In JavaScript the function that runs then is stopped and
     * named with its place; twice the time is the end of any process. 0:
     * FAKE_TIME_LIMIT_MS. */
    int64_t time_limit_ms;
    /* Of a model in JavaScript. 0: FAKE_MEMORY_LIMIT_MB. */
    size_t memory_limit_bytes;
    /* A question that a function of the model fails (it throws) is not the last
     * one: for questions that others make up. One that does not end, or ends
     * the process, is. */
    bool survives;
};

/* NULL: ERROR_SPEC says what is wrong with the model, ERROR_SETUP that it
 * cannot be run at all. No thread may run in this process (base/worker.h). */
struct model *fake_open_module(const char *path,
                               const struct fake_options *options,
                               struct error *error);
/* `command` is given to /bin/sh. */
struct model *fake_open_command(const char *command,
                                const struct fake_options *options,
                                struct error *error);

/* The system is an API, no page: where some commands have a `real`, those that
 * have a `page` alone are left out. `model` is of this file. False:
 * ERROR_USAGE, no command is left. */
bool fake_keep_to_api(struct model *model, struct error *error);

#endif
