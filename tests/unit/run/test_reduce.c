/* What is done with a test that failed, with the counter as the application: it
 * is run again, made shorter, confirmed; and what becomes of it when it does
 * not fail again, when there is no time, when it cannot be run. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>

#include <cmocka.h>

#include <stdio.h>
#include <unistd.h>

#include "base/clock.h"
#include "counter.h"
#include "run/ahead.h"
#include "run/reduce.h"

/* A failing test of the counter and what is made of it. */
struct trial {
    struct counter counter;
    struct reduce_options options;
    struct session_result result;
    struct reduction reduction;
    size_t cancels_after; /* runs; 0: never */
    struct loop *loop;    /* of a second process; NULL: there is none */
    bool is_second;       /* this is that process */
    bool second_dies;     /* in its first run */
};

static bool is_cancelled(void *context)
{
    struct trial *trial = context;
    return trial->cancels_after > 0 &&
           trial->counter.runs >= trial->cancels_after;
}

static struct checker *open_test(void *context, size_t property,
                                 struct actor **actor)
{
    enum { A_MOMENT_MS = 2 };
    struct trial *trial = context;
    if (trial->is_second && trial->second_dies)
        _exit(1);
    if (trial->loop != NULL && !trial->is_second) /* as a real one waits */
        loop_run_once(trial->loop, clock_now_ms() + A_MOMENT_MS);
    return counter_open(&trial->counter, property, actor);
}

static struct value *press(char button)
{
    char text[200];
    snprintf(text, sizeof text,
             "{\"names\":[\"press!\"],\"id\":\"click\",\"args\":[{\"element\":"
             "{\"text\":\"%c\",\"found\":[{\"by\":\"button\",\"at\":%d,"
             "\"of\":3}]}}]}",
             button, button - 'a');
    return value_parse(str_text(text), NULL);
}

/* The test presses these buttons. It is the first run of the counter. */
static void begin(struct trial *trial, const char *presses)
{
    struct choice_list choices = {0};
    struct script_course course;
    *trial = (struct trial){.options = {.open = open_test,
                                        .cancelled = is_cancelled,
                                        .executor = &trial->counter.base,
                                        .timeout_ms = 60000,
                                        .end_ms = INT64_MAX}};
    trial->options.context = trial;
    counter_init(&trial->counter);
    session_result_init(&trial->result);
    reduction_init(&trial->reduction);
    script_course_init(&course);
    for (const char *at = presses; *at != '\0'; at++)
        choice_list_push(&choices, press(*at));
    assert_true(reduce_run(&trial->options, &choices, CHOICE_AT_ONCE,
                           &trial->result, &course));
    assert_true(verdict_is_failure(trial->result.verdict));
    script_course_finish(&course);
    choice_list_finish(&choices);
}

static void finish(struct trial *trial)
{
    session_result_finish(&trial->result);
    reduction_finish(&trial->reduction);
}

static void reduce_it(struct trial *trial)
{
    reduce(&trial->options, &trial->result, &trial->reduction);
}

/* ---- what becomes of it ------------------------------------------------- */

static void a_failure_is_made_as_short_as_it_can_be(void **state)
{
    (void)state;
    struct trial trial;
    begin(&trial, "bcbabcbcca");
    reduce_it(&trial);
    assert_int_equal(trial.reduction.kind, REDUCTION_SHORTER);
    assert_int_equal(trial.reduction.end, REDUCTION_MINIMAL);
    assert_int_equal(trial.result.actions, 2);
    assert_true(verdict_is_failure(trial.result.verdict));
    /* The test as it was found is the other. */
    assert_true(trial.reduction.has_other);
    assert_int_equal(trial.reduction.other.actions, 10);
    assert_int_equal(trial.reduction.confirm_runs, 1);
    assert_int_equal(trial.reduction.confirm_failures, 1);
    /* One run was the test. */
    assert_int_equal(trial.reduction.runs, trial.counter.runs - 1);
    finish(&trial);
}

static void one_that_is_short_stays_as_it_is(void **state)
{
    (void)state;
    struct trial trial;
    begin(&trial, "aa");
    reduce_it(&trial);
    assert_int_equal(trial.reduction.kind, REDUCTION_SAME);
    assert_int_equal(trial.reduction.end, REDUCTION_MINIMAL);
    assert_int_equal(trial.result.actions, 2);
    assert_false(trial.reduction.has_other);
    finish(&trial);
}

static void one_that_does_not_come_again_is_flaky(void **state)
{
    (void)state;
    struct trial trial;
    begin(&trial, "aa");
    trial.counter.fails_until = 2;
    reduce_it(&trial);
    assert_int_equal(trial.reduction.kind, REDUCTION_FLAKY);
    assert_int_equal(trial.reduction.confirm_runs, 3);
    assert_int_equal(trial.reduction.confirm_failures, 0);
    assert_true(verdict_is_failure(trial.result.verdict));
    assert_true(trial.reduction.has_other);
    assert_int_equal(trial.reduction.other.verdict.kind, VERDICT_INCONCLUSIVE);
    finish(&trial);
}

/* It stops failing after some runs of shrinking. */
static void one_that_cannot_be_confirmed_is_said_to_be(void **state)
{
    (void)state;
    struct trial steady, trial;
    begin(&steady, "baa");
    reduce_it(&steady);
    begin(&trial, "baa");
    trial.counter.fails_until = steady.counter.runs; /* the confirming one */
    reduce_it(&trial);
    /* The test as it was found is shown, which failed again once. */
    assert_int_equal(trial.reduction.kind, REDUCTION_SAME);
    assert_int_equal(trial.reduction.end, REDUCTION_UNSTEADY);
    assert_int_equal(trial.result.actions, 3);
    assert_int_equal(trial.reduction.confirm_runs, 4);
    assert_int_equal(trial.reduction.confirm_failures, 1);
    assert_true(verdict_is_failure(trial.result.verdict));
    finish(&steady);
    finish(&trial);
}

/* As a server does. What then fails without any action is no shorter run. */
static void one_that_began_in_another_state_is_said_to_have(void **state)
{
    (void)state;
    struct trial trial;
    begin(&trial, "baba");
    trial.counter.remembers = 2;
    reduce_it(&trial);
    assert_int_equal(trial.reduction.kind, REDUCTION_FLAKY);
    assert_true(trial.reduction.began_otherwise);
    assert_int_equal(trial.result.actions, 4);
    finish(&trial);
    begin(&trial, "baba");
    trial.counter.remembers = 1;
    reduce_it(&trial);
    assert_int_equal(trial.reduction.kind, REDUCTION_SHORTER);
    assert_true(trial.reduction.began_otherwise);
    assert_int_equal(trial.result.actions, 1);
    finish(&trial);
    begin(&trial, "baba");
    reduce_it(&trial);
    assert_false(trial.reduction.began_otherwise);
    finish(&trial);
}

static void an_interruption_keeps_the_best_so_far(void **state)
{
    (void)state;
    struct trial whole;
    begin(&whole, "bacbcbcbca");
    reduce_it(&whole);
    size_t runs = whole.counter.runs;
    bool was_between = false;
    for (size_t after = 1; after <= runs; after++) {
        struct trial trial;
        begin(&trial, "bacbcbcbca");
        trial.cancels_after = after;
        reduce_it(&trial);
        assert_int_equal(trial.reduction.end, REDUCTION_INTERRUPTED);
        assert_true(verdict_is_failure(trial.result.verdict));
        assert_in_range(trial.result.actions, 2, 10);
        assert_true(trial.counter.runs <= after + 1);
        was_between |= trial.result.actions > 2 && trial.result.actions < 10;
        /* Not run again at all: nothing is known of it. */
        if (after == 1)
            assert_int_equal(trial.reduction.kind, REDUCTION_NONE);
        finish(&trial);
    }
    assert_true(was_between);
    finish(&whole);
}

static void without_time_it_stays_as_it_was_found(void **state)
{
    (void)state;
    struct trial trial;
    begin(&trial, "baa");
    trial.options.end_ms = clock_now_ms();
    reduce_it(&trial);
    assert_int_equal(trial.reduction.kind, REDUCTION_NONE);
    assert_int_equal(trial.reduction.end, REDUCTION_OUT_OF_TIME);
    assert_int_equal(trial.counter.runs, 1);
    assert_int_equal(trial.result.actions, 3);
    finish(&trial);
}

static void an_executor_that_fails_is_told(void **state)
{
    (void)state;
    struct trial trial;
    begin(&trial, "baa");
    trial.counter.refuses_from = 2;
    reduce_it(&trial);
    assert_int_equal(trial.reduction.kind, REDUCTION_TROUBLE);
    assert_string_equal(trial.reduction.trouble, "it cannot be started");
    assert_true(verdict_is_failure(trial.result.verdict));
    assert_int_equal(trial.result.actions, 3);
    finish(&trial);
}

/* In the middle of it, what has been found so far is kept. */
static void or_ends_it(void **state)
{
    (void)state;
    struct trial trial;
    begin(&trial, "bbbbbaa");
    trial.counter.refuses_from = 5;
    reduce_it(&trial);
    assert_int_equal(trial.counter.runs, 5);
    assert_int_equal(trial.reduction.end, REDUCTION_BROKEN_OFF);
    assert_string_equal(trial.reduction.trouble, "it cannot be started");
    assert_true(verdict_is_failure(trial.result.verdict));
    finish(&trial);
}

static const struct counter *timed;

/* From its fifth run on it is too late. */
static int64_t time_by_runs(void)
{
    return timed->runs < 5 ? 1000 * 1000 : INT64_C(100) * 1000 * 1000;
}

/* The time for it may end in a run, which may come to grief by that. */
static void trouble_when_time_is_over_is_lack_of_time(void **state)
{
    (void)state;
    struct trial trial;
    begin(&trial, "bbbbbaa");
    trial.counter.refuses_from = 5;
    trial.options.end_ms = 50 * 1000;
    timed = &trial.counter;
    clock_replace(time_by_runs);
    reduce_it(&trial);
    clock_replace(NULL);
    assert_int_equal(trial.counter.runs, 5);
    assert_int_equal(trial.reduction.end, REDUCTION_OUT_OF_TIME);
    assert_null(trial.reduction.trouble);
    finish(&trial);
}

static void a_very_long_test_is_not_run_again(void **state)
{
    (void)state;
    struct trial trial;
    begin(&trial, "aa");
    trial.result.choice_log.is_cut = true;
    reduce_it(&trial);
    assert_int_equal(trial.reduction.kind, REDUCTION_TROUBLE);
    assert_string_equal(trial.reduction.trouble,
                        "it has more than 20000 actions");
    assert_int_equal(trial.counter.runs, 1);
    finish(&trial);
}

/* What is shown is the run that confirms; the test was run once more, too. */
static void only_what_is_shown_has_pictures(void **state)
{
    (void)state;
    struct trial trial;
    begin(&trial, "bcbabcbcca");
    reduce_it(&trial);
    assert_int_equal(trial.reduction.kind, REDUCTION_SHORTER);
    assert_int_equal(trial.counter.pictured, 3);
    assert_int_equal(trial.counter.pictured_at, trial.counter.runs);
    assert_false(trial.counter.is_plain); /* for the tests to come */
    finish(&trial);
}

static void without_time_there_is_one_more_run_for_them(void **state)
{
    (void)state;
    struct trial trial;
    begin(&trial, "bbbbbbbaa");
    trial.counter.has_pictures = true;
    trial.options.end_ms = 50 * 1000;
    timed = &trial.counter;
    clock_replace(time_by_runs);
    reduce_it(&trial);
    clock_replace(NULL);
    assert_int_equal(trial.reduction.end, REDUCTION_OUT_OF_TIME);
    assert_int_equal(trial.reduction.kind, REDUCTION_SHORTER);
    assert_int_equal(trial.counter.runs, 6);
    assert_int_equal(trial.counter.pictured_at, 6);
    assert_int_equal(trial.counter.pictured, 3); /* of "aa" */
    finish(&trial);
}

/* What does not fail by a part of itself may by something else: that is tried
 * while a quarter of the time is not over. */
static void other_ways_are_tried_in_a_quarter_of_the_time(void **state)
{
    (void)state;
    static const int64_t ends_ms[] = {300 * 1000, 500 * 1000};
    size_t runs[2];
    for (size_t i = 0; i < 2; i++) {
        struct trial trial;
        begin(&trial, "bbbbbbbaa");
        trial.options.end_ms = ends_ms[i];
        timed = &trial.counter;
        clock_replace(time_by_runs); /* 100 seconds from the fifth run on */
        reduce_it(&trial);
        clock_replace(NULL);
        assert_int_equal(trial.reduction.end, REDUCTION_MINIMAL);
        assert_int_equal(trial.result.actions, 2);
        runs[i] = trial.counter.runs;
        finish(&trial);
    }
    /* Only "c": the test began with "b", and held. */
    assert_int_equal(runs[1], runs[0] + 1);
}

static void another_run_is_foreseen(void **state)
{
    (void)state;
    struct trial trial;
    begin(&trial, "baba");
    assert_int_equal(trial.counter.alone, 1);
    trial.options.another = true;
    reduce_it(&trial);
    assert_int_equal(trial.counter.alone, 1);
    finish(&trial);
}

/* ---- what counts -------------------------------------------------------- */

static void a_presumption_does_not_stand_for_a_proof(void **state)
{
    (void)state;
    struct verdict proof = {VERDICT_DEFINITELY, false};
    struct verdict guess = {VERDICT_PROBABLY, false};
    struct verdict others[] = {{VERDICT_DEFINITELY, true},
                               {VERDICT_PROBABLY, true},
                               {VERDICT_INCONCLUSIVE, false},
                               {VERDICT_ERRORED, false},
                               {VERDICT_NONE, false}};
    assert_true(reduce_fails_alike(proof, proof));
    assert_true(reduce_fails_alike(guess, proof));
    assert_true(reduce_fails_alike(guess, guess));
    assert_false(reduce_fails_alike(proof, guess));
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        assert_false(reduce_fails_alike(guess, others[i]));
}

/* ---- two runs at a time ------------------------------------------------- */

static void leave_alone(struct executor *executor)
{
    (void)executor;
}

static struct executor *enter(void *context, bool is_first,
                              struct reporter *reporter, struct error *error)
{
    static struct executor_ops ops;
    struct trial *trial = context;
    (void)is_first;
    (void)reporter;
    (void)error;
    ops = *trial->counter.base.ops;
    ops.destroy = leave_alone;
    trial->counter.base.ops = &ops;
    trial->is_second = true;
    return &trial->counter.base;
}

static struct executor *enter_in_vain(void *context, bool is_first,
                                      struct reporter *reporter,
                                      struct error *error)
{
    enter(context, is_first, reporter, error);
    return NULL;
}

static void reduce_by_two(struct trial *trial,
                          struct executor *(*entrance)(void *, bool,
                                                       struct reporter *,
                                                       struct error *))
{
    struct error error = ERROR_NONE;
    trial->loop = loop_create(&error);
    assert_non_null(trial->loop);
    trial->options.ahead = ahead_create(&(struct ahead_options){
        .loop = trial->loop, .enter = entrance, .context = trial});
    reduce_it(trial);
    ahead_destroy(trial->options.ahead);
    loop_destroy(trial->loop);
}

static void assert_same_choices(const struct session_result *a,
                                const struct session_result *b)
{
    const struct choice_list *ours = &a->choice_log.choices,
                             *theirs = &b->choice_log.choices;
    assert_int_equal(ours->count, theirs->count);
    for (size_t i = 0; i < ours->count; i++)
        assert_true(value_equal(ours->items[i], theirs->items[i]));
}

/* Whatever becomes of the second process: it only saves runs. */
static void two_runs_at_a_time_come_to_the_same(void **state)
{
    static const char presses[] = "bcbcbcbcabcbcbcbcbcbcbca";
    struct trial one, two, dying, alone;
    (void)state;
    begin(&one, presses);
    reduce_it(&one);
    assert_int_equal(one.reduction.end, REDUCTION_MINIMAL);

    begin(&two, presses);
    reduce_by_two(&two, enter);
    assert_int_equal(two.reduction.end, REDUCTION_MINIMAL);
    assert_same_choices(&one.result, &two.result);
    assert_int_equal(one.reduction.runs, two.reduction.runs);
    assert_true(two.counter.runs < one.counter.runs);

    begin(&dying, presses);
    dying.second_dies = true;
    reduce_by_two(&dying, enter);
    begin(&alone, presses);
    reduce_by_two(&alone, enter_in_vain);
    assert_same_choices(&one.result, &dying.result);
    assert_same_choices(&one.result, &alone.result);
    assert_int_equal(dying.counter.runs, one.counter.runs);
    assert_int_equal(alone.counter.runs, one.counter.runs);
    finish(&one);
    finish(&two);
    finish(&dying);
    finish(&alone);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_failure_is_made_as_short_as_it_can_be),
        cmocka_unit_test(one_that_is_short_stays_as_it_is),
        cmocka_unit_test(one_that_does_not_come_again_is_flaky),
        cmocka_unit_test(one_that_cannot_be_confirmed_is_said_to_be),
        cmocka_unit_test(two_runs_at_a_time_come_to_the_same),
        cmocka_unit_test(one_that_began_in_another_state_is_said_to_have),
        cmocka_unit_test(an_interruption_keeps_the_best_so_far),
        cmocka_unit_test(without_time_it_stays_as_it_was_found),
        cmocka_unit_test(an_executor_that_fails_is_told),
        cmocka_unit_test(or_ends_it),
        cmocka_unit_test(trouble_when_time_is_over_is_lack_of_time),
        cmocka_unit_test(a_very_long_test_is_not_run_again),
        cmocka_unit_test(only_what_is_shown_has_pictures),
        cmocka_unit_test(without_time_there_is_one_more_run_for_them),
        cmocka_unit_test(other_ways_are_tried_in_a_quarter_of_the_time),
        cmocka_unit_test(another_run_is_foreseen),
        cmocka_unit_test(a_presumption_does_not_stand_for_a_proof),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
