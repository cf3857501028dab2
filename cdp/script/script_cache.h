/* The page script of the last session, kept for the next: to compile one takes
 * some 40 ms, and all tests of a property need the same. */
#ifndef WEIR_CDP_SCRIPT_SCRIPT_CACHE_H
#define WEIR_CDP_SCRIPT_SCRIPT_CACHE_H

#include <stdbool.h>

#include "base/buf.h"
#include "cdp/script/script.h"

/* Zeroed is empty. */
struct script_cache {
    struct buf key;    /* what it was made for, as text */
    struct buf script; /* empty: there is none */
};

/* As inject_compile, unless the last script was made for the same. *script is
 * the cache's and good until the next call. */
bool script_cache_get(struct script_cache *cache, const struct deps *deps,
                      const struct inject_options *options, struct str *script,
                      struct error *error);

void script_cache_finish(struct script_cache *cache);

#endif
