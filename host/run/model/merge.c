/* In this file: finding a test, telling of it, all of them. */
#include "run/model/merge.h"

#include "gen/choices.h"
#include "run/campaign_internal.h"
#include "run/model/perform.h"
#include "run/model/trial_lines.h"

struct join {
    const struct model_campaign *campaign;
    const struct model_merge *merge;
    struct model_course course;
    bool is_wrong; /* a file: *course.error */
};

static bool is_before(const struct campaign_place *a,
                      const struct campaign_place *b)
{
    return a->property < b->property ||
           (a->property == b->property && a->number < b->number);
}

/* Where the trial of a test goes. */
struct wanted {
    struct trial *trial;
    const struct model_info *info;
    bool is_there;
};

static bool take_line(void *context, struct str line, struct error *error)
{
    struct wanted *wanted = context;
    struct trial_said said;
    if (!trial_read(&said, line, wanted->info, error))
        return false;
    if (said.kind == TRIAL_WHOLE && !wanted->is_there) {
        trial_finish(wanted->trial);
        *wanted->trial = said.trial;
        wanted->is_there = true;
        trial_init(&said.trial);
    }
    trial_said_finish(&said);
    return true;
}

/* Passes over the tests before it. False: a file is wrong. */
static bool find(struct shard_reader *reader,
                 const struct campaign_place *place, bool *found,
                 struct error *error)
{
    const struct campaign_place *next = shard_reader_next(reader);
    while (next != NULL && is_before(next, place)) {
        if (!shard_reader_take(reader, NULL, error))
            return false;
        next = shard_reader_next(reader);
    }
    *found = next != NULL && !is_before(place, next);
    return true;
}

/* False: a file is wrong. */
static bool take(struct join *join, const struct campaign_place *place,
                 struct trial *trial, bool *found)
{
    uint64_t number = model_campaign_place(
        join->campaign, (enum model_property)place->property, place->number);
    struct shard_reader *reader =
        join->merge->readers[number % join->merge->count];
    struct wanted wanted = {trial, join->merge->info, false};
    *found = false;
    if (reader == NULL)
        return true;
    if (!find(reader, place, found, join->course.error))
        return false;
    if (*found && !shard_reader_take_lines(reader, take_line, &wanted,
                                           join->course.error))
        return false;
    *found = wanted.is_there;
    return true;
}

/* False: the property, or the whole, ends here. */
static bool join_test(struct join *join, enum model_property property,
                      int64_t number)
{
    struct campaign_place place = {property, number, 0};
    struct trial trial;
    bool found, goes_on = true;
    trial_init(&trial);
    if (!take(join, &place, &trial, &found)) {
        join->is_wrong = true;
        goes_on = false;
    } else if (!found) {
        join->course.summary->not_run++;
    } else {
        trial_place(&trial, join->campaign, property, number);
        model_course_announce(&join->course, &trial);
        goes_on = model_course_conclude(&join->course, &trial);
    }
    trial_finish(&trial);
    return goes_on;
}

/* How many tests no file has, from this one on: none of them is looked for,
 * because there may be any number. */
static int64_t count_gap(const struct join *join, enum model_property property,
                         int64_t number)
{
    int64_t gap = join->campaign->tests - number + 1;
    for (size_t i = 0; i < join->merge->count; i++) {
        const struct shard_reader *reader = join->merge->readers[i];
        const struct campaign_place *next =
            reader == NULL ? NULL : shard_reader_next(reader);
        if (next == NULL || next->property > (size_t)property)
            continue;
        if (next->property < (size_t)property || next->number < number)
            return 0; /* who knows what stands after it */
        if (next->number - number < gap)
            gap = next->number - number;
    }
    return gap;
}

static bool join_property(struct join *join, enum model_property property)
{
    int64_t tests = join->campaign->tests;
    for (int64_t number = 1; number <= tests; number++) {
        int64_t gap = count_gap(join, property, number);
        join->course.summary->not_run += (size_t)gap;
        number += gap;
        if (number <= tests && !join_test(join, property, number))
            return false;
    }
    return true;
}

/* They ran at the same time, as a rule. */
static int64_t longest_ms(const struct model_merge *merge)
{
    int64_t longest = 0;
    struct error ignored = ERROR_NONE;
    for (size_t i = 0; i < merge->count; i++) {
        struct shard_reader *reader = merge->readers[i];
        while (reader != NULL && shard_reader_next(reader) != NULL &&
               shard_reader_take(reader, NULL, &ignored))
            continue;
        const struct shard_end *end =
            reader == NULL ? NULL : shard_reader_end(reader);
        if (end != NULL && end->duration_ms > longest)
            longest = end->duration_ms;
    }
    return longest;
}

bool model_merge_run(const struct model_campaign *campaign,
                     const struct model_merge *merge,
                     struct run_summary *summary, struct error *error)
{
    struct join join = {.campaign = campaign, .merge = merge};
    struct error trouble = ERROR_NONE;
    bool goes_on = true;
    model_course_begin(&join.course, campaign, merge->info, merge->first,
                       summary, &trouble);
    for (int i = 0; goes_on && i < MODEL_PROPERTIES; i++)
        if (campaign->wants(campaign->context, (enum model_property)i))
            goes_on = join_property(&join, (enum model_property)i);
    model_course_end(&join.course, goes_on && summary->not_run == 0);
    summary->duration_ms = longest_ms(merge);
    if (trouble.code != ERROR_OK && error != NULL)
        *error = trouble;
    return !join.is_wrong && trouble.code == ERROR_OK;
}
