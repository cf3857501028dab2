#include "run/model/bound_model.h"

static struct bound_model *bound_of(struct model *model)
{
    return (struct bound_model *)model;
}

static const struct model_info *bound_info(struct model *model)
{
    struct model *inner = bound_of(model)->inner;
    return inner->ops->info(inner);
}

static bool bound_initial(struct model *model, uint32_t *state,
                          struct error *error)
{
    struct model *inner = bound_of(model)->inner;
    return inner->ops->initial(inner, state, error);
}

static const struct value *bound_state(struct model *model, uint32_t state)
{
    struct model *inner = bound_of(model)->inner;
    return inner->ops->state(inner, state);
}

static bool bound_arguments(struct model *model, uint32_t state, size_t command,
                            const struct model_refs *refs, struct tape *tape,
                            struct value **arguments, struct error *error)
{
    struct model *inner = bound_of(model)->inner;
    return inner->ops->arguments(inner, state, command, refs, tape, arguments,
                                 error);
}

static enum model_answer bound_allowed(struct model *model, uint32_t state,
                                       const struct model_call *call,
                                       char **why, struct error *error)
{
    struct model *inner = bound_of(model)->inner;
    return inner->ops->allowed(inner, state, call, why, error);
}

static enum model_answer bound_step(struct model *model, uint32_t state,
                                    const struct model_call *call,
                                    struct model_outcomes *outcomes,
                                    struct error *error)
{
    struct model *inner = bound_of(model)->inner;
    return inner->ops->step(inner, state, call, outcomes, error);
}

static bool bound_foresee(struct model *model, const struct model_step *steps,
                          size_t count, struct error *error)
{
    return model_foresee(bound_of(model)->inner, steps, count, error);
}

static bool bound_same(struct model *model, const struct model_call *call,
                       const struct value *expected, const struct value *got,
                       bool *is_same, struct error *error)
{
    const struct bound_model *bound = bound_of(model);
    struct value *real = bindings_real(bound->bindings, expected);
    struct model *inner = bound->inner;
    *is_same = real != NULL && value_equal(real, got);
    if (*is_same) {
        value_unref(real);
        return true;
    }
    /* A page is full of texts that look like identifiers and are none. */
    if (inner->ops->info(inner)->answers_views && real != NULL) {
        bool is_fine = inner->ops->same(inner, call, real, got, is_same, error);
        value_unref(real);
        return is_fine;
    }
    value_unref(real);
    struct value *named = bindings_symbolic(bound->bindings, got, expected);
    bool is_fine =
        inner->ops->same(inner, call, expected, named, is_same, error);
    value_unref(named);
    return is_fine;
}

static bool bound_partition(struct model *model,
                            const struct model_call *const *calls, size_t count,
                            struct value **keys, struct error *error)
{
    struct model *inner = bound_of(model)->inner;
    return inner->ops->partition(inner, calls, count, keys, error);
}

static size_t bound_memory(struct model *model)
{
    struct model *inner = bound_of(model)->inner;
    return inner->ops->memory == NULL ? 0 : inner->ops->memory(inner);
}

static bool bound_labels(struct model *model, uint32_t before,
                         const struct model_call *call,
                         const struct value *answer, uint32_t after,
                         struct value **labels, struct error *error)
{
    struct model *inner = bound_of(model)->inner;
    return inner->ops->labels(inner, before, call, answer, after, labels,
                              error);
}

static bool bound_classify(struct model *model, uint32_t state,
                           const struct model_call *call, uint64_t *choices,
                           struct error *error)
{
    struct model *inner = bound_of(model)->inner;
    return inner->ops->classify(inner, state, call, choices, error);
}

static bool bound_broken(struct model *model, uint32_t state,
                         struct value **names, struct error *error)
{
    struct model *inner = bound_of(model)->inner;
    return inner->ops->broken(inner, state, names, error);
}

static bool bound_project(struct model *model, uint32_t state,
                          struct value **projection, struct error *error)
{
    struct model *inner = bound_of(model)->inner;
    return inner->ops->project(inner, state, projection, error);
}

static bool bound_page(struct model *model, uint32_t state,
                       const struct model_call *call, struct value **actions,
                       struct error *error)
{
    struct model *inner = bound_of(model)->inner;
    return inner->ops->page(inner, state, call, actions, error);
}

/* It owns nothing. */
static void bound_destroy(struct model *model)
{
    (void)model;
}

static const struct model_ops ops = {
    .info = bound_info,
    .initial = bound_initial,
    .state = bound_state,
    .arguments = bound_arguments,
    .allowed = bound_allowed,
    .step = bound_step,
    .foresee = bound_foresee,
    .same = bound_same,
    .partition = bound_partition,
    .memory = bound_memory,
    .labels = bound_labels,
    .classify = bound_classify,
    .broken = bound_broken,
    .project = bound_project,
    .page = bound_page,
    .destroy = bound_destroy,
};

void bound_model_init(struct bound_model *bound, struct model *inner,
                      struct bindings *bindings)
{
    *bound = (struct bound_model){{&ops}, inner, bindings};
}
