/* The profile folder of one browser, "weir-profile-XXXXXX" in $TMPDIR or /tmp.
 *
 * It holds a file that its owner keeps locked (flock) as long as it lives, so
 * that a later weir can tell a forgotten folder from one in use, also when the
 * two cannot see each other's processes. */
#ifndef WEIR_CDP_LAUNCH_PROFILE_H
#define WEIR_CDP_LAUNCH_PROFILE_H

#include <stdbool.h>

#include "base/error.h"

struct cdp_profile {
    char *path; /* owned; NULL: none */
    int lock;   /* descriptor, -1: none */
};

/* False and ERROR_SETUP when no folder can be made. */
bool cdp_profile_create(struct cdp_profile *profile, struct error *error);

/* Removes the folder. Can be called twice. */
void cdp_profile_finish(struct cdp_profile *profile);

/* Removes folders that a weir of ours left behind because nobody could clean
 * up after it (power, a guardian killed, too). */
void cdp_profile_sweep(void);

#endif
