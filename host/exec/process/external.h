/* Any program as an executor (docs/PROTOCOL.md): `weir check --executor`.
 *
 * The command runs under /bin/sh, in a process group of its own, from the first
 * session to the destruction of the executor. Its standard error is ours. A
 * program that ended or broke the protocol errors the test (ERROR_RUN) and is
 * started anew for the next; one that ends before it has ever said anything is
 * a wrong set-up (ERROR_SETUP). Nothing of its group survives weir.
 */
#ifndef WEIR_EXEC_PROCESS_EXTERNAL_H
#define WEIR_EXEC_PROCESS_EXTERNAL_H

#include "base/loop.h"
#include "port/executor.h"

/* Starts nothing yet. The loop must outlive the executor; `command` is
 * copied. */
struct executor *external_create(struct loop *loop, const char *command);

#endif
