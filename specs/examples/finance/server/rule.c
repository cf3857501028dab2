/* In this file: the wire, the storage, the days. */
#include "rule.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LAST_DAY = 31, LONGEST_INTERVAL = 1000, DAY_SECONDS = 24 * 60 * 60 };

/* ---- the wire ------------------------------------------------------------ */

/* NULL: it is not there, or null. */
static yajl_val field(yajl_val object, const char *name)
{
    const char *path[] = {name, NULL};
    yajl_val value = yajl_tree_get(object, path, yajl_t_any);
    return YAJL_IS_NULL(value) ? NULL : value;
}

static bool read_count(yajl_val value, long long least, long long most,
                       int *count)
{
    if (!YAJL_IS_INTEGER(value) || YAJL_GET_INTEGER(value) < least ||
        YAJL_GET_INTEGER(value) > most)
        return false;
    *count = (int)YAJL_GET_INTEGER(value);
    return true;
}

static bool read_weekly(yajl_val json, enum bug bug, struct rule *rule,
                        const char **wrong)
{
    yajl_val basis = field(json, "basis"), interval = field(json, "interval");
    *wrong = "basis wants MM/DD/YYYY";
    if (basis != NULL && (!YAJL_IS_STRING(basis) ||
                          !moment_read(YAJL_GET_STRING(basis), &rule->basis)))
        return false;
    rule->has_basis = basis != NULL;
    *wrong = "interval wants a whole number from 1 to 1000";
    if (interval != NULL && bug != BUG_INTERVAL_DROPPED)
        return read_count(interval, 1, LONGEST_INTERVAL, &rule->interval);
    return true;
}

bool rule_read_json(yajl_val json, enum bug bug, struct rule *rule,
                    const char **wrong)
{
    *rule = (struct rule){0};
    *wrong = "recurrence_rule is wanted";
    if (!YAJL_IS_OBJECT(json))
        return false;
    const char *type = YAJL_GET_STRING(field(json, "recurrence_type"));
    *wrong = "recurrence_type wants monthly or weekly";
    if (type == NULL ||
        (strcmp(type, "monthly") != 0 && strcmp(type, "weekly") != 0))
        return false;
    rule->is_weekly = strcmp(type, "weekly") == 0;
    *wrong = "day wants a whole number from 0 to 31";
    return read_count(field(json, "day"), 0, LAST_DAY, &rule->day) &&
           (!rule->is_weekly || read_weekly(json, bug, rule, wrong));
}

static void put_text(yajl_gen out, const char *text)
{
    yajl_gen_string(out, (const unsigned char *)text, strlen(text));
}

void rule_write_json(const struct rule *rule, yajl_gen out)
{
    char basis[MOMENT_TEXT];
    yajl_gen_map_open(out);
    put_text(out, "recurrence_type");
    put_text(out, rule->is_weekly ? "weekly" : "monthly");
    put_text(out, "day");
    yajl_gen_integer(out, rule->day);
    if (rule->is_weekly) {
        moment_write(&rule->basis, basis);
        if (rule->shows_time)
            snprintf(basis + strlen(basis), sizeof basis - strlen(basis),
                     " 00:00");
        put_text(out, "basis");
        if (rule->has_basis)
            put_text(out, basis);
        else
            yajl_gen_null(out);
        put_text(out, "interval");
        if (rule->interval > 0)
            yajl_gen_integer(out, rule->interval);
        else
            yajl_gen_null(out);
    }
    yajl_gen_map_close(out);
}

/* ---- the storage --------------------------------------------------------- */

static void write_basis(const struct moment *basis, enum bug bug, bool is_edit,
                        char text[MOMENT_TEXT])
{
    struct moment moment = *basis;
    if (bug == BUG_BASIS_UTC)
        moment = moment_by_utc(moment_seconds(basis));
    if (bug == BUG_EDIT_FORMAT && is_edit) {
        moment.month = basis->day;
        moment.day = basis->month;
    }
    moment_write(&moment, text);
    if (bug == BUG_RULE_TEXT && basis->has_time)
        snprintf(text + strlen(text), MOMENT_TEXT - strlen(text), " %02u:%02u",
                 (unsigned)basis->hour % 100, (unsigned)basis->minute % 100);
}

void rule_write_text(const struct rule *rule, enum bug bug, bool is_edit,
                     char text[RULE_TEXT])
{
    const char *between = bug == BUG_RULE_TEXT ? ":" : ";";
    char basis[MOMENT_TEXT] = "";
    int length = snprintf(text, RULE_TEXT, "%s::day=%d",
                          rule->is_weekly ? "weekly" : "monthly", rule->day);
    if (rule->has_basis) {
        write_basis(&rule->basis, bug, is_edit, basis);
        length += snprintf(text + length, RULE_TEXT - (size_t)length,
                           "%sbasis=%s", between, basis);
    }
    if (rule->interval > 0)
        snprintf(text + length, RULE_TEXT - (size_t)length, "%sinterval=%d",
                 between, rule->interval);
}

static void read_attribute(const char *name, const char *value, enum bug bug,
                           struct rule *rule)
{
    if (strcmp(name, "day") == 0)
        rule->day = atoi(value);
    else if (strcmp(name, "interval") == 0)
        rule->interval = atoi(value);
    else if (strcmp(name, "basis") == 0) {
        char date[MOMENT_TEXT];
        snprintf(date, sizeof date, "%.10s", value);
        rule->has_basis = moment_read(date, &rule->basis);
        rule->shows_time = bug == BUG_BASIS_TIME;
    }
}

void rule_read_text(const char *text, enum bug bug, struct rule *rule)
{
    const char *between = bug == BUG_RULE_TEXT ? ":" : ";";
    char copy[RULE_TEXT];
    *rule = (struct rule){.is_weekly = strncmp(text, "weekly", 6) == 0};
    const char *attributes = strstr(text, "::");
    if (attributes == NULL)
        return;
    snprintf(copy, sizeof copy, "%s", attributes + 2);
    char *rest = copy, *part;
    while ((part = strsep(&rest, between)) != NULL) {
        char *value = strchr(part, '=');
        if (value == NULL)
            return; /* the rest makes no sense */
        *value++ = '\0';
        read_attribute(part, value, bug, rule);
    }
}

/* ---- the days ------------------------------------------------------------ */

/* Rounded down. */
static long weeks_in(long days)
{
    return days >= 0 ? days / 7 : -((-days + 6) / 7);
}

/* The fault: what is not a whole number of days is less than a day. */
static long days_by_clock(long basis, long day)
{
    struct moment from = moment_of_day(basis), to = moment_of_day(day);
    long seconds = (long)(moment_seconds(&to) - moment_seconds(&from));
    return seconds >= 0 ? seconds / DAY_SECONDS
                        : -((-seconds + DAY_SECONDS - 1) / DAY_SECONDS);
}

static bool is_in_week(const struct rule *rule, long day, enum bug bug)
{
    long basis = moment_day(&rule->basis);
    long days =
        bug == BUG_SUMMER_TIME ? days_by_clock(basis, day) : day - basis;
    return weeks_in(days) % rule->interval == 0;
}

bool rule_matches(const struct rule *rule, long day, enum bug bug)
{
    if (!rule->is_weekly)
        return moment_of_day(day).day == rule->day;
    if (rule->has_basis && rule->interval > 0)
        return is_in_week(rule, day, bug);
    return !rule->has_basis && rule->interval == 0 && weekday(day) == rule->day;
}
