/* Where the trees of JSON texts live. A tree never changes and goes as a
 * whole, and there are a dozen to a step: so each has an arena of its own, and
 * its end costs the same however many values it has. A third of what reading
 * and releasing it one by one takes is malloc's.
 *
 * jansson asks for memory by a function without a context; there is one open
 * store at a time, and one thread. For json.c and json_quick.c alone. */
#ifndef WEIR_BASE_JSON_STORE_H
#define WEIR_BASE_JSON_STORE_H

#include <stdbool.h>
#include <stddef.h>

/* Where jansson gets its memory from. What it asks for while no store is open
 * is malloc's, and jansson's to release. Can be called again. */
void json_store_serve_jansson(void);

/* What jansson asks for from now on goes into a new store. None may be open. */
void json_store_open(void);

/* Closes the open store; `is_kept` false releases it, too. */
void json_store_close(bool is_kept);

/* Releases all that lies in the store of this block, which jansson made while
 * that one was open. NULL: nothing. */
void json_store_release(const void *block);

#endif
