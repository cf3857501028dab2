#include "gen/zone.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "base/memory.h"

static const char database[] = "/usr/share/zoneinfo";

static bool is_there(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0;
}

/* "Area/Place", "Etc/GMT+5", "UTC": no way out of the database's folder. */
static bool has_form(const char *zone)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz"
                                  "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                  "0123456789_+-/";
    size_t length = strlen(zone);
    return length > 0 && length < 64 && strspn(zone, letters) == length &&
           zone[0] != '/' && zone[length - 1] != '/';
}

bool zone_is_known(const char *zone)
{
    char path[128];
    struct stat about;
    if (!has_form(zone))
        return false;
    snprintf(path, sizeof path, "%s/%s", database, zone);
    return !is_there(database) ||
           (stat(path, &about) == 0 && S_ISREG(about.st_mode));
}

/* ---- the process's zone --------------------------------------------------
 */

static char *enter(const char *zone)
{
    const char *own = getenv("TZ");
    char *kept = own == NULL ? NULL : memory_copy_string(own, strlen(own));
    setenv("TZ", zone, 1);
    tzset();
    return kept;
}

static void leave(char *kept)
{
    if (kept == NULL)
        unsetenv("TZ");
    else
        setenv("TZ", kept, 1);
    tzset();
    free(kept);
}

int64_t zone_seconds(const char *zone, struct zone_time time)
{
    struct tm parts = {
        .tm_year = time.year - 1900,
        .tm_mon = time.month - 1,
        .tm_mday = time.day,
        .tm_hour = time.hour,
        .tm_min = time.minute,
        .tm_sec = time.second,
        .tm_isdst = -1,
    };
    char *kept = enter(zone);
    int64_t seconds = mktime(&parts);
    leave(kept);
    return seconds;
}

struct zone_time zone_time(const char *zone, int64_t seconds)
{
    struct tm parts = {0};
    time_t when = (time_t)seconds;
    char *kept = enter(zone);
    localtime_r(&when, &parts);
    leave(kept);
    return (struct zone_time){parts.tm_year + 1900, parts.tm_mon + 1,
                              parts.tm_mday,        parts.tm_hour,
                              parts.tm_min,         parts.tm_sec};
}

static int offset_at(int64_t seconds)
{
    struct tm parts = {0};
    time_t when = (time_t)seconds;
    localtime_r(&when, &parts);
    return (int)parts.tm_gmtoff;
}

/* Between two moments with different offsets. */
static int64_t find_change(int64_t before, int64_t after)
{
    int offset = offset_at(before);
    while (after - before > 1) {
        int64_t middle = before + (after - before) / 2;
        if (offset_at(middle) == offset)
            before = middle;
        else
            after = middle;
    }
    return after;
}

size_t zone_changes(const char *zone, int year,
                    struct zone_change changes[ZONE_CHANGES])
{
    enum { DAY_S = 24 * 60 * 60 };
    size_t count = 0;
    int64_t day = zone_seconds(
        zone, (struct zone_time){.year = year, .month = 1, .day = 1});
    int64_t end = zone_seconds(
        zone, (struct zone_time){.year = year + 1, .month = 1, .day = 1});
    char *kept = enter(zone);
    for (; day < end && count < ZONE_CHANGES; day += DAY_S) {
        int shift = offset_at(day + DAY_S) - offset_at(day);
        if (shift != 0)
            changes[count++] = (struct zone_change){
                .seconds = find_change(day, day + DAY_S), .shift_s = shift};
    }
    leave(kept);
    return count;
}
