/* Content types by file name. */
#ifndef WEIR_SERVE_MIME_H
#define WEIR_SERVE_MIME_H

#include "base/str.h"

/* The value of Content-Type for a file of this name, with the charset where
 * text is meant; static. Names without a known suffix are
 * "application/octet-stream". Upper and lower case are the same. */
const char *serve_mime_type(struct str name);

#endif
