/* Time in which processes that are waited for get no processor.
 *
 * Patience is meant for a program that is at work or waits for something: after
 * so many seconds without an answer there is none. On a machine with much else
 * to do a program may have had no turn in these seconds, or have been stopped,
 * and says nothing about itself. Such time does not count: the clock that
 * deadlines go by stands still in it (clock_stand in clock.h), for twenty
 * seconds in a row at most, so that a program that never comes back is told of.
 * An answer is awaited for two seconds before that, so that nothing but
 * patience is stretched: short waits are as long as ever.
 *
 * What is measured is a group of processes as /proc shows it (proc(5)): how
 * long the first thread of each was ready to run and did not (schedstat), and
 * whether one is stopped (stat: T). Where the system tells neither, all time
 * counts.
 *
 * What this must not break: a program that waits for somebody else, or computes
 * for ever on a machine that has a processor for it, is told of as soon as
 * before. */
#ifndef WEIR_BASE_STARVED_H
#define WEIR_BASE_STARVED_H

#include <stdint.h>
#include <sys/types.h>

#include "base/vec.h"

struct starved_process {
    pid_t pid;
    int64_t delay_us; /* ready to run, since it began */
};

/* Of one group. All zero at first. */
struct starved {
    int64_t since_us;  /* clock_real_us(): an answer is awaited; 0: none is */
    int64_t looked_us; /* the same of the last look; 0: there was none */
    int64_t listed_us; /* the same of the last list of who belongs to it */
    int64_t stood_us;  /* so long the clock has stood since a word was heard */
    VEC(struct starved_process) processes;
};
void starved_finish(struct starved *starved); /* and empties it */

/* An answer is awaited from now on; none is. */
void starved_await(struct starved *starved);
void starved_rest(struct starved *starved);

/* To be called often while something of the group (the number of its leader) is
 * awaited. Looks ten times in a second at most, which takes a tenth of a
 * millisecond (some where the machine has hundreds of processes, every two
 * seconds). */
void starved_look(struct starved *starved, pid_t group);

/* The group has given a sign of life. */
void starved_heard(struct starved *starved);

#endif
