/* The command line of the browser. */
#ifndef WEIR_CDP_LAUNCH_FLAGS_H
#define WEIR_CDP_LAUNCH_FLAGS_H

#include <stdbool.h>
#include <stddef.h>

/* What of the launch options shows up in the flags. Borrowed. */
struct cdp_flags_options {
    const char *program;
    const char *profile; /* --user-data-dir */
    bool is_shell;
    bool headful;
    bool frame_control;
    bool pictures; /* somebody looks at what it draws */
    bool no_sandbox;
    bool small_shared_memory; /* /dev/shm is too small for a browser */
    int width, height;
    const char *const *extra; /* the user's; they win over ours */
    size_t extra_count;
};

struct cdp_flags {
    char **argv; /* ends with NULL; owned, the strings too */
    size_t count;
};

/* Of two equal switches Chromium takes the last one. Lists of features
 * (--enable-features, --disable-features, and the same of Blink) are merged
 * into one switch each, because the last list would win and one of ours is
 * needed for soundness (DeferRendererTasksAfterInput). */
void cdp_flags_init(struct cdp_flags *flags,
                    const struct cdp_flags_options *options);
void cdp_flags_finish(struct cdp_flags *flags);

#endif
