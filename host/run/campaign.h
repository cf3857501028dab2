/* All the tests of one command: each property, as many times as asked, reported
 * as they go.
 *
 * A walk is one run of the application. It is the test of one property, or of
 * all properties of a group (`leaders`), each with its own result. A walk
 * depends on its seed and on nothing that came before: properties that have
 * failed in earlier walks are judged in it, too, and nobody is told. A property
 * that has failed is made shorter by itself. */
#ifndef WEIR_RUN_CAMPAIGN_H
#define WEIR_RUN_CAMPAIGN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "port/actor.h"
#include "port/checker.h"
#include "port/executor.h"
#include "port/reporter.h"
#include "run/ahead.h"
#include "run/saved.h"
#include "run/session.h"
#include "run/shard.h"
#include "run/strategies.h"

struct campaign_place;
struct campaign_outcome;

struct campaign {
    struct executor *executor;
    struct ahead *ahead; /* for making failures shorter; NULL: one run at a
                            time (run/ahead.h) */
    struct reporter *reporter;

    /* The properties, by index. `open` makes a checker and its actor for one
     * test; the checker owns both and is destroyed after the test. */
    size_t property_count;
    const char *(*property_name)(void *context, size_t property);
    struct checker *(*open)(void *context, size_t property,
                            struct actor **actor);
    /* What reports say of the environment that the test with this seed runs in
     * (port/reporter.h), valid until the next call; NULL: nothing. */
    const char *(*environment)(void *context, uint64_t seed);
    void *context;

    const struct strategy_kind *strategy; /* NULL: the default */
    uint64_t seed;
    int64_t tests;         /* of each property; at least 1 */
    struct shard shard;    /* only its tests */
    int64_t max_actions;   /* SESSION_NO_LIMIT: none */
    int64_t max_overdue;   /* see struct session_options */
    bool explores;         /* see struct session_options */
    bool keep_all;         /* see struct session_options */
    int64_t timeout_ms;    /* of each test */
    int64_t time_limit_ms; /* of the whole; SESSION_NO_LIMIT: none */
    int64_t shrink_ms; /* for making a failing test shorter (run/reduce.h), each
                          time; 0: it is reported as it was found */
    bool shrink_grows; /* where the test itself took long, more than that: ten
                          times as long, and at most CAMPAIGN_SHRINK_MOST_MS */
    bool real_time;    /* the application does not wait for us */
    /* Counterexamples that are run before the tests of their property; NULL:
     * none. One that fails is a failing test; of the others the reporter is
     * told in a notice. */
    const struct saved_list *saved;
    /* The properties that are judged in one walk (run/panel.h): by index of the
     * property that of the first one of its group, which has the same actions
     * and the same initial event. NULL: each is tested by itself. */
    const size_t *leaders;
    /* Exploring within time_limit_ms: each walk gets its share of what is left
     * in the place of timeout_ms, and so much at least; 0: timeout_ms. */
    int64_t share_least_ms;
    bool (*cancelled)(void *context); /* asked often; may be NULL */

    /* Told of each test before its result is thrown away; may be NULL. */
    void (*on_result)(void *context, size_t property,
                      const struct test_result *result);
    /* The same before it is put into words for reports; may be NULL. */
    void (*on_outcome)(void *context, const struct campaign_place *place,
                       const struct campaign_outcome *outcome);
    /* Told before these of what a test has read that was not foreseen
     * (session.h: learned); may be NULL. */
    void (*on_learned)(void *context, const struct deps *learned);
};

/* Runs the tests and tells the reporter of each; not begin and end. The summary
 * counts how they ended; its aborted and exit_status are left to the caller.
 * A property whose test did not pass is not tested again, unless the
 * application died in it; nor is one of which a saved counterexample fails.
 * False: the command has to end (a wrong specification, no browser, no page at
 * the first test, cancelled): *error. A test that this kept from beginning
 * counts as not run.
 */
bool campaign_run(const struct campaign *campaign, struct run_summary *summary,
                  struct error *error);

#endif
