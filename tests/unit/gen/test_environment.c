/* What may be wished for, what a seed draws of it, and its words. */
#include "gen/environment.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "gen/zone.h"

enum { SEEDS = 200 };

static bool contains(const char *text, const char *part)
{
    return strstr(text, part) != NULL;
}

static void assert_refused(struct environment_wish wish, const char *words)
{
    struct error error = ERROR_NONE;
    assert_false(environment_check(&wish, &error));
    assert_int_equal(error.code, ERROR_USAGE);
    if (!contains(error.message, words))
        fail_msg("\"%s\" does not say \"%s\"", error.message, words);
}

static void assert_taken(struct environment_wish wish)
{
    struct error error = ERROR_NONE;
    if (!environment_check(&wish, &error))
        fail_msg("%s", error.message);
}

#define WISH(...) ((struct environment_wish){__VA_ARGS__})

static void what_there_is_none_of_is_refused(void **state)
{
    (void)state;
    assert_refused(WISH(.time_zone = "Europe/Lisbn"), "Europe/Lisbon");
    assert_refused(WISH(.time_zone = ""), "--time-zone");
    assert_refused(WISH(.locale = "d"), "--locale");
    assert_refused(WISH(.locale = "de_DE"), "--locale");
    assert_refused(WISH(.date = "2023-02-29"), "--date");
    assert_refused(WISH(.date = "2024-01-01T24:00"), "--date");
    assert_refused(WISH(.date = "tomorrow"), "--date");
    assert_refused(WISH(.viewport = "390"), "WIDTHxHEIGHT");
    assert_refused(WISH(.viewport = "0x10"), "--viewport");
    assert_refused(WISH(.viewport = "390x844 "), "--viewport");
    assert_refused(WISH(.device = "Nokia"), "iPhone 15");
    assert_refused(WISH(.device = "any", .viewport = "any"), "--viewport");
    assert_refused(WISH(.color_scheme = "blue"), "light, dark or any");
    assert_refused(WISH(.headers = {"no value"}, .header_count = 1),
                   "NAME=VALUE");
    assert_refused(WISH(.headers = {"a b=c"}, .header_count = 1), "NAME=VALUE");
    assert_refused(WISH(.headers = {"a=b\r\nc: d"}, .header_count = 1),
                   "NAME=VALUE");
    assert_refused(WISH(.permissions = {"everything"}, .permission_count = 1),
                   "geolocation");
}

static void what_there_is_is_taken(void **state)
{
    (void)state;
    assert_taken(WISH(.time_zone = "Europe/Lisbon", .locale = "zh-Hant-TW",
                      .date = "2024-02-29T23:59:30", .viewport = "390x844",
                      .color_scheme = "dark", .reduced_motion = true,
                      .headers = {"X-Key=a=b"}, .header_count = 1,
                      .permissions = {"clipboard-read"},
                      .permission_count = 1));
    assert_taken(WISH(.time_zone = "any", .locale = "any", .date = "any",
                      .device = "any", .color_scheme = "any"));
    assert_taken(WISH(.date = "2024-02-29T23:59:30Z", .device = "iphone 15"));
    for (size_t i = 0; environment_device_name(i) != NULL; i++)
        assert_taken(WISH(.device = environment_device_name(i)));
}

static void what_is_plain(void **state)
{
    (void)state;
    assert_true(environment_is_plain(&WISH(0)));
    assert_false(environment_is_plain(&WISH(.reduced_motion = true)));
}

static void a_date_goes_by_the_zone_or_by_utc(void **state)
{
    (void)state;
    struct environment_wish wish = {.time_zone = "Asia/Kolkata",
                                    .date = "2024-02-29T12:00"};
    assert_int_equal(environment_of(&wish, 1, "UTC").date_s,
                     1709208000 - (5 * 3600 + 1800));
    wish.date = "2024-02-29T12:00Z";
    assert_int_equal(environment_of(&wish, 1, "UTC").date_s, 1709208000);
    wish = (struct environment_wish){.date = "2024-02-29"};
    assert_int_equal(environment_of(&wish, 1, "UTC").date_s, 1709164800);
}

static void the_seed_alone_decides(void **state)
{
    (void)state;
    struct environment_wish wish = {.time_zone = "any",
                                    .locale = "any",
                                    .device = "any",
                                    .color_scheme = "any"};
    struct environment_wish zone = {.time_zone = "any"};
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        struct environment one = environment_of(&wish, seed, "UTC");
        struct environment again = environment_of(&wish, seed, "Asia/Tokyo");
        struct environment alone = environment_of(&zone, seed, "UTC");
        assert_string_equal(one.time_zone, again.time_zone);
        assert_string_equal(one.locale, again.locale);
        assert_string_equal(one.device, again.device);
        assert_int_equal(one.date_s, again.date_s);
        /* One more `any` does not change the others. */
        assert_string_equal(one.time_zone, alone.time_zone);
        assert_int_equal(one.date_s, alone.date_s);
    }
}

/* How many of the seeds have a date within a day and a half of one on which
 * the clocks of the drawn zone change. */
static int near_changes(const struct environment_wish *wish)
{
    int near = 0;
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        struct environment environment = environment_of(wish, seed, "UTC");
        struct zone_change changes[ZONE_CHANGES];
        int year = zone_time(environment.time_zone, environment.date_s).year;
        size_t count = zone_changes(environment.time_zone, year, changes);
        bool is_near = false;
        for (size_t i = 0; i < count; i++) {
            int64_t away = environment.date_s - changes[i].seconds;
            is_near |= away > -2 * 86400 && away < 86400;
        }
        near += is_near;
    }
    return near;
}

static void a_drawn_zone_has_a_date_that_matters_in_it(void **state)
{
    (void)state;
    assert_true(near_changes(&WISH(.time_zone = "any")) > SEEDS / 2);
    /* A date that is given is the date. */
    struct environment_wish wish = {.time_zone = "any", .date = "2024-07-10"};
    assert_int_equal(near_changes(&wish), 0);
}

/* The number of seeds of which `date` is such a date. */
static int with_date(bool (*is_such)(struct zone_time time))
{
    struct environment_wish wish = {.date = "any", .time_zone = "Asia/Kolkata"};
    int count = 0;
    for (uint64_t seed = 0; seed < SEEDS; seed++)
        count += is_such(zone_time("Asia/Kolkata",
                                   environment_of(&wish, seed, "UTC").date_s));
    return count;
}

static bool is_leap_day(struct zone_time time)
{
    return time.month == 2 && time.day == 29;
}

static bool is_year_end(struct zone_time time)
{
    return time.month == 12 && time.day == 31;
}

static bool is_month_end(struct zone_time time)
{
    return time.day >= 28;
}

static bool is_around_midnight(struct zone_time time)
{
    return time.hour == 0 || (time.hour == 23 && time.minute == 59);
}

static bool is_out_of_range(struct zone_time time)
{
    return time.year < 2023 || time.year > 2028;
}

static void dates_are_those_that_programs_forget(void **state)
{
    (void)state;
    assert_true(with_date(is_leap_day) > SEEDS / 40);
    assert_true(with_date(is_year_end) > SEEDS / 40);
    assert_true(with_date(is_month_end) > SEEDS / 10);
    assert_true(with_date(is_around_midnight) > SEEDS / 5);
    assert_true(with_date(is_leap_day) < SEEDS / 2); /* ordinary ones, too */
    assert_int_equal(with_date(is_out_of_range), 0);
}

static void a_device_brings_all_of_it(void **state)
{
    (void)state;
    struct environment_wish wish = {.device = "pixel 8"};
    struct environment environment = environment_of(&wish, 1, "UTC");
    assert_string_equal(environment.device, "Pixel 8");
    assert_int_equal(environment.width, 412);
    assert_int_equal(environment.height, 915);
    assert_true(environment.pixel_ratio > 2.6 && environment.pixel_ratio < 2.7);
    assert_true(environment.touch && environment.mobile);
    assert_true(contains(environment.user_agent, "Android"));
}

static void each_of_a_list_is_drawn(void **state)
{
    (void)state;
    struct environment_wish wish = {.device = "any", .locale = "any"};
    size_t devices = 0;
    while (environment_device_name(devices) != NULL)
        devices++;
    bool comma = false, right_to_left = false;
    for (size_t i = 0; i < devices; i++) {
        bool drawn = false;
        for (uint64_t seed = 0; seed < SEEDS; seed++) {
            struct environment one = environment_of(&wish, seed, "UTC");
            drawn |= one.device == environment_device_name(i);
            comma |= strcmp(one.locale, "de-DE") == 0;
            right_to_left |= strcmp(one.locale, "ar-EG") == 0;
        }
        assert_true(drawn);
    }
    assert_true(comma && right_to_left);
}

static void assert_words(struct environment_wish wish, const char *expected)
{
    struct buf words;
    buf_init(&words);
    struct environment environment = environment_of(&wish, 1, "UTC");
    environment_add_words(&words, &environment);
    assert_string_equal(buf_text(&words), expected);
    buf_finish(&words);
}

static void words_tell_all_but_the_values_of_headers(void **state)
{
    (void)state;
    assert_words(WISH(0), "");
    assert_words(WISH(.time_zone = "Asia/Kolkata",
                      .date = "2024-02-29T23:59:30", .locale = "de-DE",
                      .viewport = "390x844", .color_scheme = "dark",
                      .reduced_motion = true, .permissions = {"midi"},
                      .permission_count = 1, .headers = {"X-Key=secret"},
                      .header_count = 1),
                 "time zone Asia/Kolkata, date 2024-02-29T23:59:30, locale "
                 "de-DE, viewport 390x844, color scheme dark, reduced motion, "
                 "permission midi, header X-Key");
    assert_words(WISH(.device = "iPhone 15"), "device iPhone 15");
    assert_words(WISH(.date = "2024-02-29"), "date 2024-02-29T00:00:00Z");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_there_is_none_of_is_refused),
        cmocka_unit_test(what_there_is_is_taken),
        cmocka_unit_test(what_is_plain),
        cmocka_unit_test(a_date_goes_by_the_zone_or_by_utc),
        cmocka_unit_test(the_seed_alone_decides),
        cmocka_unit_test(a_drawn_zone_has_a_date_that_matters_in_it),
        cmocka_unit_test(dates_are_those_that_programs_forget),
        cmocka_unit_test(a_device_brings_all_of_it),
        cmocka_unit_test(each_of_a_list_is_drawn),
        cmocka_unit_test(words_tell_all_but_the_values_of_headers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
