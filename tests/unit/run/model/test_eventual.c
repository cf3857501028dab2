/* What an eventually consistent system owes agrees with trying all orders. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>

#include <cmocka.h>

#include <string.h>

#include "gen/choices.h"
#include "run/model/eventual.h"

/* A register of 0, 1 or 2. */
enum { READ, WRITE_ONE, WRITE_TWO, TOGGLE, COMMANDS };
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

static uint32_t next(size_t command, uint32_t state)
{
    return command == READ        ? state
           : command == WRITE_ONE ? 1
           : command == WRITE_TWO ? 2
                                  : 2 - state;
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
    struct model_outcome outcome = {next(call->command, state),
                                    value_int(answer_of(call->command, state))};
    vec_push(&outcomes->items, outcome);
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

struct history {
    struct linear_operation items[MOST];
    size_t count;
    size_t group[MOST]; /* the busy time of those that have ended */
};

static bool overlap(const struct linear_operation *a,
                    const struct linear_operation *b)
{
    return !a->is_pending && !b->is_pending && a->call_time <= b->return_time &&
           b->call_time <= a->return_time;
}

/* Groups are what hangs together by overlaps. */
static void find_groups(struct history *history)
{
    for (size_t i = 0; i < history->count; i++)
        history->group[i] = i;
    for (size_t round = 0; round < history->count; round++)
        for (size_t i = 0; i < history->count; i++)
            for (size_t j = 0; j < history->count; j++)
                if (overlap(&history->items[i], &history->items[j]) &&
                    history->group[j] < history->group[i])
                    history->group[i] = history->group[j];
}

static bool is_alone(const struct history *history, size_t i)
{
    size_t count = 0;
    for (size_t j = 0; j < history->count; j++)
        count += history->group[j] == history->group[i];
    return count == 1;
}

/* Groups come one after the other; what is pending may come from its call on,
 * or with the busy time that this falls into. */
static bool must_precede(const struct history *history, size_t i, size_t j)
{
    const struct linear_operation *a = &history->items[i];
    if (a->is_pending || history->group[i] == history->group[j])
        return false;
    int64_t end = a->return_time, start = history->items[j].call_time;
    for (size_t k = 0; k < history->count; k++) {
        const struct linear_operation *one = &history->items[k];
        if (history->group[k] == history->group[i] && one->return_time > end)
            end = one->return_time;
        if (history->group[k] == history->group[j] && one->call_time < start)
            start = one->call_time;
    }
    return end < start;
}

static bool some_order(const struct history *history, unsigned done,
                       uint32_t state)
{
    bool is_over = true;
    for (size_t i = 0; i < history->count; i++)
        is_over &= history->items[i].is_pending || (done >> i & 1) != 0;
    if (is_over)
        return true;
    for (size_t i = 0; i < history->count; i++) {
        const struct linear_operation *item = &history->items[i];
        bool may = (done >> i & 1) == 0;
        for (size_t j = 0; may && j < history->count; j++)
            may =
                (done >> j & 1) != 0 || j == i || !must_precede(history, j, i);
        if (may && !item->is_pending && is_alone(history, i))
            may = item->answer->integer == answer_of(item->call.command, state);
        if (may && some_order(history, done | 1U << i,
                              next(item->call.command, state)))
            return true;
    }
    return false;
}

static void draw(struct choices *choices, struct history *history,
                 const struct value *nothing)
{
    int64_t ends[3] = {0, 0, 0};
    history->count = 1 + choices_below(choices, MOST);
    for (size_t i = 0; i < history->count; i++) {
        size_t process = choices_below(choices, 3);
        int64_t call = ends[process] + (int64_t)choices_below(choices, 9);
        size_t command = choices_below(choices, COMMANDS);
        history->items[i] = (struct linear_operation){
            .process = (int64_t)process,
            .call = {command, (int64_t)i, nothing},
            .call_time = call,
            .return_time = call + (int64_t)choices_below(choices, 4),
            .answer = value_int(
                command == READ ? (int64_t)choices_below(choices, 3) : -1),
        };
        ends[process] = history->items[i].return_time + 1;
        history->items[i].is_pending = choices_below(choices, 7) == 0;
    }
    find_groups(history);
}

static void what_is_owed_agrees_with_all_orders(void **state)
{
    (void)state;
    struct choices choices;
    struct value *nothing = value_list(NULL, 0);
    size_t right = 0, wrong = 0, busy = 0;
    choices_init(&choices, 3);
    for (int round = 0; round < 20000; round++) {
        struct history history;
        struct linear_operation relaxed[MOST];
        struct linear_result result = {0};
        struct error error = {0};
        struct model model = {&ops};
        const struct linear_options options = {.order = LINEAR_REAL_TIME};
        draw(&choices, &history, nothing);
        memcpy(relaxed, history.items, sizeof relaxed);
        for (size_t i = 0; i < history.count; i++)
            if (relaxed[i].is_pending)
                relaxed[i].answer = NULL;
        size_t owed = eventual_relax(relaxed, NULL, history.count);
        size_t alone = 0;
        for (size_t i = 0; i < history.count; i++)
            alone += !history.items[i].is_pending && is_alone(&history, i);
        assert_int_equal(owed, alone);
        busy += alone < history.count;
        assert_true(linear_check(&model, relaxed, history.count, &options,
                                 &result, &error));
        bool expected = some_order(&history, 0, 0);
        assert_int_equal(result.verdict, expected ? LINEAR_YES : LINEAR_NO);
        expected ? right++ : wrong++;
        linear_result_finish(&result);
        for (size_t i = 0; i < history.count; i++)
            value_unref((struct value *)history.items[i].answer);
    }
    value_unref(nothing);
    assert_true(right > 1000 && wrong > 1000 && busy > 1000);
}

/* Those of a fork, also where they did not overlap, and those that may have
 * run beside one without an end. */
static void a_fork_is_one_busy_time(void **state)
{
    (void)state;
    struct value *one = value_int(1);
    struct linear_operation items[] = {
        {.call_time = 0, .return_time = 1, .answer = one},
        {.call_time = 2, .return_time = 3, .answer = one},
        {.call_time = 5, .return_time = 6, .answer = one},
        {.call_time = 8, .is_pending = true},
        {.call_time = 9, .return_time = 10, .answer = one},
        {.call_time = 12, .return_time = 13, .answer = one},
    };
    const int64_t forks[] = {-1, 4, 4, 5, 5, -1};
    assert_int_equal(eventual_relax(items, forks, 6), 2);
    assert_non_null(items[0].answer);
    assert_null(items[1].answer);
    assert_null(items[2].answer);
    assert_int_equal(items[2].call_time, 2);
    assert_int_equal(items[1].return_time, 6);
    assert_null(items[4].answer);
    assert_non_null(items[5].answer);
    value_unref(one);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_fork_is_one_busy_time),
        cmocka_unit_test(what_is_owed_agrees_with_all_orders),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
