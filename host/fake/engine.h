/* The process that runs a model in JavaScript: Debian's JavaScriptCore, which
 * knows the language of today (docs/decisions/0047). The library is loaded
 * there and nowhere else: its threads, its signal handlers and its 30 MB are
 * no matter for who does without a model in JavaScript.
 *
 * It answers the questions of fake/conversation.h, a line each. What runs for
 * too long or takes too much memory is stopped and becomes a failure with a
 * place. A function of the library's own that does not end (a regular
 * expression) is beyond that: whoever asked kills the process. */
#ifndef WEIR_FAKE_ENGINE_H
#define WEIR_FAKE_ENGINE_H

#include <stddef.h>
#include <stdint.h>

struct engine_options {
    int64_t time_limit_ms; /* for one answer, of processor time */
    size_t memory_limit_bytes;
};

/* Answers until the other side of the socket is closed. */
void engine_serve(int socket, const struct engine_options *options);

/* How much memory a process has now; 0: nobody knows. */
size_t engine_memory_of(int pid);

#endif
