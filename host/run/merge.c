/* Order of this file: finding a test, telling of it, all of them. */
#include "run/merge.h"

#include <stdlib.h>

#include "base/memory.h"
#include "run/campaign_internal.h"
#include "run/job_report.h"

/* Joining under way. */
struct join {
    const struct merge *merge;
    struct course course;
    bool is_wrong; /* a file: course.error */
};

enum found { FOUND, FOUND_NOTHING, FOUND_TROUBLE };

/* Walk by walk, and in each the properties of its group. */
static bool is_before(const struct campaign *campaign,
                      const struct campaign_place *a,
                      const struct campaign_place *b)
{
    size_t leader = campaign_leader(campaign, a->property);
    size_t other = campaign_leader(campaign, b->property);
    if (leader != other)
        return leader < other;
    return a->number < b->number ||
           (a->number == b->number && a->property < b->property);
}

static struct shard_reader *reader_of(const struct join *join,
                                      const struct campaign_place *place)
{
    uint64_t number = campaign_number(join->course.campaign, place);
    return join->merge->readers[number % join->merge->count];
}

/* Passes over the tests before it: they are of a property of which a test did
 * not pass in another share. */
static enum found find(const struct campaign *campaign,
                       struct shard_reader *reader,
                       const struct campaign_place *place, struct error *error)
{
    const struct campaign_place *next = shard_reader_next(reader);
    while (next != NULL && is_before(campaign, next, place)) {
        if (!shard_reader_take(reader, NULL, error))
            return FOUND_TROUBLE;
        next = shard_reader_next(reader);
    }
    return next != NULL && !is_before(campaign, place, next) ? FOUND
                                                             : FOUND_NOTHING;
}

static enum found take(const struct join *join,
                       const struct campaign_place *place,
                       struct job_report *job_report)
{
    struct shard_reader *reader = reader_of(join, place);
    struct error *error = join->course.error;
    if (reader == NULL)
        return FOUND_NOTHING;
    enum found found = find(join->course.campaign, reader, place, error);
    if (found != FOUND)
        return found;
    if (!shard_reader_take(reader, job_report, error))
        return FOUND_TROUBLE;
    /* Cut off, or broken off by a signal: it has not been tested. */
    bool is_whole = job_report->is_complete &&
                    job_report->outcome.result.error.code != ERROR_CANCELLED;
    return is_whole ? FOUND : FOUND_NOTHING;
}

/* *more: the property is tested again. False: the whole has to end. */
static bool join_test(struct join *join, const struct campaign_place *place,
                      bool *more)
{
    struct course *course = &join->course;
    struct job_report job_report;
    bool goes_on = true;
    job_report_init(&job_report, course->campaign->keep_all);
    switch (take(join, place, &job_report)) {
    case FOUND: {
        struct test_info info = campaign_announce(course, place);
        goes_on = campaign_conclude(course, place, &info, &job_report.outcome);
        *more = campaign_goes_on(course, place, &job_report.outcome);
        break;
    }
    case FOUND_NOTHING:
        course->summary->not_run++;
        break;
    case FOUND_TROUBLE:
        join->is_wrong = true;
        goes_on = false;
        break;
    }
    job_report_finish(&job_report);
    return goes_on;
}

/* How many walks of the group no file has, from this one on: none of them is
 * looked for, because there may be any number. */
static int64_t count_gap(const struct join *join,
                         const struct campaign_place *place)
{
    const struct campaign *campaign = join->course.campaign;
    int64_t gap = campaign->tests - place->number + 1;
    for (size_t i = 0; i < join->merge->count; i++) {
        const struct shard_reader *reader = join->merge->readers[i];
        const struct campaign_place *next =
            reader == NULL ? NULL : shard_reader_next(reader);
        if (next == NULL ||
            campaign_leader(campaign, next->property) > place->property)
            continue;
        if (is_before(campaign, next, place))
            return 0; /* who knows what stands after it */
        if (next->number - place->number < gap)
            gap = next->number - place->number;
    }
    return gap;
}

/* Also after what ends the whole: what a shard has told of is told. */
static bool join_walk(struct join *join, const struct campaign_place *walk,
                      bool *is_live)
{
    const struct campaign *campaign = join->course.campaign;
    bool goes_on = true;
    for (size_t i = walk->property;
         i < campaign->property_count && !join->is_wrong;
         i = campaign_member_after(campaign, i)) {
        struct campaign_place place = {i, walk->number, 0};
        if (is_live[i])
            goes_on = join_test(join, &place, &is_live[i]) && goes_on;
    }
    return goes_on;
}

static bool join_walks(struct join *join, size_t leader, bool *is_live)
{
    const struct campaign *campaign = join->course.campaign;
    struct run_summary *summary = join->course.summary;
    struct campaign_place place = {.property = leader, .number = 1};
    uint64_t live = campaign_count_live(campaign, leader, is_live);
    for (; place.number <= campaign->tests && live > 0; place.number++) {
        int64_t gap = count_gap(join, &place);
        summary->not_run += (uint64_t)gap * live;
        place.number += gap;
        if (place.number > campaign->tests)
            break;
        if (!join_walk(join, &place, is_live)) {
            summary->not_run +=
                (uint64_t)(campaign->tests - place.number) * live;
            return false;
        }
        live = campaign_count_live(campaign, leader, is_live);
    }
    return true;
}

static bool join_group(struct join *join, size_t leader)
{
    const struct campaign *campaign = join->course.campaign;
    bool *is_live = memory_zeroed(campaign->property_count, sizeof *is_live);
    for (size_t i = leader; i < campaign->property_count;
         i = campaign_member_after(campaign, i))
        is_live[i] = true;
    bool goes_on = join_walks(join, leader, is_live);
    free(is_live);
    return goes_on;
}

/* Passes over what nobody has asked for, so that the end has been read. */
static void read_to_end(struct shard_reader *reader)
{
    struct error ignored = ERROR_NONE;
    while (shard_reader_next(reader) != NULL &&
           shard_reader_take(reader, NULL, &ignored))
        continue;
}

/* They ran at the same time, as a rule. */
static int64_t longest_ms(const struct merge *merge)
{
    int64_t longest = 0;
    for (size_t i = 0; i < merge->count; i++) {
        if (merge->readers[i] == NULL)
            continue;
        read_to_end(merge->readers[i]);
        const struct shard_end *end = shard_reader_end(merge->readers[i]);
        if (end != NULL && end->duration_ms > longest)
            longest = end->duration_ms;
    }
    return longest;
}

bool merge_run(const struct campaign *campaign, const struct merge *merge,
               struct run_summary *summary, struct error *error)
{
    struct join join = {
        .merge = merge,
        .course = campaign_begin(campaign, summary, error),
    };
    bool goes_on = true;
    size_t leader = 0;
    while (goes_on && leader < campaign->property_count) {
        goes_on = join_group(&join, leader);
        leader = campaign_group_after(campaign, leader);
    }
    if (!join.is_wrong)
        summary->not_run += campaign_tests_from(
            campaign, &(struct campaign_place){leader, 1, 0});
    summary->duration_ms = longest_ms(merge);
    campaign_end(&join.course);
    return goes_on;
}
