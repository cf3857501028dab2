/* What is tested, prepared for each test (preparation.h): an executor, or a
 * system of commands, around another one to which everything is handed on.
 *
 * In `start`, before that one's, or in `reset`, it starts the server unless it
 * runs, in the time zone that the test's environment has, waits until it
 * answers, and resets. So it does before each test, each run of shrinking, and
 * each run that is repeated. */
#ifndef WEIR_EXEC_PREPARED_PREPARED_H
#define WEIR_EXEC_PREPARED_PREPARED_H

#include "exec/prepared/preparation.h"
#include "port/executor.h"
#include "port/system.h"

/* Takes the inner executor, in any case. The options are copied; they fit. */
struct executor *prepared_create(struct executor *inner,
                                 const struct preparation_options *options);

/* The same for a system. */
struct system *
prepared_system_create(struct system *inner,
                       const struct preparation_options *options);

#endif
