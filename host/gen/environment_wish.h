/* How the texts of a wish (struct environment_wish) are read, for those who
 * check it and those who draw by it. Private to the room. */
#ifndef WEIR_GEN_ENVIRONMENT_WISH_H
#define WEIR_GEN_ENVIRONMENT_WISH_H

#include <stdbool.h>

#include "gen/environment.h"
#include "gen/environment_table.h"
#include "gen/zone.h"

/* Of NULL: no. */
bool wish_is_any(const char *text);

/* The whole text is a date; `*is_utc`: it ends with Z. */
bool wish_read_date(const char *text, struct zone_time *time, bool *is_utc);

/* "390x844". False: it is none, or of no size that a window has. */
bool wish_read_size(const char *text, int *width, int *height);

/* NULL: there is no device of this name. */
const struct environment_device *wish_find_device(const char *name);

#endif
