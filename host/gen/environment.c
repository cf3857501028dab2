/* Order of this file: drawing what was wished for, words. Each draw has a tape
 * of its own, so that one more `any` does not change the others. */
#include "gen/environment.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gen/environment_wish.h"
#include "gen/tape.h"

enum salt {
    SALT_ZONE = 1,
    SALT_LOCALE,
    SALT_DATE,
    SALT_VIEWPORT,
    SALT_DEVICE,
    SALT_COLOR_SCHEME,
};

static struct tape *tape_for(uint64_t seed, enum salt salt)
{
    return tape_create(seed ^ (UINT64_C(0x9e3779b97f4a7c15) * (uint64_t)salt));
}

static size_t draw_below(uint64_t seed, enum salt salt, size_t count)
{
    struct tape *tape = tape_for(seed, salt);
    size_t number = (size_t)tape_below(tape, count, "");
    tape_destroy(tape);
    return number;
}

static void choose_zone(struct environment *environment, const char *zone,
                        uint64_t seed)
{
    struct tape *tape;
    size_t changing = environment_changing_zone_count;
    if (zone == NULL)
        return;
    if (!wish_is_any(zone)) {
        snprintf(environment->time_zone, sizeof environment->time_zone, "%s",
                 zone);
        return;
    }
    tape = tape_for(seed, SALT_ZONE);
    bool is_steady = tape_flip(tape, 1, 6, "steady");
    size_t number =
        is_steady
            ? changing + (size_t)tape_below(
                             tape, environment_zone_count - changing, "zone")
            : (size_t)tape_below(tape, changing, "zone");
    tape_destroy(tape);
    snprintf(environment->time_zone, sizeof environment->time_zone, "%s",
             environment_zones[number]);
}

/* Days that programs forget. */
enum date_kind {
    DATE_ORDINARY,
    DATE_MONTH_END,
    DATE_LEAP_DAY,
    DATE_YEAR_END,
    DATE_YEAR_BEGIN,
    DATE_CHANGE, /* of summer time */
};

static int last_day(int year, int month)
{
    /* The day before the first of the next. */
    struct zone_time day = {.year = year, .month = month + 1, .hour = 12};
    return zone_time("UTC", zone_seconds("UTC", day)).day;
}

static void draw_time(struct tape *tape, struct zone_time *time)
{
    static const struct zone_time times[] = {
        {.hour = 12},
        {.hour = 9, .minute = 30},
        {.hour = 0},
        {.hour = 23, .minute = 59, .second = 58},
        {.hour = 0, .minute = 30},
        {.hour = 23, .minute = 30}};
    struct zone_time drawn =
        times[tape_below(tape, sizeof times / sizeof *times, "time")];
    time->hour = drawn.hour;
    time->minute = drawn.minute;
    time->second = drawn.second;
}

/* The day of a change or the day before, more often of one that makes the day
 * longer: then a day and 24 hours end on different dates also for a page that
 * counts from midnight. False: the zone has none. */
static bool draw_change(struct tape *tape, const char *zone, int year,
                        struct zone_time *time)
{
    struct zone_change changes[ZONE_CHANGES];
    size_t count = zone_changes(zone, year, changes);
    size_t chosen = (size_t)tape_below(tape, count == 0 ? 1 : count, "change");
    bool lengthens = tape_flip(tape, 1, 3, "longer");
    bool is_before = tape_flip(tape, 1, 2, "before");
    if (count == 0)
        return false;
    for (size_t i = 0; lengthens && i < count; i++)
        if (changes[i].shift_s < 0)
            chosen = i;
    *time = zone_time(zone, changes[chosen].seconds);
    time->day -= is_before;
    return true;
}

static int64_t draw_date(uint64_t seed, const char *zone, bool for_zone)
{
    /* Where it is drawn for the zone, most are changes. */
    static const uint64_t weights[] = {2, 2, 2, 1, 1, 4};
    static const uint64_t zone_weights[] = {1, 0, 0, 1, 1, 12};
    static const int leap_years[] = {2024, 2028};
    struct tape *tape = tape_for(seed, SALT_DATE);
    enum date_kind kind =
        (enum date_kind)tape_weighted(tape, for_zone ? zone_weights : weights,
                                      sizeof weights / sizeof *weights, "kind");
    int year = 2023 + (int)tape_below(tape, 6, "year");
    int month = 1 + (int)tape_below(tape, 12, "month");
    struct zone_time time = {.year = year, .month = month};
    time.day = 1 + (int)tape_below(tape, 28, "day");
    if (kind == DATE_CHANGE)
        draw_change(tape, zone, year, &time);
    else if (kind == DATE_MONTH_END)
        time.day = last_day(year, month);
    else if (kind == DATE_LEAP_DAY)
        time = (struct zone_time){
            .year = leap_years[tape_below(tape, 2, "leap year")],
            .month = 2,
            .day = 29};
    else if (kind == DATE_YEAR_END)
        time.month = 12, time.day = 31;
    else if (kind == DATE_YEAR_BEGIN)
        time.month = 1, time.day = 1;
    draw_time(tape, &time);
    tape_destroy(tape);
    return zone_seconds(zone, time);
}

static const char *zone_for_dates(const struct environment *environment,
                                  const char *zone)
{
    if (environment->time_zone[0] != '\0')
        return environment->time_zone;
    if (zone != NULL)
        return zone;
    const char *own = getenv("TZ");
    return own != NULL && own[0] != '\0' ? own : ":/etc/localtime";
}

static void choose_date(struct environment *environment, uint64_t seed,
                        const char *zone)
{
    const struct environment_wish *wish = environment->wish;
    bool for_zone = wish->date == NULL && wish_is_any(wish->time_zone);
    struct zone_time time;
    bool is_utc;
    environment->has_date = wish->date != NULL || for_zone;
    if (for_zone || wish_is_any(wish->date)) {
        environment->date_s =
            draw_date(seed, zone_for_dates(environment, zone), for_zone);
    } else if (wish->date != NULL &&
               wish_read_date(wish->date, &time, &is_utc)) {
        environment->date_s = zone_seconds(
            is_utc ? "UTC" : zone_for_dates(environment, zone), time);
    }
}

static void choose_device(struct environment *environment, const char *name,
                          uint64_t seed)
{
    if (name == NULL)
        return;
    const struct environment_device *device =
        wish_is_any(name) ? &environment_devices[draw_below(
                                seed, SALT_DEVICE, environment_device_count)]
                          : wish_find_device(name);
    environment->width = device->width;
    environment->height = device->height;
    environment->pixel_ratio = device->pixel_ratio;
    environment->mobile = device->mobile;
    environment->touch = device->touch;
    environment->user_agent = device->user_agent;
    environment->platform = device->platform;
    environment->model = device->model;
    environment->device = device->name;
}

static void choose_size(struct environment *environment, const char *size,
                        uint64_t seed)
{
    if (wish_is_any(size)) {
        size_t number = draw_below(seed, SALT_VIEWPORT, environment_size_count);
        environment->width = environment_sizes[number].width;
        environment->height = environment_sizes[number].height;
    } else if (size != NULL) {
        wish_read_size(size, &environment->width, &environment->height);
    }
}

static void choose_locale(struct environment *environment, const char *locale,
                          uint64_t seed)
{
    if (wish_is_any(locale))
        locale = environment_locales[draw_below(seed, SALT_LOCALE,
                                                environment_locale_count)];
    if (locale != NULL)
        snprintf(environment->locale, sizeof environment->locale, "%s", locale);
}

struct environment environment_of(const struct environment_wish *wish,
                                  uint64_t seed, const char *zone)
{
    struct environment environment = {
        .wish = wish,
        .color_scheme = wish->color_scheme,
        .reduced_motion = wish->reduced_motion,
    };
    choose_zone(&environment, wish->time_zone, seed);
    choose_locale(&environment, wish->locale, seed);
    choose_date(&environment, seed, zone);
    choose_size(&environment, wish->viewport, seed);
    choose_device(&environment, wish->device, seed);
    if (wish_is_any(wish->color_scheme))
        environment.color_scheme =
            draw_below(seed, SALT_COLOR_SCHEME, 2) == 0 ? "light" : "dark";
    return environment;
}

/* ---- words --------------------------------------------------------------- */

static void add_part(struct buf *out, size_t begin, const char *name,
                     const char *value)
{
    buf_addf(out, "%s%s%s%s", out->length == begin ? "" : ", ", name,
             value[0] == '\0' ? "" : " ", value);
}

void environment_add_words(struct buf *out,
                           const struct environment *environment)
{
    const struct environment_wish *wish = environment->wish;
    size_t begin = out->length;
    char text[64];
    if (environment->time_zone[0] != '\0')
        add_part(out, begin, "time zone", environment->time_zone);
    if (environment->has_date) {
        const char *zone =
            environment->time_zone[0] == '\0' ? "UTC" : environment->time_zone;
        struct zone_time time = zone_time(zone, environment->date_s);
        snprintf(text, sizeof text, "%04d-%02d-%02dT%02d:%02d:%02d%s",
                 time.year, time.month, time.day, time.hour, time.minute,
                 time.second, environment->time_zone[0] == '\0' ? "Z" : "");
        add_part(out, begin, "date", text);
    }
    if (environment->locale[0] != '\0')
        add_part(out, begin, "locale", environment->locale);
    if (environment->device != NULL)
        add_part(out, begin, "device", environment->device);
    if (environment->width > 0 && environment->device == NULL) {
        snprintf(text, sizeof text, "%dx%d", environment->width,
                 environment->height);
        add_part(out, begin, "viewport", text);
    }
    if (environment->color_scheme != NULL)
        add_part(out, begin, "color scheme", environment->color_scheme);
    if (environment->reduced_motion)
        add_part(out, begin, "reduced motion", "");
    for (size_t i = 0; i < wish->permission_count; i++)
        add_part(out, begin, "permission", wish->permissions[i]);
    /* A value may be a key that is nobody's business. */
    for (size_t i = 0; i < wish->header_count; i++) {
        snprintf(text, sizeof text, "%.*s", (int)strcspn(wish->headers[i], "="),
                 wish->headers[i]);
        add_part(out, begin, "header", text);
    }
}
