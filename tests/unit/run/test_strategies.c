/* The strategies: what always holds of each, and what each prefers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "base/json.h"
#include "run/abstraction.h"
#include "gen/choices.h"
#include "run/counts.h"
#include "run/strategies.h"

static struct value *parsed(const char *text)
{
    struct value *value = value_parse(str_text(text), NULL);
    assert_non_null(value);
    return value;
}

static struct action click(const char *ref)
{
    struct value *args[] = {value_string(str_text(ref))};
    return action_make(value_string(STR("click")), false, value_list(args, 1),
                       ACTION_NO_TIMEOUT);
}

/* ---- a game: buttons in a state that says how often some were pressed ---- */

enum { BUTTONS = 5, PICKS = 300 };

static const char *const refs[BUTTONS] = {"a", "b", "c", "d", "e"};
static const struct proposal_hint hints[BUTTONS] = {
    {"one!", 1}, {"one!", 1}, {"two!", 1}, {"two!", 3}, {"three!", 1}};

static struct step state_after(const size_t *counts)
{
    struct step step;
    struct buf text;
    step_init(&step);
    buf_init(&text);
    buf_addf(&text, "{\"button\":[");
    for (size_t i = 0; i < BUTTONS; i++)
        buf_addf(&text, "%s{\"ref\":\"%s\",\"on\":%s}", i > 0 ? "," : "",
                 refs[i], counts[i] % 2 == 1 ? "true" : "false");
    buf_addf(&text, "],\"light\":[{\"ref\":\"l\",\"text\":\"%zu\"}]}",
             counts[0] % 3);
    step.kind = STEP_ACTED;
    step.state = parsed(buf_text(&text));
    buf_finish(&text);
    return step;
}

/* Plays and notes what was picked. */
static void play(const char *name, uint64_t seed, size_t proposals,
                 bool has_hints, size_t *picks)
{
    const struct strategy_kind *kind = strategies_find(name);
    assert_non_null(kind);
    struct strategy *strategy = kind->create(seed);
    size_t counts[BUTTONS] = {0};
    struct action_list list = {0};
    for (size_t i = 0; i < proposals; i++)
        action_list_push(&list, click(refs[i]));
    for (size_t i = 0; i < PICKS; i++) {
        struct step step = state_after(counts);
        if (strategy->ops->observe != NULL)
            strategy->ops->observe(strategy, &step);
        step_finish(&step);
        struct situation situation = {.hints = has_hints ? hints : NULL,
                                      .residual = counts[1] % 2,
                                      .news = i / 10};
        if (strategy->ops->inform != NULL)
            strategy->ops->inform(strategy, &situation);
        size_t index = SIZE_MAX;
        assert_int_equal(strategy->ops->pick(strategy, &list, &index, NULL),
                         STRATEGY_PICKED);
        assert_true(index < proposals);
        counts[index]++;
        picks[i] = index;
    }
    action_list_finish(&list);
    strategy->ops->destroy(strategy);
}

static const char *const names[] = {"uniform", "novelty", "transitions",
                                    "tides",   "turns",   "coverage"};

enum { NAMES = sizeof names / sizeof *names };

static void one_seed_gives_one_game(void **state)
{
    (void)state;
    for (size_t i = 0; i < NAMES; i++) {
        size_t once[PICKS];
        size_t again[PICKS];
        size_t other[PICKS];
        play(names[i], 7, BUTTONS, true, once);
        play(names[i], 8, BUTTONS, true, other);
        play(names[i], 7, BUTTONS, true, again);
        assert_memory_equal(once, again, sizeof once);
        assert_memory_not_equal(once, other, sizeof once);
    }
}

static void nothing_is_never_picked(void **state)
{
    (void)state;
    for (size_t i = 0; i < NAMES; i++)
        for (uint64_t seed = 0; seed < 5; seed++) {
            size_t picks[PICKS];
            size_t seen[BUTTONS] = {0};
            play(names[i], seed, BUTTONS, seed % 2 == 0, picks);
            for (size_t j = 0; j < PICKS; j++)
                seen[picks[j]]++;
            for (size_t j = 0; j < BUTTONS; j++)
                assert_true(seen[j] > 5);
        }
}

static void the_only_proposal_is_picked(void **state)
{
    (void)state;
    for (size_t i = 0; i < NAMES; i++) {
        size_t picks[PICKS];
        play(names[i], 3, 1, true, picks);
        for (size_t j = 0; j < PICKS; j++)
            assert_int_equal(picks[j], 0);
    }
}

/* Seeds are promises: without weights uniform is the plain draw. */
static void uniform_is_the_plain_draw(void **state)
{
    (void)state;
    size_t picks[PICKS];
    struct choices choices;
    choices_init(&choices, 11);
    play("uniform", 11, 3, true, picks); /* the first three weigh 1 */
    for (size_t i = 0; i < PICKS; i++)
        assert_int_equal(picks[i], choices_below(&choices, 3));
}

static void uniform_honours_weights(void **state)
{
    (void)state;
    size_t total = 0;
    size_t heavy = 0;
    for (uint64_t seed = 0; seed < 20; seed++) {
        size_t picks[PICKS];
        play("uniform", seed, BUTTONS, true, picks);
        for (size_t i = 0; i < PICKS; i++)
            heavy += picks[i] == 3;
        total += PICKS;
    }
    /* 3 of 7: 2571 of 6000, with a standard deviation of 38 */
    assert_in_range(heavy, total * 3 / 7 - 200, total * 3 / 7 + 200);
}

/* ---- the abstraction ---------------------------------------------------- */

static uint64_t kind_of(struct abstraction *abstraction, const char *text)
{
    struct value *state = parsed(text);
    uint64_t kind = abstraction_enter(abstraction, state);
    value_unref(state);
    return kind;
}

static void places_and_names_of_elements_do_not_count(void **state)
{
    (void)state;
    struct abstraction *at = abstraction_create(ABSTRACTION_LEARNING);
    uint64_t kind = kind_of(at, "{\"a\":[{\"ref\":\"e1\",\"on\":true,"
                                "\"position\":{\"x\":1}}]}");
    assert_int_equal(kind, kind_of(at, "{\"a\":[{\"ref\":\"e9\",\"on\":true,"
                                       "\"position\":{\"x\":7}}]}"));
    assert_int_not_equal(kind,
                         kind_of(at, "{\"a\":[{\"ref\":\"e1\",\"on\":false,"
                                     "\"position\":{\"x\":1}}]}"));
    assert_int_not_equal(kind, kind_of(at, "{\"a\":[]}"));
    abstraction_destroy(at);
}

static void a_sort_counts_once_or_more_than_once(void **state)
{
    (void)state;
    struct abstraction *at = abstraction_create(ABSTRACTION_LEARNING);
    const char *two = "{\"a\":[{\"on\":true},{\"on\":false}]}";
    uint64_t kind = kind_of(at, two);
    assert_int_equal(kind,
                     kind_of(at, "{\"a\":[{\"on\":false},{\"on\":true}]}"));
    uint64_t many = kind_of(at, "{\"a\":[{\"on\":true},{\"on\":false},"
                                "{\"on\":true}]}");
    assert_int_not_equal(kind, many);
    assert_int_equal(many, kind_of(at, "{\"a\":[{\"on\":true},{\"on\":false},"
                                       "{\"on\":true},{\"on\":true}]}"));
    abstraction_destroy(at);
}

/* The first few short texts of a lonely field are told apart, the rest goes by
 * classes; a plain abstraction knows classes only. */
static void few_texts_are_told_apart(void **state)
{
    (void)state;
    struct abstraction *at = abstraction_create(ABSTRACTION_LEARNING);
    struct abstraction *plain = abstraction_create(ABSTRACTION_PLAIN);
    uint64_t last = 0;
    for (int c = 'a'; c <= 'h'; c++) {
        char text[40];
        snprintf(text, sizeof text, "{\"s\":[{\"text\":\"%c\"}]}", c);
        uint64_t kind = kind_of(at, text);
        if (c <= 'g')
            assert_int_not_equal(kind, last);
        else
            assert_int_equal(kind, last);
        last = kind;
        assert_int_equal(kind_of(plain, text),
                         kind_of(plain, "{\"s\":[{\"text\":\"z\"}]}"));
    }
    assert_int_not_equal(kind_of(plain, "{\"s\":[{\"text\":\"\"}]}"),
                         kind_of(plain, "{\"s\":[{\"text\":\" \"}]}"));
    abstraction_destroy(at);
    abstraction_destroy(plain);
}

/* The click as the only part of several in order. */
static struct action wrapped(struct action part)
{
    struct value_field fields[] = {
        {value_string(STR("id")), value_ref(part.id)},
        {value_string(STR("args")), value_ref(part.args)},
    };
    struct value *object = value_object(fields, 2);
    struct value *parts = value_list(&object, 1);
    action_finish(&part);
    return action_make(value_string(STR("inOrder")), false,
                       value_list(&parts, 1), ACTION_NO_TIMEOUT);
}

static void assert_sort_and_place(bool is_wrapped)
{
    struct abstraction *at = abstraction_create(ABSTRACTION_LEARNING);
    kind_of(at, "{\"a\":[{\"ref\":\"a\",\"on\":true},"
                "{\"ref\":\"b\",\"on\":true},{\"ref\":\"c\",\"on\":true},"
                "{\"ref\":\"d\",\"on\":true}]}");
    uint64_t hashes[4];
    uint64_t kinds[4];
    for (size_t i = 0; i < 4; i++) {
        struct action action = click(refs[i]);
        if (is_wrapped)
            action = wrapped(action);
        struct action_hash hash = abstraction_action(at, &action, "x!");
        hashes[i] = hash.here;
        kinds[i] = hash.kind;
        assert_int_equal(kinds[i], kinds[0]);
        hash = abstraction_action(at, &action, "y!");
        assert_int_not_equal(kinds[i], hash.kind);
        action_finish(&action);
    }
    assert_int_not_equal(hashes[0], hashes[1]); /* first */
    assert_int_equal(hashes[1], hashes[2]);     /* between */
    assert_int_not_equal(hashes[2], hashes[3]); /* last */
    abstraction_destroy(at);
}

static void an_action_on_an_element_is_one_on_its_sort_and_place(void **state)
{
    (void)state;
    assert_sort_and_place(false);
    assert_sort_and_place(true);
}

/* ---- actions of several parts ---------------------------------------------
 */

enum { SINGLES = 9, WHOLE = SINGLES, PARTS = 3, GAMES = 40 };

static struct action in_order(size_t parts)
{
    struct value *items[PARTS];
    for (size_t i = 0; i < parts; i++) {
        struct value *args = value_list(NULL, 0);
        struct value_field fields[] = {
            {value_string(STR("args")), args},
            {value_string(STR("id")), value_string(STR("press"))}};
        items[i] = value_object(fields, 2);
    }
    struct value *list[] = {value_list(items, parts)};
    return action_make(value_string(STR("inOrder")), false, value_list(list, 1),
                       ACTION_NO_TIMEOUT);
}

/* When the one of three parts comes first, and how often in all, where nothing
 * else tells it from nine single ones. */
static void play_with_parts(const char *name, uint64_t seed, size_t *first,
                            size_t *times)
{
    static const char *const declared[] = {"a!", "b!", "c!", "d!", "e!",
                                           "f!", "g!", "h!", "i!", "whole!"};
    struct proposal_hint plain[SINGLES + 1];
    struct strategy *strategy = strategies_find(name)->create(seed);
    struct action_list list = {0};
    size_t none[BUTTONS] = {0};
    for (size_t i = 0; i <= SINGLES; i++) {
        plain[i] = (struct proposal_hint){declared[i], 1};
        action_list_push(&list, i == WHOLE ? in_order(PARTS) : click("a"));
    }
    *times = 0;
    for (size_t i = 0; i < PICKS; i++) {
        struct step step = state_after(none);
        strategy->ops->observe(strategy, &step);
        step_finish(&step);
        strategy->ops->inform(strategy, &(struct situation){.hints = plain});
        size_t index = SIZE_MAX;
        strategy->ops->pick(strategy, &list, &index, NULL);
        if (index == WHOLE && (*times)++ == 0)
            *first = i;
    }
    action_list_finish(&list);
    strategy->ops->destroy(strategy);
}

/* Means over many games: early and then seldom with turns, as all others with
 * novelty. */
static void several_parts_come_early_and_then_seldom(void **state)
{
    (void)state;
    size_t first[2] = {0};
    size_t times[2] = {0};
    for (uint64_t seed = 0; seed < GAMES; seed++)
        for (size_t i = 0; i < 2; i++) {
            size_t its_first = PICKS, its_times;
            play_with_parts(i == 0 ? "turns" : "novelty", seed, &its_first,
                            &its_times);
            first[i] += its_first;
            times[i] += its_times;
        }
    /* Nine singles wait three to nine times as long as it does. */
    assert_true(first[0] < GAMES * 2);
    assert_true(first[1] > GAMES * 4);
    /* A tenth of all with novelty, which also makes up for some of the third.
     */
    assert_in_range(times[1], GAMES * 27, GAMES * 33);
    assert_true(times[0] * 10 < times[1] * 9);
}

static void counts_are_exact(void **state)
{
    (void)state;
    struct counts counts = {0};
    for (uint64_t round = 0; round < 3; round++)
        for (uint64_t key = 0; key < 1000; key++)
            assert_int_equal(counts_add(&counts, key * key), round + 1);
    assert_int_equal(counts.used, 1000);
    assert_int_equal(counts_of(&counts, 49), 3);
    assert_int_equal(counts_of(&counts, 50), 0);
    counts_put(&counts, 49, 9);
    counts_put(&counts, 50, 4);
    assert_int_equal(counts_add(&counts, 49), 10);
    assert_int_equal(counts_of(&counts, 50), 4);
    assert_int_equal(counts.used, 1001);
    counts_finish(&counts);
    assert_int_equal(counts_of(&counts, 49), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_seed_gives_one_game),
        cmocka_unit_test(nothing_is_never_picked),
        cmocka_unit_test(the_only_proposal_is_picked),
        cmocka_unit_test(uniform_is_the_plain_draw),
        cmocka_unit_test(uniform_honours_weights),
        cmocka_unit_test(places_and_names_of_elements_do_not_count),
        cmocka_unit_test(a_sort_counts_once_or_more_than_once),
        cmocka_unit_test(few_texts_are_told_apart),
        cmocka_unit_test(an_action_on_an_element_is_one_on_its_sort_and_place),
        cmocka_unit_test(several_parts_come_early_and_then_seldom),
        cmocka_unit_test(counts_are_exact),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
