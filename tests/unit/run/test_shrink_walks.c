/* Runs that do less in another way, as a law: of random applications, whose
 * shortest failing run is known by a search through all their states, how many
 * failures come to it? And what such runs must not do.
 *
 * An application has some numbers. An action is on offer where a number is what
 * it wants, and changes one or two of them; some have a parameter. The fault is
 * in one action, or two, where two or three of the numbers have certain values.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "gen/choices.h"
#include "run/shrink.h"

enum { NUMBERS = 5, VALUES = 4, STATES = 1024, ACTIONS = 24, LONGEST = 100 };

enum relation { IS, IS_NOT, IS_LEAST };
enum effect { MORE, LESS, BECOMES, TURNS, TAKES_PARAMETER };

struct wish { /* that a number is, is not, or is at least so much */
    size_t number;
    enum relation how;
    int value;
};

struct change {
    size_t number;
    enum effect how;
    int value;
};

struct deed {
    int name, parameter;
    bool has_wish;
    struct wish wish;
    struct change changes[2];
    size_t change_count;
};

struct application {
    struct deed deeds[ACTIONS];
    size_t count;
    struct wish fault[3];
    size_t fault_count;
    int faulty[2];  /* names; -1: none */
    size_t hidden;  /* a number that is not seen; NUMBERS: all are */
    size_t runs;    /* counted */
    bool has_time;  /* for walks */
    size_t flicker; /* the run that fails by chance; 0: none */
};

/* ---- what an application does ------------------------------------------- */

static bool holds(const struct wish *wish, const int *numbers)
{
    int now = numbers[wish->number];
    return wish->how == IS       ? now == wish->value
           : wish->how == IS_NOT ? now != wish->value
                                 : now >= wish->value;
}

static bool is_offered(const struct deed *deed, const int *numbers)
{
    return !deed->has_wish || holds(&deed->wish, numbers);
}

static void change(const struct change *change, int parameter, int *numbers)
{
    int *number = &numbers[change->number];
    switch (change->how) {
    case MORE:
        *number += *number < VALUES - 1;
        break;
    case LESS:
        *number -= *number > 0;
        break;
    case BECOMES:
        *number = change->value;
        break;
    case TURNS:
        *number = *number == 0;
        break;
    case TAKES_PARAMETER:
        *number = parameter;
        break;
    }
}

/* Does it. True: that is the fault. */
static bool act(const struct application *application, const struct deed *deed,
                int *numbers)
{
    bool fails = deed->name == application->faulty[0] ||
                 deed->name == application->faulty[1];
    for (size_t i = 0; i < application->fault_count; i++)
        fails = fails && holds(&application->fault[i], numbers);
    for (size_t i = 0; i < deed->change_count; i++)
        change(&deed->changes[i], deed->parameter, numbers);
    return fails;
}

static size_t code_of(const int *numbers)
{
    size_t code = 0;
    for (size_t i = 0; i < NUMBERS; i++)
        code = code * VALUES + (size_t)numbers[i];
    return code;
}

/* Actions of the shortest failing run; 0: there is none. */
static size_t minimum(const struct application *application)
{
    static int queue[STATES][NUMBERS];
    size_t distance[STATES] = {0}, count = 1;
    memset(queue[0], 0, sizeof queue[0]);
    distance[0] = 1;
    for (size_t at = 0; at < count; at++)
        for (size_t i = 0; i < application->count; i++) {
            int *next = queue[count < STATES ? count : at], now[NUMBERS];
            size_t so_far = distance[code_of(queue[at])];
            memcpy(now, queue[at], sizeof now);
            if (!is_offered(&application->deeds[i], now))
                continue;
            if (act(application, &application->deeds[i], now))
                return so_far;
            if (distance[code_of(now)] > 0)
                continue;
            distance[code_of(now)] = so_far + 1;
            memcpy(next, now, sizeof now);
            count++;
        }
    return 0;
}

/* ---- drawn -------------------------------------------------------------- */

/* Statement by statement: in which order the parts of one are evaluated is the
 * compiler's. */
static int draw(struct choices *chance, int bound)
{
    return (int)choices_below(chance, (size_t)bound);
}

static struct wish draw_wish(struct choices *chance)
{
    struct wish wish = {.number = choices_below(chance, NUMBERS)};
    wish.how = (enum relation)draw(chance, IS_LEAST + 1);
    wish.value = draw(chance, VALUES - 1);
    return wish;
}

static struct change draw_change(struct choices *chance)
{
    struct change change = {.number = choices_below(chance, NUMBERS)};
    change.how = (enum effect)draw(chance, TAKES_PARAMETER);
    change.value = draw(chance, VALUES);
    return change;
}

static void draw_deeds(struct choices *chance, struct application *application,
                       int name)
{
    struct deed deed = {.name = name, .has_wish = draw(chance, 3) > 0};
    deed.wish = draw_wish(chance);
    deed.change_count = draw(chance, 3) == 0 ? 2 : 1;
    deed.changes[0] = draw_change(chance);
    deed.changes[1] = draw_change(chance);
    int parameters = draw(chance, 3) == 0 ? 3 : 1;
    if (parameters > 1)
        deed.changes[0].how = TAKES_PARAMETER;
    for (; deed.parameter < parameters; deed.parameter++)
        application->deeds[application->count++] = deed;
}

static struct application draw_application(struct choices *chance)
{
    struct application application = {.hidden = NUMBERS};
    int names = 5 + draw(chance, 4);
    for (int name = 0; name < names; name++)
        draw_deeds(chance, &application, name);
    application.fault_count = 2 + choices_below(chance, 2);
    for (size_t i = 0; i < application.fault_count; i++) {
        application.fault[i].number = choices_below(chance, NUMBERS);
        application.fault[i].value = draw(chance, VALUES);
    }
    application.faulty[0] = draw(chance, names);
    application.faulty[1] = draw(chance, 2) == 0 ? -1 : draw(chance, names);
    if (draw(chance, 2) == 0)
        application.hidden = 1;
    return application;
}

static struct value *choice_of(const struct deed *deed)
{
    char text[80];
    snprintf(text, sizeof text,
             "{\"names\":[\"do%d!\"],\"id\":\"click\",\"args\":[%d,%d]}",
             deed->name, deed->name, deed->parameter);
    return value_parse(str_text(text), NULL);
}

static const struct deed *deed_of(const struct application *application,
                                  const struct value *choice)
{
    struct value *const *args = value_field(choice, STR("args"))->items;
    for (size_t i = 0; i < application->count; i++)
        if (application->deeds[i].name == args[0]->integer &&
            application->deeds[i].parameter == args[1]->integer)
            return &application->deeds[i];
    abort();
}

/* A test: what is on offer, by chance. False: it does not fail. */
static bool draw_test(struct choices *chance,
                      const struct application *application,
                      struct choice_list *list)
{
    int numbers[NUMBERS] = {0};
    while (list->count < LONGEST) {
        const struct deed *offered[ACTIONS];
        size_t count = 0;
        for (size_t i = 0; i < application->count; i++)
            if (is_offered(&application->deeds[i], numbers))
                offered[count++] = &application->deeds[i];
        if (count == 0)
            return false;
        const struct deed *deed = offered[choices_below(chance, count)];
        choice_list_push(list, choice_of(deed));
        if (act(application, deed, numbers))
            return true;
    }
    return false;
}

/* ---- one run ------------------------------------------------------------ */

static uint64_t seen_of(const struct application *application,
                        const int *numbers)
{
    uint64_t seen = 1;
    for (size_t i = 0; i < NUMBERS; i++)
        seen = seen * VALUES +
               (uint64_t)(i == application->hidden ? 0 : numbers[i]);
    return seen;
}

static void add_offers(const struct application *application,
                       const struct deed *deed, const int *numbers,
                       struct shrink_run *run)
{
    for (size_t i = 0; i < application->count; i++) {
        const struct deed *other = &application->deeds[i];
        if (other == deed || !is_offered(other, numbers))
            continue;
        choice_list_push(&run->offers[run->other_count], choice_of(other));
        if (other->name == deed->name && other->parameter < deed->parameter)
            choice_list_push(&run->others[run->other_count], choice_of(other));
    }
    run->other_count++;
}

static enum shrink_outcome run(void *context, const struct choice_list *choices,
                               struct shrink_run *run)
{
    struct application *application = context;
    struct choice_course *course = &run->course;
    size_t count = choices->count;
    int numbers[NUMBERS] = {0};
    bool fails = false;
    application->runs++;
    run->others = memory_zeroed(count + 1, sizeof *run->others);
    run->larger = memory_zeroed(count + 1, sizeof *run->larger);
    run->offers = memory_zeroed(count + 1, sizeof *run->offers);
    course->states = memory_zeroed(count + 1, sizeof *course->states);
    course->fates = memory_zeroed(count + 1, 1);
    course->count = count;
    for (size_t i = 0; i < count && !fails; i++) {
        const struct deed *deed = deed_of(application, choices->items[i]);
        course->fates[i] = CHOICE_LEFT_OUT;
        if (!is_offered(deed, numbers))
            continue;
        course->fates[i] = CHOICE_DONE;
        course->states[course->state_count++] = seen_of(application, numbers);
        choice_list_push(&course->did, value_ref(choices->items[i]));
        choice_list_push(&run->choices, value_ref(choices->items[i]));
        add_offers(application, deed, numbers, run);
        fails = act(application, deed, numbers);
    }
    course->states[course->state_count++] = seen_of(application, numbers);
    fails = fails || application->runs == application->flicker;
    return fails ? SHRINK_FAILS : SHRINK_HOLDS;
}

static bool has_time(void *context)
{
    return ((struct application *)context)->has_time;
}

/* Shrinks the test; how many actions are left. */
static size_t shrunk(struct application *application,
                     const struct choice_list *test)
{
    struct shrink_run best = {.others = NULL};
    struct shrink_subject subject = {.run = run,
                                     .can_spare = has_time,
                                     .context = application,
                                     .beginnings_hold = true};
    application->runs = 0;
    assert_int_equal(run(application, test, &best), SHRINK_FAILS);
    assert_true(shrink(&subject, &best));
    size_t count = best.choices.count;
    struct shrink_run again = {.others = NULL};
    assert_int_equal(run(application, &best.choices, &again), SHRINK_FAILS);
    assert_int_equal(again.choices.count, count);
    shrink_run_finish(&again);
    shrink_run_finish(&best);
    return count;
}

/* ---- the law ------------------------------------------------------------ */

struct tally {
    size_t tests, minimal, minimal_without, runs, runs_without;
};

static void count_one(struct tally *tally, struct application *application,
                      const struct choice_list *test)
{
    size_t least = minimum(application);
    size_t without = shrunk(application, test);
    size_t runs_without = application->runs;
    application->has_time = true;
    size_t with = shrunk(application, test);
    assert_true(least <= with && with <= without);
    tally->tests++;
    tally->minimal += with == least;
    tally->minimal_without += without == least;
    tally->runs += application->runs;
    tally->runs_without += runs_without;
}

/* The same test without time for walks ends no shorter. With it, at least nine
 * of ten are as short as can be, and of those that were not more than half. */
static void most_come_to_the_minimum(void **state)
{
    (void)state;
    struct tally tally = {.tests = 0};
    for (uint64_t seed = 0; tally.tests < 120; seed++) {
        struct choices chance;
        choices_init(&chance, seed);
        struct application application = draw_application(&chance);
        struct choice_list test = {0};
        if (minimum(&application) > 2 &&
            draw_test(&chance, &application, &test))
            count_one(&tally, &application, &test);
        choice_list_finish(&test);
    }
    if (getenv("WEIR_TEST_FIGURES") != NULL)
        print_message("minimal: %zu of %zu, without walks %zu; runs: %zu, "
                      "without %zu\n",
                      tally.minimal, tally.tests, tally.minimal_without,
                      tally.runs, tally.runs_without);
    assert_true(tally.minimal * 10 >= tally.tests * 9);
    assert_true((tally.tests - tally.minimal) * 2 <=
                tally.tests - tally.minimal_without);
    assert_true(tally.runs - tally.runs_without <= tally.tests * 40);
}

/* ---- what they must not do ---------------------------------------------- */

/* It fails when the number is at its highest: three presses, or a quick one. */
static struct application counter(void)
{
    struct deed press = {.change_count = 1, .changes = {{0, MORE, 0}}};
    struct deed quick = {
        .name = 1, .change_count = 1, .changes = {{0, BECOMES, VALUES - 1}}};
    struct deed check = {.name = 2};
    return (struct application){.deeds = {press, quick, check},
                                .count = 3,
                                .fault = {{0, IS, VALUES - 1}},
                                .fault_count = 1,
                                .faulty = {2, -1},
                                .hidden = NUMBERS};
}

static void add_deeds(const struct application *application,
                      struct choice_list *list, const char *names)
{
    for (; *names != '\0'; names++)
        choice_list_push(list, choice_of(&application->deeds[*names - '0']));
}

static void another_action_is_tried_where_there_is_time(void **state)
{
    (void)state;
    struct application application = counter();
    struct choice_list test = {0};
    add_deeds(&application, &test, "0002");
    assert_int_equal(shrunk(&application, &test), 4);
    size_t runs = application.runs;
    application.has_time = true;
    assert_int_equal(shrunk(&application, &test), 2);
    assert_true(application.runs > runs);
    choice_list_finish(&test);
}

/* Whichever of them it is. */
static void what_fails_once_by_chance_is_not_taken(void **state)
{
    (void)state;
    struct application application = counter();
    struct choice_list test = {0};
    application.deeds[1].changes[0].value = 1; /* no quicker than the first */
    add_deeds(&application, &test, "0002");
    assert_int_equal(shrunk(&application, &test), 4);
    size_t first = application.runs; /* one of them after it */
    application.has_time = true;
    assert_int_equal(shrunk(&application, &test), 4);
    size_t last = application.runs - 1;
    assert_true(first + 5 < last);
    for (size_t i = first; i <= last; i++) {
        application.flicker = i;
        assert_int_equal(shrunk(&application, &test), 4);
    }
    choice_list_finish(&test);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(most_come_to_the_minimum),
        cmocka_unit_test(another_action_is_tried_where_there_is_time),
        cmocka_unit_test(what_fails_once_by_chance_is_not_taken),
    };
    return cmocka_run_group_tests_name("run/shrink_walks", tests, NULL, NULL);
}
