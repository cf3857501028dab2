/* A strategy that seldom takes what has led to a dead end. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "run/detour.h"

enum { TURNS = 800 };

static struct action named(const char *id)
{
    return (struct action){.id = value_string(str_text(id)),
                           .args = value_list(NULL, 0),
                           .timeout_ms = ACTION_NO_TIMEOUT};
}

/* What it picked of "more", "send", "wait", by how often. */
static void draw(const struct choice_list *avoided, const char *const *ids,
                 size_t count, size_t picked[3])
{
    static const struct actor_ops no_ops = {.propose = NULL};
    struct actor actor = {&no_ops};
    struct strategy *detour =
        detour_create(strategies_find("uniform"), 7, avoided, &actor);
    struct action_list proposed = {0};
    struct error error = ERROR_NONE;
    struct step step;
    step_init(&step);
    step.state = value_object(NULL, 0);
    for (size_t i = 0; i < count; i++)
        action_list_push(&proposed, named(ids[i]));
    detour->ops->observe(detour, &step);
    memset(picked, 0, 3 * sizeof *picked);
    for (int i = 0; i < TURNS; i++) {
        size_t index = 99;
        detour->ops->inform(detour, &(struct situation){.hints = NULL});
        assert_int_equal(detour->ops->pick(detour, &proposed, &index, &error),
                         STRATEGY_PICKED);
        assert_true(index < count);
        picked[index]++;
    }
    action_list_finish(&proposed);
    step_finish(&step);
    detour->ops->destroy(detour);
}

static void what_led_to_a_dead_end_is_seldom_taken(void **state)
{
    (void)state;
    const char *const ids[] = {"more", "send", "wait"};
    struct choice_list avoided = {0};
    size_t picked[3];
    draw(&avoided, ids, 3, picked);
    assert_in_range(picked[1], TURNS / 4, TURNS / 2);

    struct action send = named("send");
    struct value *no_state = value_object(NULL, 0);
    choice_list_push(&avoided,
                     choice_make(&send, NULL, no_state, CHOICE_AT_ONCE));
    draw(&avoided, ids, 3, picked);
    /* a third of one turn of eight; never not at all */
    assert_in_range(picked[1], 1, TURNS / 10);
    assert_in_range(picked[2], TURNS / 3, TURNS);

    /* Where there is nothing else, it is taken. */
    draw(&avoided, (const char *[]){"send"}, 1, picked);
    assert_int_equal(picked[0], TURNS);
    action_finish(&send);
    value_unref(no_state);
    choice_list_finish(&avoided);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_led_to_a_dead_end_is_seldom_taken),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
