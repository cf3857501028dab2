/* harness.js as bytes, made by inject/embed.cmake. */
#ifndef WEIR_FAKE_HARNESS_BYTES_H
#define WEIR_FAKE_HARNESS_BYTES_H

#include <stddef.h>

struct harness_file {
    const char *name;
    const unsigned char *bytes; /* a NUL after them */
    size_t length;
};

extern const struct harness_file harness_files[];
extern const size_t harness_file_count;

#endif
