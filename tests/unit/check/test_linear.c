/* The search for a linear order agrees with trying all orders. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>

#include <cmocka.h>

#include "check/linear/linear.h"
#include "gen/choices.h"

/* A register of 0, 1 or 2, with a toggle, a toss whose outcome is open, and
 * what only looks in all states but one. */
enum { READ, WRITE_ONE, WRITE_TWO, TOGGLE, TOSS, LATE, COMMANDS };
enum { MOST = 6 };

static const struct model_info *info(struct model *model)
{
    (void)model;
    static const struct model_info about = {.name = "register"};
    return &about;
}

static bool initial(struct model *model, uint32_t *state, struct error *error)
{
    (void)model;
    (void)error;
    *state = 0;
    return true;
}

/* The states that a command may lead to; a read answers what it finds. */
static size_t next(size_t command, uint32_t state, uint32_t *states)
{
    switch (command) {
    case WRITE_ONE:
        states[0] = 1;
        return 1;
    case WRITE_TWO:
        states[0] = 2;
        return 1;
    case TOGGLE:
        states[0] = 2 - state;
        return 1;
    case TOSS:
        states[0] = 0;
        states[1] = 2;
        return 2;
    case LATE:
        states[0] = state == 2 ? 1 : state;
        return 1;
    default:
        states[0] = state;
        return 1;
    }
}

static int64_t answer_of(size_t command, uint32_t state)
{
    return command == READ ? (int64_t)state : -1;
}

static enum model_answer step(struct model *model, uint32_t state,
                              const struct model_call *call,
                              struct model_outcomes *outcomes,
                              struct error *error)
{
    (void)model;
    (void)error;
    uint32_t states[2];
    size_t count = next(call->command, state, states);
    for (size_t i = 0; i < count; i++) {
        struct model_outcome outcome = {
            states[i], value_int(answer_of(call->command, state))};
        vec_push(&outcomes->items, outcome);
    }
    return MODEL_DONE;
}

static bool same(struct model *model, const struct model_call *call,
                 const struct value *expected, const struct value *got,
                 bool *is_same, struct error *error)
{
    (void)model;
    (void)call;
    (void)error;
    *is_same = value_equal(expected, got);
    return true;
}

static const struct model_ops ops = {
    .info = info, .initial = initial, .step = step, .same = same};

/* The same model, asked many questions at once; of some claims it knows
 * nothing. */
static struct {
    size_t command;
    int64_t answer; /* -2: any */
} claims[MOST];
static uint32_t claim_count;

static bool claim(struct model *model, const struct model_claim *claim,
                  uint32_t *number)
{
    (void)model;
    if (claim->call.command == WRITE_TWO)
        return false;
    *number = claim_count++;
    claims[*number].command = claim->call.command;
    claims[*number].answer =
        claim->answer == NULL ? -2 : claim->answer->integer;
    return true;
}

static bool explain(struct model *model, const struct model_question *questions,
                    size_t count, struct model_explained *explained,
                    struct error *error)
{
    (void)model;
    (void)error;
    for (size_t i = 0; i < count; i++) {
        uint32_t states[2];
        size_t command = claims[questions[i].claim].command;
        int64_t answer = claims[questions[i].claim].answer;
        bool agrees =
            answer == -2 || answer == answer_of(command, questions[i].state);
        uint32_t found =
            agrees ? (uint32_t)next(command, questions[i].state, states) : 0;
        vec_push(&explained->items, found);
        for (uint32_t k = 0; k < found; k++)
            vec_push(&explained->items, states[k]);
    }
    return true;
}

static const struct model_ops many = {
    .info = info,
    .initial = initial,
    .step = step,
    .same = same,
    .claim = claim,
    .explain = explain,
};

struct history {
    struct linear_operation items[MOST];
    size_t count;
};

static bool must_precede(const struct linear_operation *a,
                         const struct linear_operation *b,
                         enum linear_order order)
{
    if (order == LINEAR_PROCESSES)
        return a->process == b->process && a->call_time < b->call_time;
    return !a->is_pending && a->return_time < b->call_time;
}

static bool may_be_next(const struct history *history, unsigned done, size_t i,
                        enum linear_order order)
{
    if ((done >> i & 1) != 0)
        return false;
    for (size_t j = 0; j < history->count; j++)
        if (j != i && (done >> j & 1) == 0 &&
            must_precede(&history->items[j], &history->items[i], order))
            return false;
    return true;
}

static bool all_completed(const struct history *history, unsigned done)
{
    for (size_t i = 0; i < history->count; i++)
        if (!history->items[i].is_pending && (done >> i & 1) == 0)
            return false;
    return true;
}

static bool some_order(const struct history *history, unsigned done,
                       uint32_t state, enum linear_order order)
{
    if (all_completed(history, done))
        return true;
    for (size_t i = 0; i < history->count; i++) {
        const struct linear_operation *item = &history->items[i];
        if (!may_be_next(history, done, i, order))
            continue;
        struct value *expected =
            value_int(answer_of(item->call.command, state));
        bool agrees =
            item->answer == NULL || value_equal(item->answer, expected);
        value_unref(expected);
        uint32_t states[2];
        size_t count = agrees ? next(item->call.command, state, states) : 0;
        for (size_t k = 0; k < count; k++)
            if (some_order(history, done | 1U << i, states[k], order))
                return true;
    }
    return false;
}

static void draw(struct choices *choices, struct history *history,
                 const struct value *nothing)
{
    history->count = 1 + choices_below(choices, MOST);
    int64_t ends[3] = {0, 0, 0};
    for (size_t i = 0; i < history->count; i++) {
        struct linear_operation *item = &history->items[i];
        size_t process = choices_below(choices, 3);
        int64_t call = ends[process] + (int64_t)choices_below(choices, 4);
        size_t command = choices_below(choices, COMMANDS);
        *item = (struct linear_operation){
            .process = (int64_t)process,
            .call = {command, (int64_t)i, nothing},
            .call_time = call,
            .return_time = call + (int64_t)choices_below(choices, 6),
            .answer = value_int(
                command == READ ? (int64_t)choices_below(choices, 3) : -1),
        };
        ends[process] = item->return_time + 1;
        if (choices_below(choices, 6) == 0) {
            item->is_pending = true;
            value_unref(item->answer);
            item->answer = NULL;
            ends[process] += 100;
        }
    }
}

/* ---- what a verdict is explained by ---------------------------------------
 */

/* When it has to be done, as search_due says. */
static int64_t due(const struct linear_operation *item, enum linear_order order)
{
    return order == LINEAR_PROCESSES ? item->call_time : item->return_time;
}

/* The first that has to be done next; NULL: none. */
static const struct linear_operation *
first_due(const struct history *history, unsigned done, enum linear_order order)
{
    const struct linear_operation *first = NULL;
    for (size_t i = 0; i < history->count; i++) {
        const struct linear_operation *item = &history->items[i];
        if (!item->is_pending && may_be_next(history, done, i, order) &&
            (first == NULL || due(item, order) < due(first, order)))
            first = item;
    }
    return first;
}

/* The latest return that some order gets up to, and has not passed. */
static int64_t furthest(const struct history *history, unsigned done,
                        uint32_t state, enum linear_order order)
{
    const struct linear_operation *first = first_due(history, done, order);
    int64_t most = first == NULL ? INT64_MIN : due(first, order);
    for (size_t i = 0; i < history->count; i++) {
        const struct linear_operation *item = &history->items[i];
        if (!may_be_next(history, done, i, order) ||
            (item->answer != NULL &&
             item->answer->integer != answer_of(item->call.command, state)))
            continue;
        uint32_t states[2];
        size_t count = next(item->call.command, state, states);
        for (size_t k = 0; k < count; k++) {
            int64_t there = furthest(history, done | 1U << i, states[k], order);
            most = there > most ? there : most;
        }
    }
    return most;
}

/* The states (a bit each) after the order without the one in the place
 * `without`; 0: the model does not explain it. */
static unsigned states_behind(const struct history *history,
                              const struct linear_result *result,
                              size_t without, enum linear_order order)
{
    unsigned states = 1, done = 0;
    for (size_t i = 0; i < result->order_count; i++) {
        size_t at = result->order[i];
        const struct linear_operation *item = &history->items[at];
        unsigned after = 0;
        if (i == without)
            continue;
        if (!may_be_next(history, done, at, order))
            return 0;
        done |= 1U << at;
        for (uint32_t state = 0; state < 3; state++) {
            uint32_t found[2];
            bool agrees =
                (states >> state & 1) != 0 &&
                (item->answer == NULL ||
                 item->answer->integer == answer_of(item->call.command, state));
            size_t count = agrees ? next(item->call.command, state, found) : 0;
            for (size_t k = 0; k < count; k++)
                after |= 1U << found[k];
        }
        states = after;
    }
    return states;
}

/* In none of the states. */
static bool fits_nowhere(const struct linear_operation *item, unsigned states)
{
    for (uint32_t state = 0; state < 3; state++)
        if ((states >> state & 1) != 0 &&
            (item->answer == NULL ||
             item->answer->integer == answer_of(item->call.command, state)))
            return false;
    return true;
}

/* It ends at the latest return that any order gets up to; the order is one,
 * has all that is due before, and nothing that could be left out. */
static void assert_longest_prefix(const struct history *history,
                                  const struct linear_result *result,
                                  enum linear_order order)
{
    int64_t most = furthest(history, 0, 0, order);
    if (most == INT64_MIN)
        return;
    assert_true(result->culprit < history->count);
    const struct linear_operation *culprit = &history->items[result->culprit];
    /* By process, what has to be next may have been called earlier than what
     * had to be next before it, where it stands after one that may be left
     * out. */
    assert_true(due(culprit, order) <= most);
    if (order == LINEAR_REAL_TIME)
        assert_int_equal(due(culprit, order), most);
    unsigned done = 0;
    unsigned states = states_behind(history, result, SIZE_MAX, order);
    assert_true(states != 0 && fits_nowhere(culprit, states));
    for (size_t i = 0; i < result->order_count; i++)
        done |= 1U << result->order[i];
    assert_non_null(first_due(history, done, order));
    assert_int_equal(due(first_due(history, done, order), order),
                     due(culprit, order));
    for (size_t i = 0; i < result->order_count; i++) {
        const struct linear_operation *item = &history->items[result->order[i]];
        unsigned without = states_behind(history, result, i, order);
        bool is_before_culprit =
            order == LINEAR_PROCESSES && item->process == culprit->process;
        if (!is_before_culprit &&
            (item->is_pending || due(item, order) >= due(culprit, order)))
            assert_true(without == 0 || !fits_nowhere(culprit, without));
    }
}

static void law(enum linear_order order, uint64_t seed, uint64_t hard_after)
{
    struct choices choices;
    choices_init(&choices, seed);
    struct value *nothing = value_list(NULL, 0);
    const struct linear_options options = {.order = order,
                                           .hard_after = hard_after};
    size_t right = 0, wrong = 0;
    for (int round = 0; round < 30000; round++) {
        struct history history;
        draw(&choices, &history, nothing);
        struct linear_result result = {0};
        struct error error = {0};
        struct model model = {round % 2 == 0 ? &ops : &many};
        claim_count = 0;
        assert_true(linear_check(&model, history.items, history.count, &options,
                                 &result, &error));
        bool expected = some_order(&history, 0, 0, order);
        assert_int_equal(result.verdict, expected ? LINEAR_YES : LINEAR_NO);
        expected ? right++ : wrong++;
        if (!expected)
            assert_longest_prefix(&history, &result, order);
        linear_result_finish(&result);
        for (size_t i = 0; i < history.count; i++)
            value_unref(history.items[i].answer);
    }
    value_unref(nothing);
    assert_true(right > 1000 && wrong > 1000);
}

static void in_real_time_all_orders_agree(void **state)
{
    (void)state;
    law(LINEAR_REAL_TIME, 1, 0);
}

static void by_process_all_orders_agree(void **state)
{
    (void)state;
    law(LINEAR_PROCESSES, 2, 0);
}

/* Wishes lead the search another way, and to no other verdict. */
static void with_wishes_all_orders_agree(void **state)
{
    (void)state;
    law(LINEAR_REAL_TIME, 3, 1);
    law(LINEAR_REAL_TIME, 4, 4);
}

/* Forty reads at the same time, all of them right, and one that is wrong: 2^40
 * sets of reads, one after the other in each. */
static void what_only_looks_costs_little(void **state)
{
    (void)state;
    enum { READS = 40 };
    struct linear_operation items[READS + 2];
    struct model model = {&ops};
    struct value *nothing = value_list(NULL, 0);
    struct value *one = value_int(1), *two = value_int(2),
                 *done = value_int(-1);
    for (int i = 0; i < READS + 2; i++)
        items[i] = (struct linear_operation){
            .process = i,
            .call = {i == 0 ? WRITE_ONE : READ, i, nothing},
            .call_time = i == 0 ? 0 : 10 + i,
            .return_time = i == 0 ? 5 : 1000 + i,
            .answer = i == 0       ? done
                      : i <= READS ? one
                                   : two,
        };
    const struct linear_options options = {.step_limit = 10000};
    struct linear_result result = {0};
    struct error error = {0};
    assert_true(
        linear_check(&model, items, READS + 2, &options, &result, &error));
    assert_int_equal(result.verdict, LINEAR_NO);
    assert_int_equal(result.order_count, READS + 1); /* all return before */
    assert_int_equal(result.culprit, READS + 1);
    linear_result_finish(&result);
    value_unref(nothing);
    value_unref(one);
    value_unref(two);
    value_unref(done);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(in_real_time_all_orders_agree),
        cmocka_unit_test(by_process_all_orders_agree),
        cmocka_unit_test(with_wishes_all_orders_agree),
        cmocka_unit_test(what_only_looks_costs_little),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
