/* In this file: the tests of a property, the whole. */
#include "run/model/campaign.h"

#include "base/clock.h"
#include "run/model/course.h"
#include "run/model/jobs.h"
#include "run/model/perform.h"
#include "run/model/result.h"

struct campaign_state {
    const struct model_campaign *campaign;
    struct performer performer;
    struct model_course course;
};

const char *model_property_name(enum model_property property)
{
    static const char *const names[] = {"sequential", "parallel"};
    return names[property];
}

/* ---- which tests -------------------------------------------------------- */

uint64_t model_campaign_place(const struct model_campaign *campaign,
                              enum model_property property, int64_t number)
{
    return (uint64_t)property * (uint64_t)campaign->tests + (uint64_t)number -
           1;
}

int64_t model_campaign_next(const struct model_campaign *campaign,
                            enum model_property property, int64_t number)
{
    do
        number++;
    while (number <= campaign->tests &&
           !shard_has(campaign->shard,
                      model_campaign_place(campaign, property, number)));
    return number;
}

bool model_campaign_has(const struct model_campaign *campaign,
                        enum model_property property)
{
    if (property == MODEL_IN_PARALLEL &&
        (campaign->processes < 2 || campaign->system == NULL))
        return false;
    return campaign->wants == NULL ||
           campaign->wants(campaign->context, property);
}

/* How many of the tests before this place the shard has. */
static uint64_t count_before(struct shard shard, uint64_t place)
{
    if (shard.of == 0)
        return place;
    return (place + shard.of - shard.number) / shard.of;
}

static uint64_t count_tests(const struct model_campaign *campaign)
{
    uint64_t count = 0;
    for (int i = 0; i < MODEL_PROPERTIES; i++) {
        enum model_property property = (enum model_property)i;
        uint64_t first = model_campaign_place(campaign, property, 1);
        uint64_t end = first + (uint64_t)campaign->tests;
        if (model_campaign_has(campaign, property))
            count += count_before(campaign->shard, end) -
                     count_before(campaign->shard, first);
    }
    return count;
}

/* ---- the tests of a property -------------------------------------------- */

static bool run_saved(struct campaign_state *c, const struct model_saved *saved)
{
    struct trial trial;
    bool goes_on = true;
    trial_init(&trial);
    if (trial_place_saved(&trial, c->campaign, saved)) {
        model_course_announce(&c->course, &trial);
        perform_saved(&c->performer, &trial);
        goes_on = model_course_conclude(&c->course, &trial);
    }
    trial_finish(&trial);
    return goes_on;
}

static bool run_drawn(struct campaign_state *c, enum model_property property,
                      int64_t number)
{
    struct trial trial;
    trial_init(&trial);
    trial_place(&trial, c->campaign, property, number);
    model_course_announce(&c->course, &trial);
    perform_drawn(&c->performer, &trial);
    bool goes_on = model_course_conclude(&c->course, &trial);
    trial_finish(&trial);
    return goes_on;
}

static bool is_late(const struct campaign_state *c)
{
    return clock_now_ms() >= c->performer.deadline_ms;
}

/* False: the property, or the whole, has ended before its last test. */
static bool run_property(struct campaign_state *c, enum model_property property)
{
    const struct model_campaign *campaign = c->campaign;
    for (size_t i = 0; i < campaign->saved_count; i++)
        if (campaign->saved[i].property == property &&
            !run_saved(c, &campaign->saved[i]))
            return false;
    if (campaign->jobs != NULL)
        return model_jobs_run(campaign, &c->course, property,
                              c->performer.deadline_ms);
    int64_t number = model_campaign_next(campaign, property, 0);
    while (number <= campaign->tests) {
        if (is_late(c) || !run_drawn(c, property, number))
            return false;
        number = model_campaign_next(campaign, property, number);
    }
    return true;
}

/* ---- the whole ---------------------------------------------------------- */

/* Nobody but the clock has ended it: what was run counts. */
static bool is_out_of_time(const struct campaign_state *c,
                           const struct error *error)
{
    const struct model_campaign *campaign = c->campaign;
    bool is_cancelled =
        campaign->cancelled != NULL && campaign->cancelled(campaign->context);
    return is_late(c) && !is_cancelled && !c->course.failed &&
           (error->code == ERROR_OK || error->code == ERROR_CANCELLED);
}

static bool run_properties(struct campaign_state *c)
{
    for (int i = 0; i < MODEL_PROPERTIES; i++)
        if (model_campaign_has(c->campaign, (enum model_property)i) &&
            !run_property(c, (enum model_property)i))
            return false;
    return true;
}

bool model_campaign_run(const struct model_campaign *campaign,
                        struct run_summary *summary, struct error *error)
{
    int64_t began_ms = clock_real_us() / 1000;
    struct error trouble = ERROR_NONE;
    struct value *first = result_first(campaign->model);
    struct campaign_state c = {
        .campaign = campaign,
        .performer = {.campaign = campaign,
                      .deadline_ms =
                          campaign->time_limit_ms < 0
                              ? INT64_MAX
                              : clock_now_ms() + campaign->time_limit_ms},
    };
    model_course_begin(&c.course, campaign,
                       campaign->model->ops->info(campaign->model), first,
                       summary, &trouble);
    bool is_whole = run_properties(&c);
    if (!is_whole && is_out_of_time(&c, &trouble)) {
        trouble = ERROR_NONE;
        summary->out_of_time = true;
        summary->not_run =
            (size_t)(count_tests(campaign) - c.course.statistics.programs);
    }
    if (trouble.code != ERROR_OK && error != NULL)
        *error = trouble;
    model_course_end(&c.course, is_whole);
    value_unref(first);
    summary->duration_ms = clock_real_us() / 1000 - began_ms;
    return trouble.code == ERROR_OK;
}
