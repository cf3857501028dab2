/* Which parts of a view the model says anything of. What `project` leaves out
 * is not compared; a part that it leaves out in every state looks as if it had
 * been. */
#ifndef WEIR_RUN_MODEL_COMPARED_H
#define WEIR_RUN_MODEL_COMPARED_H

#include "base/map.h"
#include "trace/value.h"

/* The parts that a projection has go into the map, by their names. */
void compared_note(struct map *parts, const struct value *projection);

/* A sentence on those of the view that are not in the map; owned; NULL: there
 * are none. */
char *compared_missed(const struct map *parts, const struct value *view);

#endif
