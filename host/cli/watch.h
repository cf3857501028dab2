/* Waiting for files to change (--watch). What is watched are folders, because
 * editors replace files; changes that come together count as one.
 *
 * Lives: watch_create, then watch_file and watch_folder (again and again, what
 * is watched already is not watched twice), watch_wait, watch_destroy. Changes
 * count from the moment at which their folder was added. */
#ifndef WEIR_CLI_WATCH_H
#define WEIR_CLI_WATCH_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

enum {
    WATCH_FOLDERS_LIMIT = 2000, /* at a time */
    WATCH_DEPTH_LIMIT = 20,     /* below a folder */
};

struct watch;

/* NULL: *error (ERROR_SETUP). */
struct watch *watch_create(struct error *error);
void watch_destroy(struct watch *watch); /* NULL is fine */

/* This file, which need not be there. */
void watch_file(struct watch *watch, const char *path);

/* Every file in the folder and below it, but for what begins with a dot and for
 * node_modules; also that the folder, which need not be there, comes and goes.
 * False: there are more folders than are watched. */
bool watch_folder(struct watch *watch, const char *path);

/* Changes of this file, or of what is in this folder, do not count: weir writes
 * it. */
void watch_except(struct watch *watch, const char *path);

/* Waits until something has changed and is quiet again. *path names the first
 * of it (owned by the caller). False: `cancelled` gave true. */
bool watch_wait(struct watch *watch, bool (*cancelled)(void), char **path);

#endif
