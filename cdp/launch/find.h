/* Which browser program to start. */
#ifndef WEIR_CDP_LAUNCH_FIND_H
#define WEIR_CDP_LAUNCH_FIND_H

#include <stdbool.h>

#include "base/error.h"

struct cdp_program {
    char *path;    /* owned; the program itself, never Debian's wrapper */
    bool is_shell; /* a headless shell: no windows, has frame control */
};

/* `given` (--browser) when not NULL, else $WEIR_BROWSER, else the first of the
 * known names in PATH: headless shell before full browsers, or full browsers
 * only when `headful`. A given name without a slash is looked up in PATH.
 * False and ERROR_SETUP with words that say what to do. */
bool cdp_program_find(struct cdp_program *program, const char *given,
                      bool headful, struct error *error);
void cdp_program_finish(struct cdp_program *program);

#endif
