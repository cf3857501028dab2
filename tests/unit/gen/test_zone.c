/* Time zones: calendars, changes of summer time. */
#include "gen/zone.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void assert_time(struct zone_time time, int year, int month, int day,
                        int hour, int minute)
{
    assert_int_equal(time.year, year);
    assert_int_equal(time.month, month);
    assert_int_equal(time.day, day);
    assert_int_equal(time.hour, hour);
    assert_int_equal(time.minute, minute);
}

static void a_moment_has_the_calendar_of_the_zone(void **state)
{
    (void)state;
    const int64_t moment = 1709208000; /* 2024-02-29T12:00:00Z */
    assert_time(zone_time("UTC", moment), 2024, 2, 29, 12, 0);
    assert_time(zone_time("Asia/Kathmandu", moment), 2024, 2, 29, 17, 45);
    assert_time(zone_time("Pacific/Kiritimati", moment), 2024, 3, 1, 2, 0);
    assert_time(zone_time("America/St_Johns", moment), 2024, 2, 29, 8, 30);
}

static void a_calendar_gives_its_moment_back(void **state)
{
    (void)state;
    static const char *const zones[] = {"UTC", "Europe/Lisbon",
                                        "Australia/Lord_Howe"};
    for (size_t i = 0; i < sizeof zones / sizeof *zones; i++)
        for (int64_t moment = 1704067200; moment < 1735689600;
             moment += 7 * 86400 + 1234)
            assert_int_equal(
                zone_seconds(zones[i], zone_time(zones[i], moment)), moment);
}

static void fields_may_lie_beyond_their_ranges(void **state)
{
    (void)state;
    struct zone_time last = {.year = 2023, .month = 3, .day = 0, .hour = 12};
    assert_time(zone_time("UTC", zone_seconds("UTC", last)), 2023, 2, 28, 12,
                0);
}

static void changes_of_summer_time_are_found(void **state)
{
    (void)state;
    struct zone_change changes[ZONE_CHANGES];
    assert_int_equal(zone_changes("Europe/Berlin", 2024, changes), 2);
    assert_int_equal(changes[0].seconds, 1711846800); /* 31 March, 01:00Z */
    assert_int_equal(changes[0].shift_s, 3600);
    assert_int_equal(changes[1].seconds, 1729990800); /* 27 October, 01:00Z */
    assert_int_equal(changes[1].shift_s, -3600);
    assert_int_equal(zone_changes("Australia/Lord_Howe", 2024, changes), 2);
    assert_int_equal(abs(changes[0].shift_s), 1800);
    assert_int_equal(zone_changes("Asia/Kolkata", 2024, changes), 0);
    assert_int_equal(zone_changes("UTC", 2024, changes), 0);
}

static void the_zone_of_the_process_is_put_back(void **state)
{
    (void)state;
    setenv("TZ", "America/New_York", 1);
    zone_time("Asia/Tokyo", 0);
    assert_string_equal(getenv("TZ"), "America/New_York");
    unsetenv("TZ");
    zone_time("Asia/Tokyo", 0);
    assert_null(getenv("TZ"));
}

static void names_are_those_of_the_database(void **state)
{
    (void)state;
    assert_true(zone_is_known("Europe/Lisbon"));
    assert_true(zone_is_known("UTC"));
    assert_false(zone_is_known("Europe/Lissabon"));
    assert_false(zone_is_known(""));
    assert_false(zone_is_known("../passwd"));
    assert_false(zone_is_known("/etc/localtime"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_moment_has_the_calendar_of_the_zone),
        cmocka_unit_test(a_calendar_gives_its_moment_back),
        cmocka_unit_test(fields_may_lie_beyond_their_ranges),
        cmocka_unit_test(changes_of_summer_time_are_found),
        cmocka_unit_test(the_zone_of_the_process_is_put_back),
        cmocka_unit_test(names_are_those_of_the_database),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
