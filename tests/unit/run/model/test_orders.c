/* Which forks may be run: every command may be called in every order that keeps
 * that of each process, from every state that is possible. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>

#include <cmocka.h>

#include "run/model/orders.h"

/* A number from 0: 1 is added, 1 is taken where there is one, it is doubled. */
enum { ADD, TAKE, TWICE, COMMANDS };

static const struct model_info *info(struct model *model)
{
    static const struct model_command commands[COMMANDS] = {
        {.name = "Add"},
        {.name = "Take", .has_precondition = true},
        {.name = "Twice"},
    };
    static const struct model_info about = {
        .name = "number", .commands = commands, .command_count = COMMANDS};
    (void)model;
    return &about;
}

static enum model_answer step(struct model *model, uint32_t state,
                              const struct model_call *call,
                              struct model_outcomes *outcomes,
                              struct error *error)
{
    (void)model;
    (void)error;
    if (call->command == TAKE && state == 0)
        return MODEL_REFUSED;
    uint32_t after = call->command == ADD    ? state + 1
                     : call->command == TAKE ? state - 1
                                             : 2 * state;
    struct model_outcome outcome = {after, value_null()};
    vec_push(&outcomes->items, outcome);
    return MODEL_DONE;
}

static const struct model_ops ops = {.info = info, .step = step};

/* One fork: "AT|D" has Add and then Take in one process, and Twice in another.
 */
static struct program fork_of(const char *text)
{
    struct program program = {.items = VEC_EMPTY};
    size_t process = 0;
    for (; *text != '\0'; text++) {
        if (*text == '|') {
            process++;
            continue;
        }
        program_push(&program, (struct program_command){
                                   .number = (int64_t)program.items.count,
                                   .kind = *text == 'A'   ? ADD
                                           : *text == 'T' ? TAKE
                                                          : TWICE,
                                   .process = process,
                                   .arguments = value_list(NULL, 0),
                               });
    }
    return program;
}

static struct orders explore(const char *text, uint32_t one, uint32_t other)
{
    struct model model = {.ops = &ops};
    struct program program = fork_of(text);
    struct state_set before = {.items = VEC_EMPTY};
    struct orders orders;
    state_set_add(&before, one);
    state_set_add(&before, other);
    assert_true(orders_explore(&model, &before, &program, 0,
                               program.items.count, &orders, NULL));
    state_set_finish(&before);
    program_finish(&program);
    return orders;
}

static void is_safe(const char *text, uint32_t one, uint32_t other,
                    bool expected)
{
    struct orders orders = explore(text, one, other);
    if (orders.is_safe != expected)
        fail_msg("%s from %u or %u: %ssafe", text, one, other,
                 orders.is_safe ? "" : "un");
    orders_finish(&orders);
}

static void a_precondition_holds_in_every_order(void **state)
{
    (void)state;
    is_safe("T", 1, 1, true);
    is_safe("T|T", 1, 1, false);
    is_safe("T|T", 2, 2, true);
    is_safe("T|T|T", 2, 2, false);
    is_safe("A|T", 0, 0, false); /* taken first, there is none */
    is_safe("A|T", 1, 1, true);
    is_safe("AT|A", 0, 0, true); /* its own process has added one */
    is_safe("AT|T", 0, 0, false);
    is_safe("AT|T", 1, 1, true);
    is_safe("AAT|T|D", 1, 1, true);
}

static void a_precondition_holds_in_every_state(void **state)
{
    (void)state;
    is_safe("T", 1, 0, false);
    is_safe("T|T", 3, 1, false);
    is_safe("T|T", 3, 2, true);
}

static void after_it_is_all_that_some_order_leads_to(void **state)
{
    (void)state;
    struct orders orders = explore("A|D", 1, 1);
    assert_true(orders.is_safe);
    assert_false(orders.commutes);
    assert_int_equal(orders.after.items.count, 2);
    assert_true(state_set_has(&orders.after, 3)); /* 1, 2, 3 */
    assert_true(state_set_has(&orders.after, 4)); /* 1 + 1, 4 */
    orders_finish(&orders);
    orders = explore("A|A|T", 5, 5);
    assert_true(orders.is_safe && orders.commutes);
    assert_int_equal(orders.after.items.count, 1);
    assert_true(state_set_has(&orders.after, 6));
    orders_finish(&orders);
    orders = explore("A|D", 1, 2);
    assert_int_equal(orders.after.items.count, 4); /* 3, 4, 5, 6 */
    orders_finish(&orders);
}

static void add_state(void *set, uint32_t state)
{
    assert_false(state_set_has(set, state)); /* each is told once */
    state_set_add(set, state);
}

/* The states from 1 when the commands have come so far: "." is to come, "-"
 * under way, "+" over. */
static void is_now(const char *text, const char *marks, size_t count,
                   const uint32_t *expected)
{
    struct model model = {.ops = &ops};
    struct program program = fork_of(text);
    struct state_set before = {.items = VEC_EMPTY}, now = {.items = VEC_EMPTY};
    enum orders_progress progress[8];
    for (size_t i = 0; i < program.items.count; i++)
        progress[i] = marks[i] == '.'   ? ORDERS_TO_COME
                      : marks[i] == '-' ? ORDERS_UNDER_WAY
                                        : ORDERS_OVER;
    state_set_add(&before, 1);
    assert_true(orders_states_now(&model, &before, &program, 0,
                                  program.items.count, progress, add_state,
                                  &now, NULL));
    assert_int_equal(now.items.count, count);
    for (size_t i = 0; i < count; i++)
        assert_true(state_set_has(&now, expected[i]));
    state_set_finish(&before);
    state_set_finish(&now);
    program_finish(&program);
}

static void in_the_middle_only_what_was_called_has_been_done(void **state)
{
    (void)state;
    is_now("A|D", "..", 1, (uint32_t[]){1});
    is_now("A|D", "+.", 1, (uint32_t[]){2});
    is_now("A|D", "+-", 3, (uint32_t[]){2, 3, 4});
    is_now("A|D", "++", 2, (uint32_t[]){3, 4});
    is_now("AA|D", "+.+", 2, (uint32_t[]){3, 4});
    is_now("AA|D", "--.", 3, (uint32_t[]){1, 2, 3});
    is_now("AAT|D", "+++.", 1, (uint32_t[]){2});
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_precondition_holds_in_every_order),
        cmocka_unit_test(a_precondition_holds_in_every_state),
        cmocka_unit_test(after_it_is_all_that_some_order_leads_to),
        cmocka_unit_test(in_the_middle_only_what_was_called_has_been_done),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
