/* A test in the data of an HTML report: what is left out when there is little
 * room. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/json.h"
#include "report/html_data.h"

enum { STEPS = 40, STEP_BYTES = 1000 };

static struct step make_step(int64_t version)
{
    char text[STEP_BYTES + 100], filling[STEP_BYTES];
    memset(filling, 'a' + (int)(version % 20), sizeof filling - 1);
    filling[sizeof filling - 1] = '\0';
    snprintf(text, sizeof text, "{\"#a\":[{\"text\":\"%s\"}]}", filling);
    struct step step;
    step_init(&step);
    step.version = version;
    step.state = value_parse(str_text(text), NULL);
    return step;
}

/* The "run" of a test whose steps[at...] stand after a gap of so many; the
 * caller's. */
static struct json *run_with(size_t room, size_t left_out, size_t at)
{
    struct step steps[STEPS];
    for (size_t i = 0; i < STEPS; i++)
        steps[i] = make_step((int64_t)(i + 1 + (i >= at ? left_out : 0)));
    struct test_info info = {.property = "p", .number = 1};
    struct test_result result = {
        .info = &info,
        .verdict = {VERDICT_DEFINITELY, false},
        .steps = steps,
        .step_count = STEPS,
        .left_out = left_out,
        .left_out_at = at,
    };
    struct html_pictures pictures = {.count = 0};
    struct buf text;
    buf_init(&text);
    html_data_add_test(&text, &result, NULL, &pictures, room);
    struct json *json = json_parse(buf_str(&text), NULL);
    assert_non_null(json);
    if (room < STEPS * STEP_BYTES)
        assert_true(text.length < room + 2000); /* what is no step */
    buf_finish(&text);
    html_pictures_finish(&pictures);
    for (size_t i = 0; i < STEPS; i++)
        step_finish(&steps[i]);
    return json;
}

static int64_t version_of(const struct json *steps, size_t i)
{
    return json_read_int(json_read_field(json_read_at(steps, i), "version"));
}

/* All steps are there or counted as left out, at the place that is told. */
static void check_run(const struct json *json, size_t all, bool is_cut)
{
    const struct json *run = json_read_field(json, "run");
    const struct json *steps = json_read_field(run, "steps");
    size_t out = (size_t)json_read_int(json_read_field(run, "leftOut"));
    size_t at = (size_t)json_read_int(json_read_field(run, "leftOutAt"));
    size_t count = json_read_count(steps);
    assert_int_equal(count + out, all);
    assert_int_equal(count < STEPS, is_cut);
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(version_of(steps, i), i + 1 + (i >= at ? out : 0));
        /* After the gap nothing is known of what has changed. */
        bool is_first = i == 0 || (out > 0 && i == at);
        bool changes =
            json_read_field(json_read_at(steps, i), "changes") != NULL;
        assert_int_equal(changes, !is_first);
    }
    assert_int_equal(version_of(steps, count - 1), all);
}

static void with_room_all_steps_are_there(void **state)
{
    (void)state;
    struct json *json = run_with(1000 * 1000, 0, STEPS);
    check_run(json, STEPS, false);
    json_destroy(json);
    json = run_with(1000 * 1000, 500, 10);
    check_run(json, STEPS + 500, false);
    json_destroy(json);
}

static void without_the_middle_is_left_out(void **state)
{
    (void)state;
    for (size_t room = 5 * STEP_BYTES; room < 80 * STEP_BYTES;
         room += 7 * STEP_BYTES) {
        struct json *json = run_with(room, 0, STEPS);
        check_run(json, STEPS, room < 2 * STEPS * STEP_BYTES);
        json_destroy(json);
        json = run_with(room, 500, 10);
        check_run(json, STEPS + 500, room < 2 * STEPS * STEP_BYTES);
        json_destroy(json);
    }
}

static void without_any_room_there_are_no_steps(void **state)
{
    (void)state;
    struct json *json = run_with(0, 0, STEPS);
    assert_null(json_read_field(json, "run"));
    json_destroy(json);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(with_room_all_steps_are_there),
        cmocka_unit_test(without_the_middle_is_left_out),
        cmocka_unit_test(without_any_room_there_are_no_steps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
