/* Time zones by the names of the tz database ("Europe/Lisbon"), as the machine
 * has it (Debian: tzdata). Without the database a zone counts as UTC.
 *
 * Calendar arithmetic is the C library's, which knows one zone at a time, that
 * of the process: each function sets it and puts it back. Not for threads.
 */
#ifndef WEIR_GEN_ZONE_H
#define WEIR_GEN_ZONE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Whether the name may be one of a zone: where the machine has the database,
 * whether it is in it. */
bool zone_is_known(const char *zone);

/* Seconds since 1970 of a moment by the zone's calendar. The fields may lie
 * beyond their ranges (day 0 is the last of the month before). An hour that the
 * zone leaves out, or has twice, is one of the two that it may be. */
struct zone_time {
    int year, month, day; /* 1 to 12, from 1 */
    int hour, minute, second;
};
int64_t zone_seconds(const char *zone, struct zone_time time);

/* The calendar of the zone at a moment. */
struct zone_time zone_time(const char *zone, int64_t seconds);

/* A moment at which the zone's clocks change. */
struct zone_change {
    int64_t seconds; /* the first second of the new time */
    int shift_s;     /* above 0: clocks go forward, an hour is left out */
};
enum { ZONE_CHANGES = 8 };
/* Those of one year, in order; how many: none in most zones. */
size_t zone_changes(const char *zone, int year,
                    struct zone_change changes[ZONE_CHANGES]);

#endif
