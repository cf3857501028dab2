#include "cli/model_merge.h"

#include "cli/model_shard.h"
#include "cli/model_trace.h"
#include "run/model/merge.h"

struct joining {
    struct model_merging *merging;
    struct model_told told;
    struct model_trace *trace;
};

static bool wants(void *context, enum model_property property)
{
    return ((const struct joining *)context)->told.has[property];
}

static void on_result(void *context, enum model_property property,
                      const struct test_result *result,
                      const struct program *program,
                      const struct schedule *schedule)
{
    (void)property;
    (void)program;
    (void)schedule;
    model_trace_add(((const struct joining *)context)->trace, result);
}

static struct run_info info_of(const struct shard_run *run,
                               const struct run_property *properties)
{
    return (struct run_info){
        .spec = run->spec,
        .origin = run->origin,
        .seed = run->seed,
        .property_count = run->property_count,
        .properties = properties,
        .tests = run->tests,
        .jobs = run->shard.of,
        .command = run->command,
        .is_model = true,
    };
}

static bool join(struct joining *joining, struct run_summary *summary,
                 struct error *error)
{
    const struct model_merging *merging = joining->merging;
    const struct shard_run *run = merging->run;
    const struct run_property properties[] = {
        {.name = model_property_name(MODEL_IN_ORDER)},
        {.name = model_property_name(MODEL_IN_PARALLEL)}};
    struct run_info info = info_of(run, properties);
    struct model_campaign campaign = {
        .reporter = merging->reporter,
        .seed = run->seed,
        .tests = run->tests,
        .wants = wants,
        .on_result = on_result,
        .context = joining,
    };
    struct model_merge merge = {merging->readers, merging->count,
                                &joining->told.info, joining->told.first};
    if (merging->reporter->ops->begin != NULL)
        merging->reporter->ops->begin(merging->reporter, &info);
    return model_merge_run(&campaign, &merge, summary, error);
}

bool model_merge(struct model_merging *merging, struct run_summary *summary,
                 struct error *error)
{
    struct joining joining = {.merging = merging};
    if (merging->run->property_count > MODEL_PROPERTIES)
        return error_set(error, ERROR_USAGE, "there is no such property");
    if (!model_told_read(&joining.told, merging->run->model, error))
        return false;
    if (merging->trace != NULL)
        joining.trace = model_trace_create(merging->trace, error);
    bool is_fine = (merging->trace == NULL || joining.trace != NULL) &&
                   join(&joining, summary, error);
    merging->unwritten |= !model_trace_destroy(joining.trace);
    model_told_finish(&joining.told);
    return is_fine;
}
