/* Whether the server would find the page of an application. */
#ifndef WEIR_TODOMVC_RUNNER_PAGE_H
#define WEIR_TODOMVC_RUNNER_PAGE_H

#include <stdbool.h>

#include "base/error.h"

/* `path` as in an address, below the folder `apps`: percent signs are decoded,
 * "?query" and "#fragment" left out, a folder is its index.html, symbolic links
 * are followed. False and ERROR_ORIGIN with the file that is not there. */
bool page_is_there(const char *apps, const char *path, struct error *error);

#endif
