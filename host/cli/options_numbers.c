#include "cli/options_internal.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

bool options_number(const char *text, uint64_t *number)
{
    char *end;
    if (*text < '0' || *text > '9')
        return false;
    errno = 0;
    *number = strtoull(text, &end, 10);
    return errno == 0 && *end == '\0';
}

bool options_count(const char *text, int64_t least, int64_t *number)
{
    uint64_t parsed;
    if (!options_number(text, &parsed) || parsed > INT64_MAX ||
        (int64_t)parsed < least)
        return false;
    *number = (int64_t)parsed;
    return true;
}

bool options_duration(const char *text, int64_t *milliseconds)
{
    static const struct {
        const char *suffix;
        int64_t factor;
    } units[] = {{"ms", 1}, {"s", 1000}, {"m", 60000}, {"h", 3600000}};
    char *end;
    if (!((*text >= '0' && *text <= '9') || *text == '.'))
        return false;
    errno = 0;
    double number = strtod(text, &end);
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        if (strcmp(end, units[i].suffix) != 0)
            continue;
        double result = number * (double)units[i].factor;
        if (errno != 0 || result < 1 || result > 1e13)
            return false;
        *milliseconds = (int64_t)result;
        return true;
    }
    return false;
}
