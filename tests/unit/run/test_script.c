/* The strategy that does again what was done before, on its own and in whole
 * runs of the counter. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "counter.h"
#include "run/reduce_internal.h"

static struct value *press(const char *button, int at, int after_ms)
{
    struct buf text;
    buf_init(&text);
    buf_addf(&text,
             "{\"names\":[\"press!\"],\"id\":\"click\",\"args\":[{\"element\":"
             "{\"text\":\"%s\",\"found\":[{\"by\":\"button\",\"at\":%d,"
             "\"of\":3}]}}]",
             button, at);
    if (after_ms > 0)
        buf_addf(&text, ",\"after\":%d", after_ms);
    buf_add_char(&text, '}');
    struct value *choice = value_parse(buf_str(&text), NULL);
    buf_finish(&text);
    return choice;
}

/* A run of the counter, of one letter for each press. */
struct play {
    struct counter counter;
    struct choice_list choices;
    struct script_course course;
    struct session_result result;
    bool is_strict, real_time;
    int64_t linger_ms;
    bool by_place, wants_offers;
};

static void play_init(struct play *play, const char *presses)
{
    *play = (struct play){.is_strict = false};
    counter_init(&play->counter);
    play->counter.limit = 100;
    session_result_init(&play->result);
    script_course_init(&play->course);
    for (const char *at = presses; *at != '\0'; at++) {
        char text[] = {*at, '\0'};
        choice_list_push(&play->choices, press(text, *at - 'a', 0));
    }
}

static void play_run(struct play *play)
{
    struct reduce_options options = {
        .open = counter_open,
        .context = &play->counter,
        .executor = &play->counter.base,
        .seed = 5,
        .real_time = play->real_time,
        .timeout_ms = 60000,
        .end_ms = INT64_MAX,
        .is_strict = play->is_strict,
    };
    struct reduce_manner manner = {.patience = reduce_as_it_was,
                                   .by_place = play->by_place,
                                   .wants_offers = play->wants_offers};
    assert_true(reduce_run_so(&options, &manner, &play->choices,
                              play->linger_ms, &play->result, &play->course));
    assert_int_equal(play->counter.seed, 5);
}

static void play_finish(struct play *play)
{
    choice_list_finish(&play->choices);
    session_result_finish(&play->result);
    script_course_finish(&play->course);
}

/* What was pressed, as letters. */
static void assert_pressed(const struct play *play, const char *presses)
{
    const struct kept_steps *kept = &play->result.kept;
    size_t count = 0;
    for (size_t i = 0; i < kept->count; i++) {
        if (kept->steps[i].kind != STEP_ACTED)
            continue;
        struct str ref =
            value_text(kept->steps[i].what.items[0].args->items[0]);
        assert_true(presses[count] == ref.data[ref.length - 1]);
        count++;
    }
    assert_int_equal(count, strlen(presses));
}

static void it_picks_one_after_the_other_by_what_they_are(void **state)
{
    (void)state;
    struct play play;
    play_init(&play, "abcaab");
    play_run(&play);
    assert_pressed(&play, "abcaab");
    assert_int_equal(play.course.skipped, 0);
    assert_int_equal(play.course.inexact, 0);
    assert_int_equal(play.course.performed, 6);
    assert_int_equal(play.result.verdict.kind, VERDICT_INCONCLUSIVE);
    play_finish(&play);
}

static void an_element_at_another_place_counts_as_inexact(void **state)
{
    (void)state;
    struct play play;
    play_init(&play, "abc");
    play.counter.buttons = "cab";
    play_run(&play);
    assert_pressed(&play, "abc");
    assert_int_equal(play.course.inexact, 3);
    play_finish(&play);
}

/* The button "b" is another primitive's: nothing like it is on offer. */
static struct value *hover(void)
{
    return value_parse(STR("{\"id\":\"hover\",\"args\":[]}"), NULL);
}

static void what_is_elsewhere_can_be_found_by_its_place(void **state)
{
    (void)state;
    struct play play;
    play_init(&play, "ab");
    play_run(&play);
    assert_false(play.course.forked);
    play_finish(&play);

    /* The texts have changed places. */
    play_init(&play, "ab");
    play.counter.buttons = "bac";
    play_run(&play);
    assert_pressed(&play, "ab");
    assert_true(play.course.forked);
    play_finish(&play);
    play_init(&play, "ab");
    play.counter.buttons = "bac";
    play.by_place = true;
    play_run(&play);
    assert_pressed(&play, "ba");
    assert_true(play.course.forked);
    play_finish(&play);

    /* No such text any more: there is one way. */
    play_init(&play, "ab");
    play.counter.buttons = "xyz";
    play_run(&play);
    assert_pressed(&play, "xy");
    assert_false(play.course.forked);
    play_finish(&play);
}

/* Found by a selector that finds no such element here; the action of that name
 * is done to others. Without a name any click would do. */
static void what_is_gone_can_be_found_by_the_name_of_its_action(void **state)
{
    (void)state;
    static const char *const names[] = {"\"names\":[\"press!\"],", ""};
    for (int i = 0; i < 4; i++) {
        bool has_name = i < 2, by_place = i % 2 == 1;
        char text[200];
        snprintf(text, sizeof text,
                 "{%s\"id\":\"click\",\"args\":[{\"element\":{\"text\":"
                 "\"z\",\"found\":[{\"by\":\"count\",\"at\":1}]}}]}",
                 names[has_name ? 0 : 1]);
        struct play play;
        play_init(&play, "");
        choice_list_push(&play.choices, value_parse(str_text(text), NULL));
        play.by_place = by_place;
        play_run(&play);
        assert_pressed(&play, has_name && by_place ? "b" : "");
        assert_int_equal(play.course.skipped, !(has_name && by_place));
        assert_int_equal(play.course.forked, has_name);
        play_finish(&play);
    }
}

static void what_is_not_on_offer_is_left_out(void **state)
{
    (void)state;
    struct play play;
    play_init(&play, "a");
    choice_list_push(&play.choices, hover());
    choice_list_push(&play.choices, hover());
    choice_list_push(&play.choices, press("c", 2, 0));
    play_run(&play);
    assert_pressed(&play, "ac");
    assert_int_equal(play.course.skipped, 2);
    assert_int_equal(play.course.first_skipped, 1);
    assert_false(play.course.is_stuck);
    play_finish(&play);
}

static void or_the_run_ends_there(void **state)
{
    (void)state;
    struct play play;
    play_init(&play, "a");
    choice_list_push(&play.choices, hover());
    choice_list_push(&play.choices, press("c", 2, 0));
    play.is_strict = true;
    play_run(&play);
    assert_pressed(&play, "a");
    assert_true(play.course.is_stuck);
    assert_int_equal(play.course.at, 1);
    play_finish(&play);
}

static void a_stale_request_is_made_again(void **state)
{
    (void)state;
    struct play play;
    play_init(&play, "abc");
    play.counter.stale_at = 2;
    play_run(&play);
    assert_pressed(&play, "abc");
    assert_int_equal(play.counter.requests, 4);
    assert_int_equal(play.result.stale, 1);
    play_finish(&play);
}

static void what_is_turned_down_again_and_again_is_not_on_offer(void **state)
{
    (void)state;
    struct play play;
    play_init(&play, "abac");
    play.counter.refuses = 'b';
    play_run(&play);
    assert_pressed(&play, "aac");
    assert_int_equal(play.course.skipped, 1);
    assert_int_equal(play.course.first_skipped, 1);
    assert_int_equal(play.counter.requests, 3 + 20);
    play_finish(&play);
}

static void or_the_run_ends_there_with_it(void **state)
{
    (void)state;
    struct play play;
    play_init(&play, "ab");
    play.counter.refuses = 'b';
    play.is_strict = true;
    play_run(&play);
    assert_pressed(&play, "a");
    assert_true(play.course.is_stuck && play.course.is_refused);
    assert_int_equal(play.result.verdict.kind, VERDICT_INCONCLUSIVE);
    play_finish(&play);
}

static void in_real_time_it_is_tried_for_longer(void **state)
{
    (void)state;
    struct play play;
    play_init(&play, "ba");
    play.counter.refuses = 'b';
    play.real_time = true;
    int64_t begin_ms = clock_now_ms();
    play_run(&play);
    assert_true(clock_now_ms() - begin_ms >= 500);
    assert_pressed(&play, "a");
    play_finish(&play);
}

/* With the others of the same action, the simplest first. */
static void simpler_ones_are_noted(void **state)
{
    (void)state;
    struct play play;
    play_init(&play, "ca");
    play_run(&play);
    assert_int_equal(play.course.performed, 2);
    const struct choice_list *others = play.course.others;
    assert_int_equal(others[0].count, 2);
    assert_int_equal(others[1].count, 0);
    for (size_t i = 0; i < 2; i++) {
        struct value *wanted = press(i == 0 ? "a" : "b", (int)i, 0);
        assert_true(value_equal(others[0].items[i], wanted));
        value_unref(wanted);
    }
    play_finish(&play);
}

/* What else is on offer, in the order in which it is proposed, where it is
 * asked for. */
static void what_else_is_on_offer_is_noted(void **state)
{
    (void)state;
    for (int asked = 0; asked < 2; asked++) {
        struct play play;
        play_init(&play, "bc");
        play.wants_offers = asked == 1;
        play_run(&play);
        const struct choice_list *offers = play.course.offers;
        assert_int_equal(offers[0].count, asked == 1 ? 2 : 0);
        assert_int_equal(offers[1].count, asked == 1 ? 2 : 0);
        for (size_t i = 0; i < offers[0].count; i++) {
            struct value *wanted = press(i == 0 ? "a" : "c", i == 0 ? 0 : 2, 0);
            assert_true(value_equal(offers[0].items[i], wanted));
            value_unref(wanted);
        }
        play_finish(&play);
    }
}

/* What came by itself before the action is waited for: twice as long, and half
 * a second. */
static void in_real_time_it_waits_for_what_has_come_before(void **state)
{
    (void)state;
    struct play play;
    play_init(&play, "a");
    choice_list_push(
        &play.choices,
        value_parse(STR("{\"id\":\"hover\",\"args\":[],\"after\":300}"), NULL));
    play.real_time = true;
    play_run(&play);
    assert_int_equal(play.counter.waits, 1);
    assert_int_equal(play.counter.waited_ms, 1100);
    assert_int_equal(play.course.skipped, 1);
    play_finish(&play);
}

/* A server may take longer than it did: three seconds for what is done first,
 * one for what comes after it. */
static void in_real_time_it_has_patience(void **state)
{
    (void)state;
    for (int is_first = 0; is_first < 2; is_first++) {
        struct play play;
        play_init(&play, is_first ? "" : "a");
        choice_list_push(
            &play.choices,
            value_parse(STR("{\"id\":\"hover\",\"args\":[]}"), NULL));
        play.real_time = true;
        play_run(&play);
        assert_int_equal(play.counter.waits, 1);
        assert_int_equal(play.counter.waited_ms, is_first ? 3000 : 1000);
        assert_int_equal(play.course.skipped, 1);
        play_finish(&play);
    }
}

/* The buttons come by an event. */
static void what_comes_late_is_waited_for(void **state)
{
    (void)state;
    struct play play;
    play_init(&play, "ba");
    play.counter.is_late = true;
    play.real_time = true;
    play_run(&play);
    assert_int_equal(play.course.skipped, 0);
    assert_pressed(&play, "ba");
    play_finish(&play);
}

static void in_virtual_time_it_waits_for_nothing(void **state)
{
    (void)state;
    struct play play;
    play_init(&play, "a");
    choice_list_push(
        &play.choices,
        value_parse(STR("{\"id\":\"hover\",\"args\":[],\"after\":300}"), NULL));
    play.linger_ms = 100;
    play_run(&play);
    assert_int_equal(play.counter.waits, 0);
    play_finish(&play);
}

static enum strategy_answer pick_of_nothing(const char *choice,
                                            struct script_patience patience,
                                            size_t *milliseconds)
{
    struct choice_list choices = {0};
    struct action_list nothing = {0};
    struct script_course course;
    struct error error = ERROR_NONE;
    script_course_init(&course);
    choice_list_push(&choices, value_parse(str_text(choice), NULL));
    struct script_options options = {.choices = &choices,
                                     .skips = true,
                                     .real_time = true,
                                     .patience = patience};
    struct strategy *strategy = script_create(&options, &course);
    enum strategy_answer answer =
        strategy->ops->pick(strategy, &nothing, milliseconds, &error);
    strategy->ops->destroy(strategy);
    script_course_finish(&course);
    choice_list_finish(&choices);
    return answer;
}

/* Where fewer actions are done, a pause that is not on offer has nothing to
 * wait for; where the same are done again, it may come. */
static void a_pause_is_awaited_only_where_all_is_done_again(void **state)
{
    (void)state;
    static const char pause[] =
        "{\"id\":\"noop\",\"args\":[],\"timeout\":1000,\"after\":300}";
    static const char click[] = "{\"id\":\"click\",\"args\":[],\"after\":300}";
    struct script_patience again = {.more_ms = 500, .is_exact = true};
    struct script_patience shorter = {.more_ms = 200};
    size_t milliseconds = 0;
    assert_int_equal(pick_of_nothing(pause, again, &milliseconds),
                     STRATEGY_WAITS);
    assert_int_equal(milliseconds, 1100);
    assert_int_equal(pick_of_nothing(pause, shorter, &milliseconds),
                     STRATEGY_ENDED);
    assert_int_equal(pick_of_nothing(click, shorter, &milliseconds),
                     STRATEGY_WAITS);
    assert_int_equal(milliseconds, 800);
}

static void in_real_time_it_lingers_after_the_last_action(void **state)
{
    (void)state;
    struct play play;
    play_init(&play, "a");
    play.real_time = true;
    play.linger_ms = 100;
    play_run(&play);
    assert_int_equal(play.counter.waits, 1);
    assert_int_equal(play.counter.waited_ms, 700);
    play_finish(&play);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_picks_one_after_the_other_by_what_they_are),
        cmocka_unit_test(an_element_at_another_place_counts_as_inexact),
        cmocka_unit_test(what_is_elsewhere_can_be_found_by_its_place),
        cmocka_unit_test(what_is_gone_can_be_found_by_the_name_of_its_action),
        cmocka_unit_test(what_is_not_on_offer_is_left_out),
        cmocka_unit_test(or_the_run_ends_there),
        cmocka_unit_test(a_stale_request_is_made_again),
        cmocka_unit_test(what_is_turned_down_again_and_again_is_not_on_offer),
        cmocka_unit_test(or_the_run_ends_there_with_it),
        cmocka_unit_test(in_real_time_it_is_tried_for_longer),
        cmocka_unit_test(simpler_ones_are_noted),
        cmocka_unit_test(what_else_is_on_offer_is_noted),
        cmocka_unit_test(in_real_time_it_waits_for_what_has_come_before),
        cmocka_unit_test(in_real_time_it_has_patience),
        cmocka_unit_test(what_comes_late_is_waited_for),
        cmocka_unit_test(in_virtual_time_it_waits_for_nothing),
        cmocka_unit_test(a_pause_is_awaited_only_where_all_is_done_again),
        cmocka_unit_test(in_real_time_it_lingers_after_the_last_action),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
