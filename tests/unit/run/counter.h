/* An application for tests of what is run again: some buttons, and a number
 * that the button "a" makes larger. Its property fails when the number reaches
 * the limit. The references of its elements are other ones in each run. */
#ifndef WEIR_TESTS_COUNTER_H
#define WEIR_TESTS_COUNTER_H

#include "port/actor.h"
#include "port/checker.h"
#include "port/executor.h"

struct counter {
    struct executor base;
    /* The plan, set by the test. */
    const char *buttons; /* one letter each */
    int64_t limit;
    size_t fails_until;  /* from the run with this number on nothing fails; 0:
                            it always does */
    size_t refuses_from; /* from this run on it cannot be started; 0: never */
    size_t stale_at;     /* the request with this number is answered Stale; 0:
                            none */
    int64_t remembers; /* the number with which each run but the first begins */
    char refuses;      /* this button is turned down; 0: none */
    bool is_late; /* but for the last one the buttons come by an event, when
                     awaited */
    /* What came. */
    size_t runs;
    size_t requests; /* in all runs */
    size_t waits;
    int64_t waited_ms; /* for the last time */
    uint64_t seed;
    bool has_pictures;  /* the plan: it is made for evidence */
    size_t pictured;    /* runs that were to carry evidence */
    size_t pictured_at; /* the last of them */
    size_t alone;       /* runs after which none was foreseen */
    /* private */
    bool is_plain, is_followed;
    int64_t number;
    bool has_told, has_shown, is_waiting;
    enum executor_message_kind answer;
    bool has_answer;
};

void counter_init(struct counter *counter);

/* For `open` of campaigns and reductions; `context` is the counter. */
struct checker *counter_open(void *context, size_t property,
                             struct actor **actor);

#endif
