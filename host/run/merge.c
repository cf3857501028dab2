/* Order of this file: finding a test, telling of it, all of them. */
#include "run/merge.h"

#include "run/campaign_internal.h"
#include "run/parcel.h"

/* Joining under way. */
struct join {
    const struct merge *merge;
    struct course course;
    bool is_wrong; /* a file: course.error */
};

enum found { FOUND, FOUND_NOTHING, FOUND_TROUBLE };

static bool is_before(const struct campaign_place *a,
                      const struct campaign_place *b)
{
    return a->property < b->property ||
           (a->property == b->property && a->number < b->number);
}

static struct shard_reader *reader_of(const struct join *join,
                                      const struct campaign_place *place)
{
    uint64_t number = campaign_number(join->course.campaign, place);
    return join->merge->readers[number % join->merge->count];
}

/* Passes over the tests before it: they stand behind one of their property that
 * did not pass in another share. */
static enum found find(struct shard_reader *reader,
                       const struct campaign_place *place, struct error *error)
{
    const struct campaign_place *next = shard_reader_next(reader);
    while (next != NULL && is_before(next, place)) {
        if (!shard_reader_take(reader, NULL, error))
            return FOUND_TROUBLE;
        next = shard_reader_next(reader);
    }
    return next != NULL && !is_before(place, next) ? FOUND : FOUND_NOTHING;
}

static enum found take(const struct join *join,
                       const struct campaign_place *place,
                       struct parcel *parcel)
{
    struct shard_reader *reader = reader_of(join, place);
    struct error *error = join->course.error;
    if (reader == NULL)
        return FOUND_NOTHING;
    enum found found = find(reader, place, error);
    if (found != FOUND)
        return found;
    if (!shard_reader_take(reader, parcel, error))
        return FOUND_TROUBLE;
    /* Cut off, or broken off by a signal: it has not been tested. */
    bool is_whole = parcel->is_complete &&
                    parcel->outcome.result.error.code != ERROR_CANCELLED;
    return is_whole ? FOUND : FOUND_NOTHING;
}

/* *more: the property is tested again. False: the whole has to end. */
static bool join_test(struct join *join, const struct campaign_place *place,
                      bool *more)
{
    struct course *course = &join->course;
    struct parcel parcel;
    bool goes_on = true;
    parcel_init(&parcel, course->campaign->keep_all);
    switch (take(join, place, &parcel)) {
    case FOUND: {
        struct test_info info = campaign_announce(course, place);
        goes_on = campaign_conclude(course, place, &info, &parcel.outcome);
        *more = campaign_goes_on(course, place, &parcel.outcome);
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
    parcel_finish(&parcel);
    return goes_on;
}

/* How many tests of the property no file has, from this one on: none of them
 * is looked for, because there may be any number. */
static int64_t count_gap(const struct join *join,
                         const struct campaign_place *place)
{
    int64_t gap = join->course.campaign->tests - place->number + 1;
    for (size_t i = 0; i < join->merge->count; i++) {
        const struct shard_reader *reader = join->merge->readers[i];
        const struct campaign_place *next =
            reader == NULL ? NULL : shard_reader_next(reader);
        if (next == NULL || next->property > place->property)
            continue;
        if (is_before(next, place))
            return 0; /* who knows what stands behind it */
        if (next->number - place->number < gap)
            gap = next->number - place->number;
    }
    return gap;
}

static bool join_property(struct join *join, size_t property)
{
    struct campaign_place place = {.property = property, .number = 1};
    int64_t tests = join->course.campaign->tests;
    bool more = true;
    for (; place.number <= tests && more; place.number++) {
        int64_t gap = count_gap(join, &place);
        join->course.summary->not_run += (size_t)gap;
        place.number += gap;
        if (place.number <= tests && !join_test(join, &place, &more)) {
            join->course.summary->not_run += (size_t)(tests - place.number);
            return false;
        }
    }
    return true;
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
    size_t property = 0;
    while (goes_on && property < campaign->property_count)
        goes_on = join_property(&join, property++);
    if (!join.is_wrong)
        summary->not_run +=
            (campaign->property_count - property) * (size_t)campaign->tests;
    summary->duration_ms = longest_ms(merge);
    campaign_end(&join.course);
    return goes_on;
}
