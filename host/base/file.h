/* Bytes into files. */
#ifndef WEIR_BASE_FILE_H
#define WEIR_BASE_FILE_H

#include <stdbool.h>

#include "base/str.h"

/* Writes all of it, going on where a write was interrupted or took a part. The
 * file blocks. False: errno; some of it may have been written. */
bool file_write_all(int fd, struct str bytes);

#endif
