/* The files that a command writes: none of them may be another one of them, nor
 * one that it reads, nor the file behind standard output or standard error. */
#ifndef WEIR_CLI_OUTPUTS_H
#define WEIR_CLI_OUTPUTS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

/* A file on a command line; both texts are borrowed. */
struct file_use {
    const char *option; /* for people: "--trace", "json=FILE" */
    const char *path;   /* NULL: there is none; also one that does not exist */
};

/* However they are written: what counts is the file. Devices and pipes may be
 * written by several. False: ERROR_USAGE. */
bool outputs_are_apart(const struct file_use *outputs, size_t output_count,
                       const struct file_use *inputs, size_t input_count,
                       struct error *error);

#endif
