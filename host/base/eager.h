/* Waiting for a partner that answers within microseconds, without going to
 * sleep: two processes that ask and answer in turns, thousands of times, spend
 * most of their time on being woken up where each has a processor of its own.
 *
 * On a busy machine the partner has not got a processor while somebody keeps
 * one by waiting so. So whoever waited in vain does not do so the next times,
 * the more of them the more often it was in vain. */
#ifndef WEIR_BASE_EAGER_H
#define WEIR_BASE_EAGER_H

#include <stdbool.h>
#include <stdint.h>

/* Zeroed at first. */
struct eager {
    uint32_t vain; /* so many times are left out after the next one in vain */
    uint32_t left; /* so many are now */
};

/* Looks again and again whether there is something to read, for some tens of
 * microseconds. True: there is. False: wait as ever. */
bool eager_await(struct eager *eager, int fd);

#endif
