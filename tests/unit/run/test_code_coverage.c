/* What counts as new of a program, what an action is credited with, and what
 * the strategy `coverage` makes of it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "run/code_coverage.h"
#include "run/strategies.h"

static uint32_t take(struct code_coverage *code_coverage, enum reach_kind kind,
                     uint64_t key)
{
    struct reach reach = {0};
    reach_add(&reach, kind, key);
    uint32_t yield = code_coverage_take(code_coverage, &reach);
    reach_finish(&reach);
    return yield;
}

static void a_function_is_news_once(void **state)
{
    (void)state;
    struct code_coverage code_coverage = {0};
    assert_int_equal(take(&code_coverage, REACH_IDLE, 1), 0);
    assert_int_equal(take(&code_coverage, REACH_RAN, 1), CODE_COVERAGE_ALL);
    assert_int_equal(take(&code_coverage, REACH_RAN, 1), 0);
    assert_int_equal(take(&code_coverage, REACH_IDLE, 1), 0);
    assert_int_equal(take(&code_coverage, REACH_RAN, 2), CODE_COVERAGE_ALL);
    code_coverage_finish(&code_coverage);
}

static void a_way_is_worth_less_each_time(void **state)
{
    (void)state;
    struct code_coverage code_coverage = {0};
    for (uint32_t times = 1; times < 10; times++)
        assert_int_equal(take(&code_coverage, REACH_WAY, 1),
                         CODE_COVERAGE_ALL / times);
    /* It is no function, and the newest counts. */
    struct reach reach = {0};
    reach_add(&reach, REACH_WAY, 1);
    reach_add(&reach, REACH_RAN, 1);
    assert_int_equal(code_coverage_take(&code_coverage, &reach),
                     CODE_COVERAGE_ALL);
    reach_finish(&reach);
    assert_int_equal(code_coverage_take(&code_coverage, &reach), 0);
    code_coverage_finish(&code_coverage);
}

static void what_is_remembered_fades(void **state)
{
    (void)state;
    struct code_coverage code_coverage = {0};
    assert_int_equal(code_coverage_of(&code_coverage, 5, 77), 77);
    code_coverage_credit(&code_coverage, 5, CODE_COVERAGE_ALL);
    assert_int_equal(code_coverage_of(&code_coverage, 5, 77),
                     CODE_COVERAGE_ALL);
    uint32_t before = CODE_COVERAGE_ALL;
    for (int i = 0; i < 20; i++) {
        code_coverage_credit(&code_coverage, 5, 0);
        uint32_t now = code_coverage_of(&code_coverage, 5, 77);
        assert_true(now < before || now == 0);
        before = now;
    }
    assert_int_equal(before, 0);
    code_coverage_credit(&code_coverage, 5, CODE_COVERAGE_ALL);
    assert_in_range(code_coverage_of(&code_coverage, 5, 77),
                    CODE_COVERAGE_ALL / 4, CODE_COVERAGE_ALL / 2);
    assert_int_equal(code_coverage_of(&code_coverage, 6, 77), 77);
    code_coverage_finish(&code_coverage);
}

/* ---- the strategy -------------------------------------------------------- */

enum { BUTTONS = 4, PICKS = 200 };

/* Some buttons that always go the same way; but one may reach something new
 * each time it is pressed. */
struct game {
    const char *strategy;
    uint64_t seed;
    size_t rich;   /* BUTTONS: none of them */
    bool told;     /* of what is reached */
    uint64_t salt; /* of all keys: other names for the same functions */
};

static struct action press(size_t button)
{
    char ref[2] = {(char)('a' + button), '\0'};
    struct value *args[] = {value_string(str_text(ref))};
    return action_make(value_string(STR("click")), false, value_list(args, 1),
                       ACTION_NO_TIMEOUT);
}

/* All states are alike. */
static void show_state(struct strategy *strategy)
{
    struct step step;
    step_init(&step);
    step.kind = STEP_ACTED;
    step.state = value_parse(STR("{\"x\":[{\"on\":true}]}"), NULL);
    strategy->ops->observe(strategy, &step);
    step_finish(&step);
}

static void tell_reach(struct strategy *strategy, const struct game *game,
                       size_t pressed, uint64_t turn)
{
    struct reach reach = {0};
    if (!game->told || strategy->ops->reach == NULL)
        return;
    reach_add(&reach, REACH_RAN, game->salt);
    reach_add(&reach, REACH_WAY, game->salt ^ (1 + pressed));
    if (pressed == game->rich)
        reach_add(&reach, REACH_WAY, game->salt ^ (100 + turn));
    strategy->ops->reach(strategy, &reach);
    reach_finish(&reach);
}

/* How often each button was pressed; and the presses. */
static void play(const struct game *game, size_t *counts, size_t *presses)
{
    struct strategy *strategy =
        strategies_find(game->strategy)->create(game->seed);
    struct action_list list = {0};
    for (size_t i = 0; i < BUTTONS; i++)
        action_list_push(&list, press(i));
    size_t pressed = BUTTONS;
    for (uint64_t turn = 0; turn < PICKS; turn++) {
        show_state(strategy);
        tell_reach(strategy, game, pressed, turn);
        strategy->ops->inform(strategy, &(struct situation){.residual = 0});
        assert_int_equal(strategy->ops->pick(strategy, &list, &pressed, NULL),
                         STRATEGY_PICKED);
        counts[pressed]++;
        presses[turn] = pressed;
    }
    action_list_finish(&list);
    strategy->ops->destroy(strategy);
}

/* How often in all they were pressed, and that each was with each seed. */
static void count_presses(size_t rich, size_t *sums)
{
    for (uint64_t seed = 0; seed < 20; seed++) {
        size_t counts[BUTTONS] = {0};
        size_t presses[PICKS];
        play(&(struct game){"coverage", seed, rich, true, 9}, counts, presses);
        for (size_t i = 0; i < BUTTONS; i++) {
            assert_true(counts[i] > 5);
            sums[i] += counts[i];
        }
    }
}

/* The others keep their chance, and novelty sees to it that they are taken;
 * where none is rich, all are alike. */
static void what_reaches_new_code_is_done_more_often(void **state)
{
    (void)state;
    size_t poor[BUTTONS] = {0};
    size_t sums[BUTTONS] = {0};
    count_presses(BUTTONS, poor);
    count_presses(2, sums);
    for (size_t i = 0; i < BUTTONS; i++) {
        assert_in_range(poor[i], 20 * PICKS / BUTTONS * 4 / 5,
                        20 * PICKS / BUTTONS * 5 / 4);
        assert_true(i == 2 || sums[2] > sums[i] * 3 / 2);
    }
}

static void without_coverage_it_is_tides(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 5; seed++) {
        size_t counts[BUTTONS] = {0};
        size_t tides[PICKS];
        size_t coverage[PICKS];
        play(&(struct game){"tides", seed, 2, true, 9}, counts, tides);
        play(&(struct game){"coverage", seed, 2, false, 9}, counts, coverage);
        assert_memory_equal(tides, coverage, sizeof tides);
        play(&(struct game){"coverage", seed, 2, true, 9}, counts, coverage);
        assert_memory_not_equal(tides, coverage, sizeof tides);
    }
}

/* Nothing hangs on how functions are called, only on which are the same. */
static void names_of_functions_do_not_matter(void **state)
{
    (void)state;
    size_t counts[BUTTONS] = {0};
    size_t once[PICKS];
    size_t again[PICKS];
    play(&(struct game){"coverage", 3, 1, true, 1 << 20}, counts, once);
    play(&(struct game){"coverage", 3, 1, true, UINT64_C(7) << 40}, counts,
         again);
    assert_memory_equal(once, again, sizeof once);
}

static void only_coverage_asks_for_it(void **state)
{
    (void)state;
    static const char *const names[] = {"uniform", "novelty", "transitions",
                                        "tides", "coverage"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct strategy *strategy = strategies_find(names[i])->create(1);
        assert_int_equal(strategy->ops->reach != NULL, i == 4);
        strategy->ops->destroy(strategy);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_function_is_news_once),
        cmocka_unit_test(a_way_is_worth_less_each_time),
        cmocka_unit_test(what_is_remembered_fades),
        cmocka_unit_test(what_reaches_new_code_is_done_more_often),
        cmocka_unit_test(without_coverage_it_is_tides),
        cmocka_unit_test(names_of_functions_do_not_matter),
        cmocka_unit_test(only_coverage_asks_for_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
