/* The parts of a campaign that are the same for one test after the other
 * (campaign.c) and for several at a time (jobs.c): which tests
 * (campaign_places.c), one test (campaign_test.c), what is said of it
 * (campaign_tell.c), walks of groups (campaign_walk.c, campaign_group.c),
 * starts after dead ends (campaign_start.c). */
#ifndef WEIR_RUN_CAMPAIGN_INTERNAL_H
#define WEIR_RUN_CAMPAIGN_INTERNAL_H

#include "run/campaign.h"
#include "run/reduce.h"

/* Which test. */
struct campaign_place {
    size_t property;
    int64_t number; /* among the tests of the property, from 1 */
    size_t saved;   /* its number among the saved counterexamples of the
                       property, from 1; 0: a test that is drawn */
};

/* What came of a test. */
struct campaign_outcome {
    struct session_result result;
    struct reduction reduction; /* of a test that failed */
    bool goes_on; /* else the whole command has to end: result.error */
    int64_t duration_ms;
    size_t left_out;    /* of a saved counterexample: actions that were not on
                           offer... */
    size_t left_out_at; /* ...and the first of them, from 0 */
    size_t inexact;     /* the same for those that were done to something that
                           is merely alike */
    size_t inexact_at;
};

void campaign_outcome_init(struct campaign_outcome *outcome);
void campaign_outcome_finish(struct campaign_outcome *outcome); /* empties it */

/* One for each property. */
struct campaign_outcome *campaign_outcomes_create(size_t count);
void campaign_outcomes_destroy(struct campaign_outcome *outcomes, size_t count);

/* The test ends with this error; its steps stay. */
void campaign_outcome_fail(struct campaign_outcome *outcome,
                           const struct error *error, bool goes_on);

/* The first test of a group, by its first property, and the one after `place`:
 * the saved counterexamples of all members come first, then the walks, each
 * with the place of the first property. Past the last test `property` is
 * property_count. */
struct campaign_place campaign_first(const struct campaign *campaign,
                                     size_t leader);
struct campaign_place campaign_after(const struct campaign *campaign,
                                     const struct campaign_place *place);

/* The counterexample of this place, or NULL: the test is drawn. */
const struct saved *campaign_saved(const struct campaign *campaign,
                                   const struct campaign_place *place);

/* Whether it is reported as a test: a saved counterexample only when it fails
 * as it did before, or could not be run. */
bool campaign_is_test(const struct campaign *campaign,
                      const struct campaign_place *place,
                      const struct campaign_outcome *outcome);

/* What is to be told of a saved counterexample, a clause; owned. */
char *campaign_saved_words(const struct saved *saved,
                           const struct campaign_outcome *outcome);

/* The number of the walk among all of the command, from 0: those of a group are
 * numbered as if they were of its first property alone. */
uint64_t campaign_number(const struct campaign *campaign,
                         const struct campaign_place *place);

/* The first test of the campaign's shard that is not before `place`; past the
 * last property: there is none. */
struct campaign_place campaign_first_from(const struct campaign *campaign,
                                          struct campaign_place place);

/* How many walks of the group the shard has from this number on. */
uint64_t campaign_walks_from(const struct campaign *campaign, size_t leader,
                             int64_t number);

/* How many it has in the groups after this one. */
uint64_t campaign_walks_behind(const struct campaign *campaign, size_t leader);

/* How many tests the shard has from this place on, which is of the first
 * property of a group: a walk is a test of each member. */
uint64_t campaign_tests_from(const struct campaign *campaign,
                             const struct campaign_place *place);

/* How long a failing test is made shorter at most. */
enum { CAMPAIGN_SHRINK_MOST_MS = 2 * 60 * 1000 };
int64_t campaign_shrink_most_ms(const struct campaign *campaign);

/* The seed of the test: depends on nothing that happened before. */
uint64_t campaign_seed(const struct campaign *campaign,
                       const struct campaign_place *place);

/* Runs the test. The reporter hears of its steps only. */
void campaign_perform(const struct campaign *campaign,
                      struct executor *executor, struct reporter *reporter,
                      const struct campaign_place *place, int64_t end_ms,
                      struct campaign_outcome *outcome);

/* The same of a saved counterexample; part of campaign_perform. */
void campaign_perform_saved(const struct campaign *campaign,
                            struct executor *executor,
                            struct reporter *reporter,
                            const struct campaign_place *place, int64_t end_ms,
                            struct campaign_outcome *outcome);

/* The first property of the group. */
size_t campaign_leader(const struct campaign *campaign, size_t property);
/* The next property of the group after this one; property_count: none. */
size_t campaign_member_after(const struct campaign *campaign, size_t property);
/* The first property of the next group; property_count: there is none. */
size_t campaign_group_after(const struct campaign *campaign, size_t leader);

/* Several properties are judged in the walks of this one. */
bool campaign_is_shared(const struct campaign *campaign, size_t property);

/* is_live, by property: it is to be tested again. */
uint64_t campaign_count_live(const struct campaign *campaign, size_t leader,
                             const bool *is_live);
/* How many of those after this one have failed in the walk. */
size_t campaign_failed_behind(const struct campaign *campaign, size_t property,
                              const bool *is_live,
                              const struct campaign_outcome *outcomes);
/* As campaign_tests_from, for members that are live only in the group of
 * `place`. */
uint64_t campaign_tests_left(const struct campaign *campaign,
                             const struct campaign_place *place,
                             const bool *is_live);

/* What picks the actions of a test that is drawn, and all that its session is
 * given. */
struct drawn {
    const struct campaign *campaign;
    struct reporter *reporter;
    struct strategy *strategy;
    struct session_options options;
    int64_t started_ms;
};
/* `drawn` must stay where it is until drawn_finish. */
void drawn_init(struct drawn *drawn, const struct campaign *campaign,
                struct executor *executor, struct reporter *reporter,
                const struct campaign_place *place, int64_t end_ms);
void drawn_finish(struct drawn *drawn);

/* A run that makes up for the idle actions of another one. */
struct start {
    uint64_t seed; /* of the choice of its actions; the application has that of
                      the test */
    int64_t max_actions;
    const struct choice_list *avoided; /* what led to dead ends; borrowed */
    /* What it did. */
    int64_t actions, idle;
    struct value *way_in; /* what led to its dead end; owned, NULL: none */
    bool is_broken;       /* it errored */
};

/* After a first run that was in a dead end, or in which the page broke for
 * several properties, and that took so long: within the time of one test, makes
 * others from other seeds, until they have done as many actions as it has
 * missed. outcomes[i] of a member that has passed, was cut off or could not be
 * judged becomes that of the run in which it failed or was at fault; the
 * reporter is told of its steps. */
void campaign_start_again(const struct campaign *campaign,
                          struct executor *executor, struct reporter *reporter,
                          const struct campaign_place *place, int64_t end_ms,
                          const struct session_result *first, int64_t spent_ms,
                          struct campaign_outcome *outcomes);

/* The walk of a group from another seed, ended where it is in a dead end; the
 * reporter hears of nothing. */
void campaign_walk_start(const struct campaign *campaign,
                         struct executor *executor,
                         const struct campaign_place *place, int64_t end_ms,
                         struct start *start,
                         struct campaign_outcome *outcomes);

/* How a run of a test is repeated; the caller fills in the rest. */
struct reduce_options
campaign_reduce_options(const struct campaign *campaign,
                        struct executor *executor,
                        const struct campaign_place *place);

/* Makes a failing test shorter; so many properties of the walk after it have
 * failed, too. */
void campaign_shorten(const struct campaign *campaign,
                      struct executor *executor, struct reporter *reporter,
                      const struct campaign_place *place, int64_t end_ms,
                      size_t failed_behind, struct campaign_outcome *outcome);

/* The walk of a group: `place` is of its first property. outcomes[i] is of
 * property i, where that is a member; the others are left alone. Nothing is
 * made shorter. The reporter hears of the steps only. */
void campaign_walk(const struct campaign *campaign, struct executor *executor,
                   struct reporter *reporter,
                   const struct campaign_place *place, int64_t end_ms,
                   struct campaign_outcome *outcomes);

/* A campaign under way. */
struct course {
    const struct campaign *campaign;
    struct run_summary *summary;
    struct error *error;
    int64_t end_ms;             /* of the whole; INT64_MAX: none */
    size_t index;               /* of the next test that is reported */
    struct campaign_place last; /* that was announced, and its walk, from 1 */
    size_t walk;
    struct notice_list notices; /* that were told of */
};

struct course campaign_begin(const struct campaign *campaign,
                             struct run_summary *summary, struct error *error);
void campaign_end(struct course *course);

/* Tells the reporter that the test begins. */
struct test_info campaign_announce(struct course *course,
                                   const struct campaign_place *place);

/* Counts and reports the test that was announced last. False: the whole command
 * has to end, and course->error says why. */
bool campaign_conclude(struct course *course,
                       const struct campaign_place *place,
                       const struct test_info *info,
                       const struct campaign_outcome *outcome);

/* The same for what was run without having been announced. A saved
 * counterexample that is no test is told in a notice. */
bool campaign_tell(struct course *course, const struct campaign_place *place,
                   const struct campaign_outcome *outcome);

/* Tells of a walk: of each live member a test. The first of them may have been
 * announced (NULL: not). `shortens`: failures are made shorter before they are
 * told of; else they have been. is_live is brought up to date. False: the whole
 * command has to end. */
bool campaign_tell_walk(struct course *course,
                        const struct campaign_place *walk,
                        const struct test_info *announced, bool shortens,
                        bool *is_live, struct campaign_outcome *outcomes);

/* One test. *more: the property is to be tested again. False: the whole command
 * has to end. */
bool campaign_run_test(struct course *course,
                       const struct campaign_place *place, bool *more);

/* All of a group. False: the whole command has to end. */
bool campaign_run_group(struct course *course, size_t leader);

/* Whether the property is tested again: the test passed, or had no time to
 * begin (the others have none either, and are counted), or the application
 * died, which says little of the property; a saved counterexample was no test.
 */
bool campaign_goes_on(const struct course *course,
                      const struct campaign_place *place,
                      const struct campaign_outcome *outcome);

bool campaign_is_cancelled(const struct campaign *campaign);

#endif
