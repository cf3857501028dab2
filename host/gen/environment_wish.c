/* What may be wished for of an environment, option by option. */
#include "gen/environment_wish.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/str.h"
#include "base/suggestion.h"

bool wish_is_any(const char *text)
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

/* ", did you mean …?" or nothing. */
static void add_near(char *out, size_t size, const struct suggestion *near)
{
    out[0] = '\0';
    if (near->text != NULL)
        snprintf(out, size, "; did you mean %s?", near->text);
}

static bool check_zone(const char *zone, struct error *error)
{
    if (zone == NULL || wish_is_any(zone) || zone_is_known(zone))
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
    return locale == NULL || wish_is_any(locale) || is_language_tag(locale) ||
           error_set(error, ERROR_USAGE,
                     "--locale wants a language tag such as de-DE, or any, "
                     "not \"%s\"",
                     locale);
}

bool wish_read_date(const char *text, struct zone_time *time, bool *is_utc)
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
    if (date == NULL || wish_is_any(date))
        return true;
    if (wish_read_date(date, &time, &is_utc) && is_in_calendar(time))
        return true;
    return error_set(error, ERROR_USAGE,
                     "--date wants a day between 1971 and 2200 such as "
                     "2024-02-29, with a time where that matters "
                     "(2024-02-29T23:59:30, with Z by UTC), or any, not "
                     "\"%s\"",
                     date);
}

bool wish_read_size(const char *text, int *width, int *height)
{
    int used = 0;
    return sscanf(text, "%5dx%5d%n", width, height, &used) == 2 &&
           text[used] == '\0' && *width >= 100 && *width <= 10000 &&
           *height >= 100 && *height <= 10000;
}

static bool check_viewport(const char *size, struct error *error)
{
    int width, height;
    return size == NULL || wish_is_any(size) ||
           wish_read_size(size, &width, &height) ||
           error_set(error, ERROR_USAGE,
                     "--viewport wants WIDTHxHEIGHT from 100 to 10000 pixels "
                     "such as 390x844, or any, not \"%s\"",
                     size);
}

const struct environment_device *wish_find_device(const char *name)
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
    if (device == NULL || wish_is_any(device) ||
        wish_find_device(device) != NULL)
        return true;
    list_names(names, sizeof names, environment_device_name);
    return error_set(error, ERROR_USAGE,
                     "--device knows %s, or any; there is no \"%s\"", names,
                     device);
}

static bool check_color_scheme(const char *scheme, struct error *error)
{
    return scheme == NULL || wish_is_any(scheme) ||
           strcmp(scheme, "light") == 0 || strcmp(scheme, "dark") == 0 ||
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
