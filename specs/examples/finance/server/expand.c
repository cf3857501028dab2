/* In this file: the days, what happens on them, their order. */
#include "expand.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "names.h"

enum { DAYS_UNTIL_LOOK = 512 };

/* ---- the days ------------------------------------------------------------ */

/* A row of days that goes on by one each time. */
struct walk {
    long day, last;
    /* Of the faults that count in moments. */
    struct moment at;
    time_t end;
    enum bug bug;
};

static bool counts_moments(enum bug bug)
{
    return bug == BUG_END_HOUR || bug == BUG_ENDLESS;
}

static struct walk walk_from(const struct moment *start,
                             const struct moment *end, enum bug bug)
{
    struct walk walk = {
        .day = moment_day(start),
        .last = moment_day(end),
        .at = *start,
        .end = moment_seconds(end),
        .bug = bug,
    };
    struct moment behind = *end;
    behind.day++;
    if (bug == BUG_ENDLESS)
        walk.end = moment_seconds(&behind);
    struct moment shifted = moment_by_utc(moment_seconds(start));
    if (bug == BUG_START_UTC)
        walk.day = moment_day(&shifted);
    return walk;
}

static long take_day(struct walk *walk)
{
    walk->at.day++; /* beyond the month's end: mktime puts it right */
    return walk->day++;
}

static bool is_over(const struct walk *walk)
{
    if (!counts_moments(walk->bug))
        return walk->day > walk->last;
    time_t now = moment_seconds(&walk->at);
    return walk->bug == BUG_END_HOUR ? now > walk->end : now == walk->end;
}

/* ---- what happens on them ------------------------------------------------ */

static void add(struct entries *entries, struct entry entry)
{
    if (entries->count == entries->capacity) {
        entries->capacity = 2 * entries->capacity + 64;
        entries->items = reallocarray(entries->items, entries->capacity,
                                      sizeof *entries->items);
        if (entries->items == NULL)
            abort();
    }
    entries->items[entries->count++] = entry;
}

void entries_finish(struct entries *entries)
{
    free(entries->items);
    *entries = (struct entries){0};
}

static long used_ms(void)
{
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

static void add_day(const struct rows *rows, const struct rule *rules, long day,
                    enum bug bug, struct entries *entries)
{
    for (size_t i = 0; i < rows->count; i++)
        if (rule_matches(&rules[i], day, bug))
            add(entries, (struct entry){day, &rows->items[i], i});
}

static bool add_days(const struct rows *rows, const struct rule *rules,
                     struct walk *walk, struct entries *entries)
{
    long began_ms = used_ms();
    for (long i = 1; !is_over(walk); i++) {
        add_day(rows, rules, take_day(walk), walk->bug, entries);
        if (i % DAYS_UNTIL_LOOK == 0 && used_ms() - began_ms > EXPAND_LIMIT_MS)
            return false;
    }
    return true;
}

/* ---- their order --------------------------------------------------------- */

static int by_text(long a, long b)
{
    struct moment moment_a = moment_of_day(a), moment_b = moment_of_day(b);
    char text_a[MOMENT_TEXT], text_b[MOMENT_TEXT];
    moment_write(&moment_a, text_a);
    moment_write(&moment_b, text_b);
    return strcmp(text_a, text_b);
}

static int sign(long a, long b)
{
    return (a > b) - (a < b);
}

static int compare_rows(const void *left, const void *right, void *context)
{
    const struct row *const *a = left, *const *b = right;
    return names_compare((*a)->name, (*b)->name, *(const enum bug *)context);
}

/* Names are compared once for each row, not for each day: by place in the list,
 * the place of the name among all of them, alike for those that are alike. */
static long *rank_names(const struct rows *rows, enum bug bug)
{
    const struct row **order = calloc(rows->count + 1, sizeof *order);
    long *ranks = calloc(rows->count + 1, sizeof *ranks);
    if (order == NULL || ranks == NULL)
        abort();
    for (size_t i = 0; i < rows->count; i++)
        order[i] = &rows->items[i];
    qsort_r(order, rows->count, sizeof *order, compare_rows, &bug);
    long rank = 0;
    for (size_t i = 0; i < rows->count; i++) {
        rank += i > 0 && strcmp(order[i - 1]->name, order[i]->name) != 0;
        ranks[order[i] - rows->items] = bug == BUG_NAMES_DOWN ? -rank : rank;
    }
    free(order);
    return ranks;
}

struct ordering {
    const long *ranks;
    enum bug bug;
};

static int compare(const void *left, const void *right, void *context)
{
    const struct entry *a = left, *b = right;
    const struct ordering *ordering = context;
    int order = ordering->bug == BUG_TEXT_ORDER ? by_text(a->day, b->day)
                                                : sign(a->day, b->day);
    if (order == 0 && ordering->bug != BUG_DAY_ORDER)
        order = sign(ordering->ranks[a->place], ordering->ranks[b->place]);
    return order != 0 ? order : sign((long)a->place, (long)b->place);
}

static void sort(const struct rows *rows, enum bug bug, struct entries *entries)
{
    long *ranks = rank_names(rows, bug);
    struct ordering ordering = {ranks, bug};
    if (entries->count > 0)
        qsort_r(entries->items, entries->count, sizeof *entries->items, compare,
                &ordering);
    free(ranks);
}

bool expand(const struct rows *rows, const struct moment *start,
            const struct moment *end, enum bug bug, struct entries *entries)
{
    if (moment_day(start) >= moment_day(end))
        return true;
    struct rule *rules = calloc(rows->count + 1, sizeof *rules);
    if (rules == NULL)
        abort();
    for (size_t i = 0; i < rows->count; i++)
        rule_read_text(rows->items[i].rule, bug, &rules[i]);
    struct walk walk = walk_from(start, end, bug);
    bool is_done = add_days(rows, rules, &walk, entries);
    free(rules);
    if (is_done)
        sort(rows, bug, entries);
    return is_done;
}
