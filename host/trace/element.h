/* Elements in a state: objects with the fields that are asked for, and two that
 * an executor adds. */
#ifndef WEIR_TRACE_ELEMENT_H
#define WEIR_TRACE_ELEMENT_H

#include <stdbool.h>

#include "base/str.h"

/* The field says which element it is, or where among the others it stands:
 * `ref`, `position`. It differs from run to run, and means nothing to people.
 */
static inline bool element_is_place(struct str field)
{
    return str_is(field, "ref") || str_is(field, "position");
}

#endif
