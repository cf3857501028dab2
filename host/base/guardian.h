/* A tiny process that cleans up after this program, however it ends.
 *
 * The guardian is forked from us and holds one end of a socket. As long as we
 * live it sleeps. When we are gone (killed, crashed, or done) its end closes;
 * then it kills the process groups and removes the folders that are still
 * registered, and exits. It has its own session, ignores the terminal's
 * signals and holds no descriptor of ours.
 *
 * A child that is forked without exec and outlives this program would keep the
 * socket open: such children must die with their parent. */
#ifndef WEIR_BASE_GUARDIAN_H
#define WEIR_BASE_GUARDIAN_H

#include <stdbool.h>
#include <sys/types.h>

#include "base/error.h"

struct guardian; /* opaque */

enum { GUARDIAN_PATH_LIMIT = 1000 }; /* bytes with the NUL */

/* NULL and ERROR_SETUP when no process can be made. */
struct guardian *guardian_create(struct error *error);

/* Ends the guardian and waits for it; what is still registered is killed and
 * removed first. */
void guardian_destroy(struct guardian *guardian);

/* Registers a group to kill (0: none) and a folder to remove with everything in
 * it (NULL: none). At most 64 at a time; more are not kept. Both are safe
 * between fork and exec. */
void guardian_add(struct guardian *guardian, pid_t group, const char *folder);

/* Forgets a group, a folder, or both. */
void guardian_remove(struct guardian *guardian, pid_t group,
                     const char *folder);

#endif
