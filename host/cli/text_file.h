/* Whole files in and out. */
#ifndef WEIR_CLI_TEXT_FILE_H
#define WEIR_CLI_TEXT_FILE_H

#include <stdbool.h>

#include "base/buf.h"
#include "base/error.h"

/* Appends the file, "-" for standard input. False: ERROR_IO. */
bool text_file_read(const char *path, struct buf *text, struct error *error);

/* Replaces what the file holds, keeping its permissions; when that fails half
 * way the old file is still there. A symbolic link stays one. False:
 * ERROR_IO. */
bool text_file_replace(const char *path, struct str text, struct error *error);

/* Writes a new file, whole or not at all. *is_there: there is something of this
 * name already, which stays as it is (and true is returned). False: ERROR_IO.
 */
bool text_file_create(const char *path, struct str text, bool *is_there,
                      struct error *error);

#endif
