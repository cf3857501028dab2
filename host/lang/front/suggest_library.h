/* Which module of the library a name is of. */
#ifndef WEIR_LANG_FRONT_SUGGEST_LIBRARY_H
#define WEIR_LANG_FRONT_SUGGEST_LIBRARY_H

#include "base/str.h"

/* The module of weir's own ("weir/touch") below the library's folder that
 * declares this action or, with documentation, this value; the caller's to
 * free. NULL: none. It reads the files: for messages only. */
char *suggest_library_module(const char *library, struct str name);

#endif
