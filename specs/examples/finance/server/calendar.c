/* In this file: reading, writing, days as numbers, moments of a zone. */
#include "calendar.h"

#include <stdio.h>

enum { EPOCH_WEEKDAY = 4, DAYS_400 = 146097, DAYS_TO_1970 = 719162 };

/* ---- reading ------------------------------------------------------------- */

static bool is_leap(int year)
{
    return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

static int month_days(int year, int month)
{
    static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    return days[month - 1] + (month == 2 && is_leap(year));
}

static bool exists(const struct moment *moment)
{
    return moment->year >= 1 && moment->year <= 9999 && moment->month >= 1 &&
           moment->month <= 12 && moment->day >= 1 &&
           moment->day <= month_days(moment->year, moment->month) &&
           moment->hour <= 23 && moment->minute <= 59;
}

/* So many digits, and the character after them ('\0': any). */
static bool read_number(const char **text, int digits, char behind, int *number)
{
    *number = 0;
    for (int i = 0; i < digits; i++, (*text)++) {
        if (**text < '0' || **text > '9')
            return false;
        *number = 10 * *number + (**text - '0');
    }
    if (behind == '\0')
        return true;
    return *(*text)++ == behind;
}

/* Nothing more, or the mark and a time. */
static bool read_time(const char *text, char mark, struct moment *moment)
{
    moment->has_time = *text == mark;
    if (!moment->has_time)
        return *text == '\0';
    text++;
    return read_number(&text, 2, ':', &moment->hour) &&
           read_number(&text, 2, '\0', &moment->minute) && *text == '\0';
}

bool moment_read(const char *text, struct moment *moment)
{
    *moment = (struct moment){0};
    return read_number(&text, 2, '/', &moment->month) &&
           read_number(&text, 2, '/', &moment->day) &&
           read_number(&text, 4, '\0', &moment->year) &&
           read_time(text, ' ', moment) && exists(moment);
}

bool moment_read_iso(const char *text, struct moment *moment)
{
    *moment = (struct moment){0};
    return read_number(&text, 4, '-', &moment->year) &&
           read_number(&text, 2, '-', &moment->month) &&
           read_number(&text, 2, '\0', &moment->day) &&
           read_time(text, 'T', moment) && exists(moment);
}

/* ---- writing ------------------------------------------------------------- */

void moment_write(const struct moment *moment, char text[MOMENT_TEXT])
{
    snprintf(text, MOMENT_TEXT, "%02u/%02u/%04u", (unsigned)moment->month % 100,
             (unsigned)moment->day % 100, (unsigned)moment->year % 10000);
}

/* ---- days as numbers ----------------------------------------------------- */

static long days_before_year(long year)
{
    long full = year - 1;
    return full * 365 + full / 4 - full / 100 + full / 400;
}

long moment_day(const struct moment *moment)
{
    long days = days_before_year(moment->year) - DAYS_TO_1970;
    for (int month = 1; month < moment->month; month++)
        days += month_days(moment->year, month);
    return days + moment->day - 1;
}

struct moment moment_of_day(long day)
{
    struct moment moment = {.month = 1};
    long year = (day + DAYS_TO_1970) * 400 / DAYS_400 + 1;
    while (days_before_year(year) - DAYS_TO_1970 > day)
        year--;
    while (days_before_year(year + 1) - DAYS_TO_1970 <= day)
        year++;
    long rest = day - (days_before_year(year) - DAYS_TO_1970);
    moment.year = (int)year;
    for (; rest >= month_days(moment.year, moment.month); moment.month++)
        rest -= month_days(moment.year, moment.month);
    moment.day = (int)rest + 1;
    return moment;
}

int weekday(long day)
{
    long rest = (day + EPOCH_WEEKDAY) % 7;
    return (int)(rest < 0 ? rest + 7 : rest);
}

/* ---- moments of a zone --------------------------------------------------- */

time_t moment_seconds(const struct moment *moment)
{
    struct tm fields = {
        .tm_year = moment->year - 1900,
        .tm_mon = moment->month - 1,
        .tm_mday = moment->day,
        .tm_hour = moment->hour,
        .tm_min = moment->minute,
        .tm_isdst = -1,
    };
    return mktime(&fields);
}

struct moment moment_by_utc(time_t seconds)
{
    struct tm fields;
    gmtime_r(&seconds, &fields);
    return (struct moment){
        .year = fields.tm_year + 1900,
        .month = fields.tm_mon + 1,
        .day = fields.tm_mday,
    };
}
