/* What is told of a run, the places where runs take place, the loop. */
#include "todomvc/runner/campaign.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/memory.h"
#include "todomvc/runner/progress.h"

enum {
    LOOK_EVERY_MS = 1000, /* at processes whose time may be over */
    HOPELESS_AFTER = 3,   /* runs */
    STATUS_SET_UP_WRONG = 2,
};

struct place {
    struct attempt attempt;
    bool is_busy;
};

struct running {
    const struct plan *plan;
    const struct launcher *launcher;
    struct journal *journal;
    struct loop *loop;
    struct campaign_sum *sum;
    struct progress progress;
    struct place *places;
    size_t next;   /* run to begin */
    size_t busy;   /* places */
    size_t spoilt; /* runs that ended with status 2 before any other did */
};

/* ---- what is told -------------------------------------------------------- */

static void print_run(struct running *running, const struct record *record,
                      const char *what, const char *why)
{
    progress_wipe(&running->progress);
    printf("%s: %s, subscript %" PRId64 ", strategy %s, repetition %" PRId64
           "%s%s\n",
           what, record->id.application, record->id.subscript,
           record->id.strategy, record->id.repetition, why == NULL ? "" : ": ",
           why == NULL ? "" : why);
    fflush(stdout);
}

static void count(struct running *running, const struct record *record)
{
    struct campaign_sum *sum = running->sum;
    bool is_wrong = record->outcome == OUTCOME_FAILED &&
                    expected_has_to(&record->expected, EXPECT_PASSES);
    if (record->outcome == OUTCOME_ERROR) {
        sum->errors++;
        print_run(running, record, "error", record->error);
    }
    sum->passed += record->outcome == OUTCOME_PASSED;
    sum->failed += record->outcome == OUTCOME_FAILED;
    sum->false_positives += is_wrong;
    if (is_wrong)
        print_run(running, record, "FALSE POSITIVE", NULL);
    if (record->exit_status == STATUS_SET_UP_WRONG)
        running->spoilt += running->spoilt == running->progress.ended;
    progress_add(&running->progress, record);
}

/* ---- one run ------------------------------------------------------------- */

static bool end_run(struct running *running, struct place *place,
                    struct error *error)
{
    struct arena arena;
    struct record record;
    arena_init(&arena);
    attempt_finish(&place->attempt, &record, &arena);
    place->is_busy = false;
    running->busy--;
    bool fine = journal_add(running->journal, &record, error);
    count(running, &record);
    arena_finish(&arena);
    return fine;
}

static bool begin_run(struct running *running, size_t place,
                      struct error *error)
{
    if (!attempt_start(&running->places[place].attempt, running->launcher,
                       &running->plan->items[running->next], place,
                       running->loop, error))
        return false;
    running->places[place].is_busy = true;
    running->busy++;
    running->next++;
    return true;
}

/* ---- all of them --------------------------------------------------------- */

static size_t jobs(const struct running *running)
{
    return (size_t)running->launcher->jobs;
}

/* Not when some have been done before: then it is these that are wrong. */
static bool is_hopeless(const struct running *running)
{
    const struct plan *plan = running->plan;
    size_t enough = plan->count < HOPELESS_AFTER ? plan->count : HOPELESS_AFTER;
    return plan->count > 0 && plan->done == 0 && running->spoilt >= enough &&
           running->spoilt == running->progress.ended;
}

static bool end_runs(struct running *running, struct error *error)
{
    for (size_t i = 0; i < jobs(running); i++)
        if (running->places[i].is_busy &&
            attempt_has_ended(&running->places[i].attempt) &&
            !end_run(running, &running->places[i], error))
            return false;
    return true;
}

static bool begin_runs(struct running *running, struct error *error)
{
    for (size_t i = 0; i < jobs(running); i++)
        if (running->next < running->plan->count &&
            !running->places[i].is_busy && !begin_run(running, i, error))
            return false;
    return true;
}

static bool run_all(struct running *running, struct error *error)
{
    enum loop_result result = LOOP_ACTIVE;
    while (result != LOOP_CANCELLED) {
        if (!end_runs(running, error))
            return false;
        running->sum->is_hopeless = is_hopeless(running);
        if (running->sum->is_hopeless)
            return true;
        if (!begin_runs(running, error))
            return false;
        if (running->busy == 0)
            return true;
        progress_show(&running->progress);
        result = loop_run_once(running->loop, clock_now_ms() + LOOK_EVERY_MS);
    }
    return true;
}

/* What is under way ends in order and is forgotten. */
static void abandon(struct running *running)
{
    for (size_t i = 0; i < jobs(running); i++)
        if (running->places[i].is_busy)
            attempt_interrupt(&running->places[i].attempt);
    for (size_t i = 0; i < jobs(running); i++) {
        struct place *place = &running->places[i];
        if (!place->is_busy)
            continue;
        process_wait(&place->attempt.process, place->attempt.deadline_ms);
        attempt_finish(&place->attempt, NULL, NULL);
        running->sum->interrupted++;
    }
}

bool campaign(const struct plan *plan, const struct launcher *launcher,
              struct journal *journal, struct loop *loop,
              struct campaign_sum *sum, struct error *error)
{
    struct running running = {
        .plan = plan,
        .launcher = launcher,
        .journal = journal,
        .loop = loop,
        .sum = sum,
        .places = memory_zeroed((size_t)launcher->jobs, sizeof(struct place)),
    };
    *sum = (struct campaign_sum){.passed = 0};
    progress_init(&running.progress, stderr, plan, (size_t)launcher->jobs);
    bool fine = run_all(&running, error);
    progress_wipe(&running.progress);
    abandon(&running);
    free(running.places);
    return fine;
}
