/* The process that runs a model in JavaScript, or a system of streams: Debian's
 * JavaScriptCore, which knows the language of today (docs/decisions/0047). The
 * library is loaded there and nowhere else: its threads, its signal handlers
 * and its 30 MB are no matter for who does without a model in JavaScript.
 *
 * For a model it answers the questions of fake/conversation.h, a line each.
 * What runs for too long or takes too much memory is stopped and becomes a
 * failure with a place. A function of the library's own that does not end (a
 * regular expression) is beyond that: whoever asked kills the process. */
#ifndef WEIR_FAKE_ENGINE_H
#define WEIR_FAKE_ENGINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct engine_options {
    int64_t time_limit_ms; /* for one answer, of processor time */
    size_t memory_limit_bytes;
    /* A system of streams (fake/streams.js), which speaks docs/PROTOCOL.md: its
     * module, without detours, and as people know it. NULL: a model. Which of
     * its exports makes the system; "": the default. */
    const char *module, *shown, *system;
};

/* What the process ends with when there is no system of streams to run; its
 * standard error says why. */
enum { ENGINE_REFUSED = 2 };

#define ENGINE_MISSING                                                         \
    "streams in JavaScript need JavaScriptCore: install "                      \
    "libjavascriptcoregtk-4.1-0, or run them in Node (weir streams --harness)"

/* Answers until nothing more comes in. */
void engine_serve(int input, int output, const struct engine_options *options);

/* The executor of streams for Node, a module in one file; the caller frees it.
 * is_short: fake/streams_harness.js, for people to read. */
char *engine_node_harness(bool is_short);

/* How much memory a process has now; 0: nobody knows. */
size_t engine_memory_of(int pid);

#endif
