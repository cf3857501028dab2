/* Order of this file: what may be wished for, drawing, words. */
#include "gen/environment.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/suggestion.h"
#include "base/str.h"
#include "gen/environment_table.h"
#include "gen/tape.h"
#include "gen/zone.h"

static bool is_any(const char *text)
{
    return text != NULL && strcmp(text, "any") == 0;
}

bool environment_is_plain(const struct environment_wish *wish)
{
    return wish->time_zone == NULL && wish->locale == NULL &&
           wish->date == NULL && wish->viewport == NULL &&
           wish->device == NULL && wish->color_scheme == NULL &&
           !wish->reduced_motion && wish->header_count == 0 &&
           wish->permission_count == 0;
}

/* ---- what may be wished for ----------------------------------------------
 */

/* ", did you mean …?" or nothing. */
static void add_near(char *out, size_t size, const struct suggestion *near)
{
    out[0] = '\0';
    if (near->text != NULL)
        snprintf(out, size, "; did you mean %s?", near->text);
}

static bool check_zone(const char *zone, struct error *error)
{
    if (zone == NULL || is_any(zone) || zone_is_known(zone))
        return true;
    struct suggestion near = suggestion_begin(str_text(zone));
    char hint[100];
    for (size_t i = 0; i < environment_zone_count; i++)
        suggestion_consider(&near, environment_zones[i]);
    add_near(hint, sizeof hint, &near);
    return error_set(error, ERROR_USAGE,
                     "--time-zone wants a name of the tz database such as "
                     "Europe/Lisbon, or any: there is no \"%s\"%s",
                     zone, hint);
}

/* A language of two or three letters, then words of up to eight letters and
 * digits that narrow it down (BCP 47). */
static bool is_language_tag(const char *tag)
{
    size_t length = strcspn(tag, "-");
    bool fine = (length == 2 || length == 3) && strlen(tag) < 36;
    for (size_t i = 0; i < length; i++)
        fine = fine && isalpha((unsigned char)tag[i]);
    while (fine && tag[length] == '-') {
        tag += length + 1;
        length = strcspn(tag, "-");
        fine = length >= 1 && length <= 8;
        for (size_t i = 0; i < length; i++)
            fine = fine && isalnum((unsigned char)tag[i]);
    }
    return fine;
}

static bool check_locale(const char *locale, struct error *error)
{
    return locale == NULL || is_any(locale) || is_language_tag(locale) ||
           error_set(error, ERROR_USAGE,
                     "--locale wants a language tag such as de-DE, or any, "
                     "not \"%s\"",
                     locale);
}

/* The whole text is a date; `*is_utc`: it ends with Z. */
static bool read_date(const char *text, struct zone_time *time, bool *is_utc)
{
    int used = 0;
    char mark = '\0';
    *time = (struct zone_time){0};
    *is_utc = false;
    if (sscanf(text, "%4d-%2d-%2d%n", &time->year, &time->month, &time->day,
               &used) != 3)
        return false;
    text += used;
    if (*text == 'T') {
        if (sscanf(text, "T%2d:%2d%n", &time->hour, &time->minute, &used) != 2)
            return false;
        text += used;
        if (sscanf(text, ":%2d%n", &time->second, &used) == 1)
            text += used;
        mark = *text;
        *is_utc = mark == 'Z';
        text += *is_utc;
    }
    return *text == '\0' && time->year >= 1971 && time->year <= 2200 &&
           time->month >= 1 && time->month <= 12 && time->day >= 1 &&
           time->day <= 31 && time->hour >= 0 && time->hour <= 23 &&
           time->minute >= 0 && time->minute <= 59 && time->second >= 0 &&
           time->second <= 59;
}

/* The 31st of April is none. */
static bool is_in_calendar(struct zone_time time)
{
    struct zone_time noon = time;
    noon.hour = 12;
    struct zone_time again = zone_time("UTC", zone_seconds("UTC", noon));
    return again.day == time.day && again.month == time.month;
}

static bool check_date(const char *date, struct error *error)
{
    struct zone_time time;
    bool is_utc;
    if (date == NULL || is_any(date))
        return true;
    if (read_date(date, &time, &is_utc) && is_in_calendar(time))
        return true;
    return error_set(error, ERROR_USAGE,
                     "--date wants a day between 1971 and 2200 such as "
                     "2024-02-29, with a time where that matters "
                     "(2024-02-29T23:59:30, with Z by UTC), or any, not "
                     "\"%s\"",
                     date);
}

static bool read_size(const char *text, int *width, int *height)
{
    int used = 0;
    return sscanf(text, "%5dx%5d%n", width, height, &used) == 2 &&
           text[used] == '\0' && *width >= 100 && *width <= 10000 &&
           *height >= 100 && *height <= 10000;
}

static bool check_viewport(const char *size, struct error *error)
{
    int width, height;
    return size == NULL || is_any(size) || read_size(size, &width, &height) ||
           error_set(error, ERROR_USAGE,
                     "--viewport wants WIDTHxHEIGHT from 100 to 10000 pixels "
                     "such as 390x844, or any, not \"%s\"",
                     size);
}

static const struct environment_device *find_device(const char *name)
{
    for (size_t i = 0; i < environment_device_count; i++)
        if (strcasecmp(environment_devices[i].name, name) == 0)
            return &environment_devices[i];
    return NULL;
}

/* "a, b, c": cut where it does not fit. */
static void list_names(char *out, size_t size, const char *(*name)(size_t))
{
    size_t length = 0;
    out[0] = '\0';
    for (size_t i = 0; name(i) != NULL && length < size; i++)
        length += (size_t)snprintf(out + length, size - length, "%s%s",
                                   i == 0 ? "" : ", ", name(i));
}

static bool check_device(const char *device, struct error *error)
{
    char names[400];
    if (device == NULL || is_any(device) || find_device(device) != NULL)
        return true;
    list_names(names, sizeof names, environment_device_name);
    return error_set(error, ERROR_USAGE,
                     "--device knows %s, or any; there is no \"%s\"", names,
                     device);
}

static bool check_color_scheme(const char *scheme, struct error *error)
{
    return scheme == NULL || is_any(scheme) || strcmp(scheme, "light") == 0 ||
           strcmp(scheme, "dark") == 0 ||
           error_set(error, ERROR_USAGE,
                     "--color-scheme wants light, dark or any, not \"%s\"",
                     scheme);
}

/* Those of one connection, or of one request; the browser loads nothing with
 * them. */
static const char *const browsers_own[] = {
    "Host",       "Content-Length", "Transfer-Encoding",
    "Connection", "Upgrade",        "Keep-Alive",
    "TE",         "Trailer"};

/* A name as HTTP has them (RFC 9110, token), and a value on one line. */
static bool check_header(const char *header, struct error *error)
{
    static const char marks[] = "!#$%&'*+-.^_`|~";
    size_t length = strcspn(header, "=");
    bool fine = length > 0 && header[length] == '=' &&
                strpbrk(header + length, "\r\n") == NULL;
    for (size_t i = 0; i < length; i++)
        fine = fine && (isalnum((unsigned char)header[i]) ||
                        strchr(marks, header[i]) != NULL);
    if (!fine)
        return error_set(error, ERROR_USAGE,
                         "--header wants NAME=VALUE, not \"%s\"", header);
    for (size_t i = 0; i < sizeof browsers_own / sizeof *browsers_own; i++)
        if (strlen(browsers_own[i]) == length &&
            strncasecmp(header, browsers_own[i], length) == 0)
            return error_set(error, ERROR_USAGE,
                             "--header cannot say what %s is: that is the "
                             "browser's to say",
                             browsers_own[i]);
    return true;
}

static bool check_permission(const char *permission, struct error *error)
{
    char names[400];
    if (environment_permission_type(permission) != NULL)
        return true;
    list_names(names, sizeof names, environment_permission_name);
    return error_set(error, ERROR_USAGE,
                     "--permission knows %s; there is no \"%s\"", names,
                     permission);
}

bool environment_check(const struct environment_wish *wish, struct error *error)
{
    for (size_t i = 0; i < wish->header_count; i++)
        if (!check_header(wish->headers[i], error))
            return false;
    for (size_t i = 0; i < wish->permission_count; i++)
        if (!check_permission(wish->permissions[i], error))
            return false;
    if (wish->device != NULL && wish->viewport != NULL)
        return error_set(error, ERROR_USAGE,
                         "--device has a size of its own: give it or "
                         "--viewport");
    return check_zone(wish->time_zone, error) &&
           check_locale(wish->locale, error) && check_date(wish->date, error) &&
           check_viewport(wish->viewport, error) &&
           check_device(wish->device, error) &&
           check_color_scheme(wish->color_scheme, error);
}

/* ---- drawing -------------------------------------------------------------
 *
 * Each has a tape of its own, so that one more `any` does not change the
 * others. */

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
    if (!is_any(zone)) {
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
    bool for_zone = wish->date == NULL && is_any(wish->time_zone);
    struct zone_time time;
    bool is_utc;
    environment->has_date = wish->date != NULL || for_zone;
    if (for_zone || is_any(wish->date)) {
        environment->date_s =
            draw_date(seed, zone_for_dates(environment, zone), for_zone);
    } else if (wish->date != NULL && read_date(wish->date, &time, &is_utc)) {
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
        is_any(name) ? &environment_devices[draw_below(
                           seed, SALT_DEVICE, environment_device_count)]
                     : find_device(name);
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
    if (is_any(size)) {
        size_t number = draw_below(seed, SALT_VIEWPORT, environment_size_count);
        environment->width = environment_sizes[number].width;
        environment->height = environment_sizes[number].height;
    } else if (size != NULL) {
        read_size(size, &environment->width, &environment->height);
    }
}

static void choose_locale(struct environment *environment, const char *locale,
                          uint64_t seed)
{
    if (is_any(locale))
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
    if (is_any(wish->color_scheme))
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
