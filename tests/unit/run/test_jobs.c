/* Several tests at a time: the same report as with one, whatever each test does
 * and however long it takes. The executor is told by the plan of the test what
 * to do; which test it is, it knows by the seed. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/buf.h"
#include "base/clock.h"
#include "base/memory.h"
#include "base/worker.h"
#include "gen/choices.h"
#include "run/jobs.h"

enum { SEED = 42, TIMEOUT_MS = 60000 };

/* One letter for each test, the properties separated by "/":
 *   p passes   f fails   e errs   l passes late   d its process dies
 *   s the command has to end (ERROR_SPEC)   o no page (ERROR_ORIGIN)
 *   h hangs until it is told to end */
static const char *plan;
static size_t tests_of_each;
/* Then each group between two "/" is a walk, with one letter for each property:
 * the first says what the application does, and each how its property ends. */
static bool is_shared;

/* ---- the subject -------------------------------------------------------- */

struct subject {
    struct executor base;
    struct reporter *reporter; /* of a lane, or NULL */
    size_t place;
    char what;
    const char *letters; /* from there on in the plan */
    bool told;
};

static volatile sig_atomic_t is_told_to_end;

static void on_term(int number)
{
    (void)number;
    is_told_to_end = 1;
}

static void seed(struct executor *executor, uint64_t number)
{
    struct subject *subject = (struct subject *)executor;
    for (const char *at = plan; *at != '\0'; at++) {
        size_t property = (size_t)(at - plan) / (tests_of_each + 1);
        size_t place = (size_t)(at - plan) - property; /* without the "/" */
        if (is_shared && (size_t)(at - plan) % (tests_of_each + 1) > 0)
            continue;
        if (is_shared)
            place = property; /* of the first one, in the walk so far behind */
        if (*at == '/' || choices_seed_of_test(SEED, place) != number)
            continue;
        subject->place = place;
        subject->what = *at;
        subject->letters = at;
    }
}

static bool start(struct executor *executor, const struct deps *deps,
                  int64_t deadline_ms, struct error *error)
{
    (void)deps, (void)deadline_ms;
    struct subject *subject = (struct subject *)executor;
    subject->told = false;
    if (subject->what == 'l')
        usleep(150 * 1000);
    if (subject->what == 'd')
        kill(getpid(), SIGKILL);
    if (subject->what == 'e')
        return error_set(error, ERROR_RUN, "it errs");
    if (subject->what == 's')
        return error_set(error, ERROR_SPEC, "it is wrong");
    if (subject->what == 'o')
        return error_set(error, ERROR_ORIGIN, "there is no page");
    return true;
}

static enum executor_next next(struct executor *executor, int64_t deadline_ms,
                               struct executor_message *message,
                               struct error *error)
{
    (void)error;
    struct subject *subject = (struct subject *)executor;
    if (subject->told) {
        if (subject->place == 0 && subject->reporter != NULL)
            subject->reporter->ops->activity(subject->reporter, "hanging");
        while (!is_told_to_end && clock_now_ms() < deadline_ms)
            usleep(1000);
        return EXECUTOR_DEADLINE;
    }
    subject->told = true;
    message->kind = EXECUTOR_EVENTS;
    char text[40];
    snprintf(text, sizeof text, "{\"what\":\"%.*s\"}",
             is_shared ? (int)tests_of_each : 1, subject->letters);
    message->state = value_parse(str_text(text), NULL);
    return EXECUTOR_MESSAGE;
}

static bool wait_for(struct executor *executor, int64_t time_ms,
                     int64_t version, struct error *error)
{
    (void)executor, (void)time_ms, (void)version, (void)error;
    return true;
}

static void end(struct executor *executor)
{
    (void)executor;
}

static void destroy(struct executor *executor)
{
    free(executor);
}

static const struct executor_ops subject_table = {
    .seed = seed,
    .start = start,
    .next = next,
    .wait = wait_for,
    .end = end,
    .destroy = destroy,
};

static struct executor *subject_create(struct reporter *reporter)
{
    struct subject *subject = MEMORY_NEW(struct subject);
    subject->base.ops = &subject_table;
    subject->reporter = reporter;
    return &subject->base;
}

static struct executor *enter(void *context, bool is_first,
                              struct reporter *reporter, struct error *error)
{
    (void)context, (void)is_first, (void)error;
    signal(SIGTERM, on_term);
    worker_listen();
    return subject_create(reporter);
}

/* ---- the checker -------------------------------------------------------- */

static struct deps no_deps;

struct judge {
    struct checker base;
    size_t letter; /* that is for it */
};

static const struct deps *dependencies(struct checker *checker)
{
    (void)checker;
    return &no_deps;
}

static bool observe(struct checker *checker, const struct step *step,
                    struct observation *seen, struct error *error)
{
    (void)error;
    size_t letter = ((const struct judge *)checker)->letter;
    char what = value_text(value_field(step->state, STR("what"))).data[letter];
    *seen = (struct observation){
        .started = true, .matched = true, .wait_ms = CHECKER_NO_WAIT};
    if (what == 'h')
        seen->wait_ms = TIMEOUT_MS;
    else
        seen->verdict = (struct verdict){VERDICT_DEFINITELY, what != 'f'};
    return true;
}

static void checker_destroy(struct checker *checker)
{
    free(checker);
}

static const struct checker_ops checker_table = {
    .dependencies = dependencies,
    .observe = observe,
    .destroy = checker_destroy,
};

static struct checker *open_test(void *context, size_t property,
                                 struct actor **actor)
{
    (void)context;
    struct judge *judge = MEMORY_NEW(struct judge);
    judge->base.ops = &checker_table;
    judge->letter = is_shared ? property : 0;
    *actor = NULL;
    return &judge->base;
}

static const char *property_name(void *context, size_t property)
{
    (void)context;
    static const char *const names[] = {"a", "b", "c"};
    return names[property];
}

/* ---- the report --------------------------------------------------------- */

struct account {
    struct reporter base;
    struct buf text;
    bool interrupts; /* as soon as the first test hangs */
    struct loop *loop;
};

static void test_begin(struct reporter *reporter, const struct test_info *info)
{
    struct account *account = (struct account *)reporter;
    buf_addf(&account->text, "%zu %s%d ", info->index, info->property,
             (int)info->number);
}

static void test_end(struct reporter *reporter,
                     const struct test_result *result)
{
    struct account *account = (struct account *)reporter;
    size_t property = (size_t)(result->info->property[0] - 'a');
    size_t place = property * tests_of_each + (size_t)result->info->number - 1;
    if (is_shared)
        place = (size_t)result->info->number - 1;
    assert_true(result->info->seed == choices_seed_of_test(SEED, place));
    buf_addf(&account->text, "%s %zu steps%s%s; ",
             verdict_text(result->verdict), result->step_count,
             result->error == NULL ? "" : ", ",
             result->error == NULL ? "" : result->error);
}

static void progress(struct reporter *reporter,
                     const struct run_progress *progress)
{
    struct account *account = (struct account *)reporter;
    if (account->interrupts && progress->doing != NULL) {
        is_told_to_end = 1;
        loop_cancel(account->loop);
    }
}

static const struct reporter_ops account_table = {
    .test_begin = test_begin,
    .test_end = test_end,
    .progress = progress,
};

static bool is_cancelled(void *context)
{
    (void)context;
    return is_told_to_end != 0;
}

/* Runs the plan with so many jobs (0: without jobs.c); the report, owned. */
static char *run(const char *wanted, size_t jobs, bool interrupts)
{
    plan = wanted;
    tests_of_each = strcspn(plan, "/");
    size_t groups = (strlen(plan) + 1) / (tests_of_each + 1);
    static const size_t leaders[] = {0, 0, 0};
    struct account account = {.base.ops = &account_table,
                              .interrupts = interrupts,
                              .loop = loop_create(NULL)};
    buf_init(&account.text);
    is_told_to_end = 0;
    struct campaign campaign = {
        .executor = subject_create(NULL),
        .reporter = &account.base,
        .property_count = is_shared ? tests_of_each : groups,
        .leaders = is_shared ? leaders : NULL,
        .property_name = property_name,
        .open = open_test,
        .seed = SEED,
        .tests = (int64_t)(is_shared ? groups : tests_of_each),
        .max_actions = SESSION_NO_LIMIT,
        .timeout_ms = TIMEOUT_MS,
        .time_limit_ms = SESSION_NO_LIMIT,
        .cancelled = is_cancelled,
    };
    struct jobs options = {.count = jobs, .loop = account.loop, .enter = enter};
    struct run_summary summary = {0};
    struct error error = ERROR_NONE;
    bool goes_on = jobs == 0 ? campaign_run(&campaign, &summary, &error)
                             : jobs_run(&campaign, &options, &summary, &error);
    buf_addf(&account.text,
             "%s%s. passed %zu, failed %zu, errored %zu, not run %zu",
             goes_on ? "done" : "aborted: ", goes_on ? "" : error.message,
             summary.passed, summary.failed, summary.errored, summary.not_run);
    campaign.executor->ops->destroy(campaign.executor);
    loop_destroy(account.loop);
    return buf_take(&account.text);
}

/* ---- the tests ---------------------------------------------------------- */

static void is_the_same(const char *wanted)
{
    char *alone = run(wanted, 0, false);
    for (size_t jobs = 1; jobs <= 4; jobs++) {
        char *together = run(wanted, jobs, false);
        assert_string_equal(together, alone);
        free(together);
    }
    free(alone);
}

static void the_report_is_that_of_one_at_a_time(void **state)
{
    (void)state;
    is_the_same("p");
    is_the_same("pppp");
    is_the_same("lppp/plpp");
    is_the_same("ppfp/pppp");
    is_the_same("lfpp/pppp/pppp"); /* known before its turn */
    is_the_same("lffp/eppp");
    is_the_same("f/f/f");
    is_the_same("epp/ppe/pep");
}

static void what_ends_the_command_does_so_in_its_turn(void **state)
{
    (void)state;
    is_the_same("spp/ppp");
    is_the_same("lps/ppp");
    is_the_same("lsp/ppp/ppp");
    is_the_same("llfs/pppp"); /* the command goes on: it is after a failure */
    is_the_same("lf/sp/pp");
    is_the_same("op/pp");
    is_the_same("lo/pp"); /* not the first: an error like any other */
}

static void a_walk_is_a_test_of_each_of_its_properties(void **state)
{
    (void)state;
    is_shared = true;
    is_the_same("ppp");
    is_the_same("ppp/ppp/ppp/ppp");
    is_the_same("ppp/ppf/ppp/pfp/ppp");
    is_the_same("ppp/ppf/ppf/pff/ppp"); /* told of once */
    is_the_same("lpf/fff/ppp/ppp");     /* known before their turn */
    is_the_same("fff/ppp/ppp");         /* nobody is left */
    is_the_same("lpp/fpf/pfp/lpp/ppp/ppp");
    is_the_same("ppe/ppp"); /* a letter that only the first one has means */
    is_the_same("epp/ppp");
    is_the_same("ppp/spp/ppp/ppp");
    is_the_same("lpp/pfp/spp/ppp");
    is_the_same("ffp/opp/ppp");
    is_the_same("opp/ppp");
    is_shared = false;
}

static void a_process_that_dies_in_a_walk_is_an_error_of_each(void **state)
{
    (void)state;
    is_shared = true;
    char *report = run("pf/dp/pp", 2, false);
    assert_string_equal(
        report,
        "0 a1 Definitely true 1 steps; 1 b1 Definitely false 1 steps; "
        "2 a2 Errored 0 steps, the process of this test ended before the test "
        "did (killed by signal 9 (Killed)); "
        "done. passed 1, failed 1, errored 1, not run 0");
    free(report);
    is_shared = false;
}

static void an_interrupted_walk_is_told_of_as_far_as_it_came(void **state)
{
    (void)state;
    is_shared = true;
    char *report = run("hp/hp/hp", 3, true);
    assert_string_equal(
        report, "0 a1 Errored 1 steps, interrupted; "
                "1 b1 Definitely true 1 steps; aborted: "
                "interrupted. passed 1, failed 0, errored 1, not run 4");
    free(report);
    is_shared = false;
}

static void a_process_that_dies_is_an_error_of_its_test(void **state)
{
    (void)state;
    char *report = run("pdp/lpp", 2, false);
    assert_string_equal(
        report,
        "0 a1 Definitely true 1 steps; "
        "1 a2 Errored 0 steps, the process of this test ended before the test "
        "did (killed by signal 9 (Killed)); "
        "2 b1 Definitely true 1 steps; 3 b2 Definitely true 1 steps; "
        "4 b3 Definitely true 1 steps; "
        "done. passed 4, failed 0, errored 1, not run 0");
    free(report);
}

static void an_interrupted_test_is_told_of_as_far_as_it_came(void **state)
{
    (void)state;
    char *report = run("hhh/hhh", 3, true);
    assert_string_equal(report, "0 a1 Errored 1 steps, interrupted; aborted: "
                                "interrupted. passed 0, failed 0, errored 1, "
                                "not run 5");
    free(report);
}

/* Each of them takes a descriptor here, and two while it is started. */
static void with_fewer_processes_it_goes_on(void **state)
{
    (void)state;
    struct rlimit before, less;
    char *alone = run("pppp/pppp", 0, false);
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &before), 0);
    bool is_enough = false;
    for (rlim_t more = 4; !is_enough; more++) {
        assert_true(more < 40);
        int free_one = dup(0);
        close(free_one);
        less = before;
        less.rlim_cur = (rlim_t)free_one + more;
        assert_int_equal(setrlimit(RLIMIT_NOFILE, &less), 0);
        /* What is just enough for one is too little for four. */
        char *one = run("pppp/pppp", 1, false);
        char *four = run("pppp/pppp", 4, false);
        assert_int_equal(setrlimit(RLIMIT_NOFILE, &before), 0);
        is_enough = strcmp(one, alone) == 0;
        if (is_enough)
            assert_string_equal(four, alone);
        else
            assert_non_null(strstr(one, "aborted: "));
        free(one);
        free(four);
    }
    free(alone);
}

/* After it hang others: they are not waited for. */
static void a_failure_ends_those_after_it(void **state)
{
    (void)state;
    char *report = run("lfhh/pppp", 4, false);
    assert_non_null(strstr(report, "passed 5, failed 1, errored 0, not run 0"));
    free(report);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_report_is_that_of_one_at_a_time),
        cmocka_unit_test(what_ends_the_command_does_so_in_its_turn),
        cmocka_unit_test(a_walk_is_a_test_of_each_of_its_properties),
        cmocka_unit_test(a_process_that_dies_in_a_walk_is_an_error_of_each),
        cmocka_unit_test(an_interrupted_walk_is_told_of_as_far_as_it_came),
        cmocka_unit_test(a_process_that_dies_is_an_error_of_its_test),
        cmocka_unit_test(an_interrupted_test_is_told_of_as_far_as_it_came),
        cmocka_unit_test(with_fewer_processes_it_goes_on),
        cmocka_unit_test(a_failure_ends_those_after_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
