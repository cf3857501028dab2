/* The same tree that jansson makes of a JSON text, in a third of the time: yajl
 * reads, jansson keeps. Messages of the browser are most of what a step costs
 * the host, and jansson reads byte by byte. For json.c alone. */
#ifndef WEIR_BASE_JSON_QUICK_H
#define WEIR_BASE_JSON_QUICK_H

#include <jansson.h>

#include "base/str.h"

/* The caller's to release. NULL: jansson is to decide, because the text is not
 * JSON, nests deeper than JSON_DEPTH_LIMIT, or has something in it that yajl
 * reads otherwise (half a surrogate pair, an integer of more than 64 bits). */
json_t *json_quick_load(struct str text);

#endif
