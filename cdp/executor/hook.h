/* What runs in the page's own world, put together from the scripts of inject/.
 *
 * Private to the room. */
#ifndef WEIR_CDP_EXECUTOR_HOOK_H
#define WEIR_CDP_EXECUTOR_HOOK_H

#include "cdp/executor/browser_internal.h"

/* Appends what runs in the page's own world, before its scripts. */
void browser_add_hook(struct buf *hook, const struct browser *browser,
                      const struct deps *deps);

/* What runs in each worker before its own script; empty under real time. */
struct str browser_worker_hook(const struct browser *browser);

/* Whether the specification names kinds of events of its own. */
bool browser_is_watching(const struct deps *deps);

#endif
