/* Dates as the API writes them, and days as numbers.
 *
 * A date may come with a time of day ("06/03/1990 20:00"), by the clock of the
 * server's zone. It says when something was typed and does not count: the
 * day is the one that is written. */
#ifndef WEIR_EXAMPLES_FINANCE_CALENDAR_H
#define WEIR_EXAMPLES_FINANCE_CALENDAR_H

#include <stdbool.h>
#include <stddef.h>
#include <time.h>

struct moment {
    int year, month, day; /* 1 to 9999, 1 to 12, from 1 */
    bool has_time;
    int hour, minute; /* 0 without a time */
};

enum { MOMENT_TEXT = 32 }; /* bytes that are enough for one */

/* Reads "MM/DD/YYYY" or "MM/DD/YYYY HH:MM". False: it is none, or there is no
 * such day. */
bool moment_read(const char *text, struct moment *moment);
/* The same of "YYYY-MM-DD" or "YYYY-MM-DDTHH:MM", as in addresses. */
bool moment_read_iso(const char *text, struct moment *moment);

/* "MM/DD/YYYY", without its time. */
void moment_write(const struct moment *moment, char text[MOMENT_TEXT]);

/* Days since 1970-01-01, of no zone; and back. */
long moment_day(const struct moment *moment);
struct moment moment_of_day(long day);

/* Seconds since 1970, by the zone of the process; and back, by UTC. */
time_t moment_seconds(const struct moment *moment);
struct moment moment_by_utc(time_t seconds);

int weekday(long day); /* 0: Sunday */

#endif
