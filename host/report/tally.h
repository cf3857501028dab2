/* What the tests of each property came to, and of all of them together. */
#ifndef WEIR_REPORT_TALLY_H
#define WEIR_REPORT_TALLY_H

#include <stddef.h>
#include <stdint.h>

#include "port/reporter.h"
#include "report/ink.h"

/* The tests of one property. A specification may check the same property
 * twice, so its name does not tell it. */
struct tally {
    char *property; /* owned */
    size_t property_index;
    int64_t passed, failed, errored, inconclusive;
    int64_t states, actions, duration_ms;
};

struct tally_list {
    struct tally *items;
    size_t count;
    size_t capacity;
};

void tally_list_finish(struct tally_list *list);

/* The tally to which the test belongs, made when missing; borrowed until the
 * next call. */
struct tally *tally_of(struct tally_list *list, const struct test_info *info);

void tally_count(struct tally *tally, const struct test_result *result);
int64_t tally_tests(const struct tally *tally); /* that have ended */

/* "ok   safety  100 tests: 100 passed  (41200 states, 38000 actions, 2 min)" */
void tally_print(struct ink *ink, const struct tally *tally);

/* "3 properties: 2 passed, 1 failed  (1.3 s)", and what the exit status means
 * unless it is 0. */
void tally_print_summary(struct ink *ink, const struct tally_list *list,
                         const struct run_summary *summary);

#endif
