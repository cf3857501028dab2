#include "todomvc/runner/plan.h"

#include <string.h>

#include "base/vec.h"

static const char *file_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash == NULL ? path : slash + 1;
}

static bool is_done(const struct journal *journal, const struct run_id *id,
                    bool again)
{
    const struct record *record = journal_find(journal, id);
    return record != NULL && !(again && record->outcome == OUTCOME_ERROR);
}

static struct planned planned(const struct design *design,
                              const struct application *application)
{
    const char *spec =
        application->spec == NULL ? design->spec : application->spec;
    return (struct planned){
        .application = application,
        .spec = spec,
        .id =
            {
                .manifest = design->manifest->name,
                .profile = design->profile,
                .spec = file_name(spec),
                .application = application->name,
                .options = design->options,
                .base_seed = design->base_seed,
            },
    };
}

/* Every strategy on every application, with one subscript. */
static void add_series(struct plan *plan, const struct design *design,
                       int64_t repetition, int64_t subscript,
                       const struct journal *journal, bool again)
{
    for (size_t i = 0; i < design->application_count; i++)
        for (size_t j = 0; j < design->strategy_count; j++) {
            struct planned run = planned(design, design->applications[i]);
            run.id.strategy = design->strategies[j];
            run.id.subscript = subscript;
            run.id.repetition = repetition;
            run.seed = run_id_seed(&run.id);
            if (is_done(journal, &run.id, again))
                plan->done++;
            else
                vec_push(plan, run);
        }
}

void plan_make(struct plan *plan, const struct design *design,
               const struct journal *journal, bool again)
{
    *plan = (struct plan){.items = NULL};
    for (int64_t repetition = 1; repetition <= design->repeat; repetition++)
        for (size_t i = 0; i < design->subscript_count; i++)
            add_series(plan, design, repetition, design->subscripts[i], journal,
                       again);
}

void plan_finish(struct plan *plan)
{
    vec_finish(plan);
}
