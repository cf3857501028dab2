/* Where the page under test is: what the user wrote, as an absolute URL. */
#ifndef WEIR_CLI_ORIGIN_H
#define WEIR_CLI_ORIGIN_H

#include <stdbool.h>

#include "base/error.h"

/* `origin` (NULL: none) is an http(s) or file URL, a path under `served_url`
 * when that is not NULL, or a path of a file. *url is owned by the caller;
 * *local says that it is a file or served by weir. False: ERROR_ORIGIN when
 * there is no such file, ERROR_USAGE for another scheme, and for any when a
 * folder is served. */
bool origin_resolve(const char *origin, const char *served_url, char **url,
                    bool *local, struct error *error);

#endif
