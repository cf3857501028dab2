/* The page script: one script made for one dependency set (inject/protocol.md
 * says what it offers and pushes).
 *
 * It is put together by our compiler, which runs in Duktape in this process,
 * and compiled there once more before it is handed out, so that a syntax error
 * of ours is found before a browser starts. Equal inputs give equal bytes. */
#ifndef WEIR_CDP_SCRIPT_SCRIPT_H
#define WEIR_CDP_SCRIPT_SCRIPT_H

#include <stdbool.h>

#include "base/buf.h"
#include "base/error.h"
#include "trace/deps.h"

struct inject_options {
    bool virtual_time;  /* after each push the page keeps itself busy until it
                           is told to go on, so that virtual time stands */
    bool frame_control; /* frames come only when the script asks for them */
    bool sets_clock;    /* the page's calendar is shifted from its beginning */
    const char *url;    /* of the page under test; NULL: not known */
};

/* Appends the script for `deps` (ASCII) to `out`. False and ERROR_SPEC when the
 * dependencies cannot be read by any script (nesting, the name __proto__),
 * ERROR_RUN for a bug of ours. */
bool inject_compile(const struct deps *deps,
                    const struct inject_options *options, struct buf *out,
                    struct error *error);

/* Whether a selector may look into shadow roots and frames (">>>"). */
bool inject_is_nested(const struct deps *deps);

#endif
