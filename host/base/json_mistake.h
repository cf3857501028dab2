/* What is wrong with a text that is no JSON. Our reader goes from byte to byte
 * and keeps no account; jansson has the words and the place. For json.c
 * alone. */
#ifndef WEIR_BASE_JSON_MISTAKE_H
#define WEIR_BASE_JSON_MISTAKE_H

#include <stdbool.h>

#include "base/error.h"
#include "base/str.h"

/* Always false, and ERROR_IO with line and column. */
bool json_mistake(struct str text, struct error *error);

#endif
