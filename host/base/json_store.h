/* Where the trees of JSON texts live. A tree never changes and goes as a
 * whole, and there are a dozen to a step: so each has an arena of its own, and
 * its end costs the same however many values it has. A third of what reading
 * and releasing it one by one takes is malloc's.
 *
 * jansson asks for memory by functions without a context, so a thread has one
 * open store at a time, and a tree ends in the thread that read it. For json.c
 * and json_quick.c alone. */
#ifndef WEIR_BASE_JSON_STORE_H
#define WEIR_BASE_JSON_STORE_H

#include <stdbool.h>
#include <stddef.h>

/* What the libraries allocate with: from the open store, which gives nothing
 * back before its end, or, while none is open, from malloc. */
void *json_store_take(size_t size);
void *json_store_resize(void *block, size_t size);
void json_store_give(void *block);

/* What is taken from now on goes into a new store. None may be open. */
void json_store_open(void);

/* Closes the open store; `is_kept` false releases it, too. */
void json_store_close(bool is_kept);

/* Releases all that lies in the store of this block, which was taken while that
 * one was open. NULL: nothing. */
void json_store_release(const void *block);

#endif
