/* The sources of the page script, as bytes in the program: one entry for each
 * file of this folder, "compiler" for compiler.js and so on. The array itself
 * is written at build time by embed.cmake. */
#ifndef WEIR_INJECT_BYTES_H
#define WEIR_INJECT_BYTES_H

#include <stddef.h>

struct inject_file {
    const char *name;           /* without ".js" */
    const unsigned char *bytes; /* UTF-8, not NUL terminated */
    size_t length;
};

extern const struct inject_file inject_files[];
extern const size_t inject_file_count;

#endif
