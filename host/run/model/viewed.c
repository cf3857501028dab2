/* In this file: projections, what is the inner model's, what is not, selectors
 * that find nothing, making one. */
#include "run/model/viewed.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/map.h"
#include "base/memory.h"
#include "base/vec.h"
#include "run/model/compared.h"
#include "run/model/view.h"

struct viewed_model {
    struct model base;
    struct model *inner;
    struct model_info info; /* the inner one's, with other weights */
    struct model_command *commands;
    VEC(struct value *) projections; /* by state; NULL: not asked for yet */
    struct map selectors;            /* -> &found_mark or &missed_mark */
    struct map compared;             /* compared.h */
    uint64_t noted;                  /* states of the page */
    struct value *nothing;           /* the arguments of a look: [] */
};

static char found_mark, missed_mark;

static struct viewed_model *of(struct model *model)
{
    return (struct viewed_model *)model;
}

/* ---- projections -------------------------------------------------------- */

static struct value *ask_projection(struct viewed_model *viewed, uint32_t state,
                                    struct error *error)
{
    struct model *inner = viewed->inner;
    struct value *projection = NULL;
    struct error trouble = ERROR_NONE;
    if (!inner->ops->project(inner, state, &projection, error))
        return NULL;
    if (view_fits(viewed->info.view, projection, &trouble)) {
        struct value *ordered = view_ordered(viewed->info.view, projection);
        compared_note(&viewed->compared, projection);
        value_unref(projection);
        return ordered;
    }
    error_set(error, ERROR_SPEC,
              "%s: \"project\" gives something else than "
              "\"view\" reads: %s",
              viewed->info.name, trouble.message);
    value_unref(projection);
    return NULL;
}

/* Remembered: equal states have equal numbers. Borrowed; NULL: *error. */
static const struct value *projection_of(struct viewed_model *viewed,
                                         uint32_t state, struct error *error)
{
    while (viewed->projections.count <= state)
        vec_push(&viewed->projections, NULL);
    struct value **place = &viewed->projections.items[state];
    if (*place == NULL)
        *place = ask_projection(viewed, state, error);
    return *place;
}

static bool viewed_project(struct model *model, uint32_t state,
                           struct value **projection, struct error *error)
{
    const struct value *found = projection_of(of(model), state, error);
    *projection = found == NULL ? NULL : value_ref(found);
    return found != NULL;
}

/* ---- what is the inner model's ------------------------------------------ */

static const struct model_info *viewed_info(struct model *model)
{
    return &of(model)->info;
}

static bool viewed_initial(struct model *model, uint32_t *state,
                           struct error *error)
{
    struct model *inner = of(model)->inner;
    return inner->ops->initial(inner, state, error);
}

static const struct value *viewed_state(struct model *model, uint32_t state)
{
    struct model *inner = of(model)->inner;
    return inner->ops->state(inner, state);
}

static bool viewed_arguments(struct model *model, uint32_t state,
                             size_t command, const struct model_refs *refs,
                             struct tape *tape, struct value **arguments,
                             struct error *error)
{
    struct model *inner = of(model)->inner;
    return inner->ops->arguments(inner, state, command, refs, tape, arguments,
                                 error);
}

/* A saved program may have others. */
static bool is_of_page(const struct viewed_model *viewed,
                       const struct model_call *call)
{
    return viewed->commands[call->command].has_page;
}

static enum model_answer viewed_allowed(struct model *model, uint32_t state,
                                        const struct model_call *call,
                                        char **why, struct error *error)
{
    struct model *inner = of(model)->inner;
    if (!is_of_page(of(model), call)) {
        if (why != NULL)
            *why = memory_format("it has no \"page\"");
        return MODEL_REFUSED;
    }
    return inner->ops->allowed(inner, state, call, why, error);
}

static bool viewed_partition(struct model *model,
                             const struct model_call *const *calls,
                             size_t count, struct value **keys,
                             struct error *error)
{
    struct model *inner = of(model)->inner;
    if (of(model)->info.has_partition)
        return inner->ops->partition(inner, calls, count, keys, error);
    for (size_t i = 0; i < count; i++)
        keys[i] = value_null();
    return true;
}

static bool viewed_classify(struct model *model, uint32_t state,
                            const struct model_call *call, uint64_t *choices,
                            struct error *error)
{
    struct model *inner = of(model)->inner;
    return inner->ops->classify(inner, state, call, choices, error);
}

static bool viewed_broken(struct model *model, uint32_t state,
                          struct value **names, struct error *error)
{
    struct model *inner = of(model)->inner;
    return inner->ops->broken(inner, state, names, error);
}

static size_t viewed_memory(struct model *model)
{
    struct model *inner = of(model)->inner;
    return inner->ops->memory == NULL ? 0 : inner->ops->memory(inner);
}

static bool viewed_page(struct model *model, uint32_t state,
                        const struct model_call *call, struct value **actions,
                        struct error *error)
{
    struct model *inner = of(model)->inner;
    return inner->ops->page(inner, state, call, actions, error);
}

/* ---- what is not -------------------------------------------------------- */

static enum model_answer look(struct viewed_model *viewed, uint32_t state,
                              struct model_outcomes *outcomes,
                              struct error *error)
{
    const struct value *projection = projection_of(viewed, state, error);
    if (projection == NULL)
        return MODEL_FAILED;
    vec_push(&outcomes->items,
             ((struct model_outcome){state, value_ref(projection)}));
    return MODEL_DONE;
}

static enum model_answer viewed_step(struct model *model, uint32_t state,
                                     const struct model_call *call,
                                     struct model_outcomes *outcomes,
                                     struct error *error)
{
    struct viewed_model *viewed = of(model);
    size_t begin = outcomes->items.count;
    if (call->command == viewed->info.command_count)
        return look(viewed, state, outcomes, error);
    if (!is_of_page(viewed, call))
        return MODEL_REFUSED;
    enum model_answer answer =
        viewed->inner->ops->step(viewed->inner, state, call, outcomes, error);
    for (size_t i = begin; answer == MODEL_DONE && i < outcomes->items.count;
         i++) {
        struct model_outcome *outcome = &outcomes->items.items[i];
        const struct value *projection =
            projection_of(viewed, outcome->state, error);
        if (projection == NULL)
            return MODEL_FAILED;
        value_unref(outcome->answer);
        outcome->answer = value_ref(projection);
    }
    return answer;
}

static bool viewed_same(struct model *model, const struct model_call *call,
                        const struct value *expected, const struct value *got,
                        bool *is_same, struct error *error)
{
    (void)call;
    (void)error;
    *is_same = view_agrees(of(model)->info.view, expected, got);
    return true;
}

/* Labels are of what the fake answers. */
static bool viewed_labels(struct model *model, uint32_t before,
                          const struct model_call *call,
                          const struct value *answer, uint32_t after,
                          struct value **labels, struct error *error)
{
    struct model *inner = of(model)->inner;
    struct model_outcomes outcomes = {.items = VEC_EMPTY};
    bool is_fine =
        inner->ops->step(inner, before, call, &outcomes, error) != MODEL_FAILED;
    for (size_t i = 0; is_fine && i < outcomes.items.count; i++)
        if (outcomes.items.items[i].state == after) {
            answer = outcomes.items.items[i].answer;
            break;
        }
    is_fine = is_fine && inner->ops->labels(inner, before, call, answer, after,
                                            labels, error);
    model_outcomes_finish(&outcomes);
    return is_fine;
}

void viewed_model_be_patient(struct model *model, int64_t patience_ms)
{
    struct viewed_model *viewed = of(model);
    for (size_t i = 0; i < viewed->info.command_count; i++)
        if (viewed->commands[i].patience_ms < 0)
            viewed->commands[i].patience_ms = patience_ms;
}

void viewed_model_set_users(struct model *model, size_t users)
{
    struct viewed_model *viewed = of(model);
    viewed->info.users = users;
    if (users > 1 && !viewed->info.says_consistency)
        viewed->info.consistency = MODEL_EVENTUAL;
    /* What a page shows is about all objects at once. */
    viewed->info.has_partition &= users == 1;
}

struct model_call viewed_model_look(const struct model *model)
{
    const struct viewed_model *viewed = (const struct viewed_model *)model;
    return (struct model_call){.command = viewed->info.command_count,
                               .arguments = viewed->nothing};
}

/* ---- selectors that find nothing ---------------------------------------- */

static void note(void *context, struct str selector, bool found)
{
    struct viewed_model *viewed = context;
    if (found)
        map_set(&viewed->selectors, selector, &found_mark);
    else if (map_find(&viewed->selectors, selector) == NULL)
        map_set(&viewed->selectors, selector, &missed_mark);
}

void viewed_model_note(struct model *model, const struct value *got)
{
    of(model)->noted++;
    view_each_selector(of(model)->info.view, got, note, of(model));
}

char *viewed_model_missed(const struct model *model)
{
    const struct viewed_model *viewed = (const struct viewed_model *)model;
    struct buf words = {0};
    size_t count = 0;
    if (viewed->noted <
        2) /* a page that nothing has been done to may be empty */
        return NULL;
    for (size_t i = 0; i < viewed->selectors.count; i++) {
        if (viewed->selectors.entries[i].value != &missed_mark)
            continue;
        buf_addf(&words, "%s`%s`", count++ > 0 ? ", " : "",
                 viewed->selectors.entries[i].key);
    }
    if (count == 0)
        return NULL;
    buf_addf(&words,
             ": %s of the view found nothing in any state of the page; is %s "
             "right?",
             count == 1 ? "this selector" : "these selectors",
             count == 1 ? "it" : "each of them");
    return buf_take(&words);
}

char *viewed_model_uncompared(const struct model *model)
{
    const struct viewed_model *viewed = (const struct viewed_model *)model;
    return viewed->noted == 0
               ? NULL
               : compared_missed(&viewed->compared, viewed->info.view);
}

/* ---- making one --------------------------------------------------------- */

static void viewed_destroy(struct model *model)
{
    struct viewed_model *viewed = of(model);
    viewed->inner->ops->destroy(viewed->inner);
    for (size_t i = 0; i < viewed->projections.count; i++)
        value_unref(viewed->projections.items[i]);
    vec_finish(&viewed->projections);
    map_finish(&viewed->selectors);
    map_finish(&viewed->compared);
    value_unref(viewed->nothing);
    free(viewed->commands);
    free(viewed);
}

static const struct model_ops ops = {
    .info = viewed_info,
    .initial = viewed_initial,
    .state = viewed_state,
    .arguments = viewed_arguments,
    .allowed = viewed_allowed,
    .step = viewed_step,
    .same = viewed_same,
    .partition = viewed_partition,
    .labels = viewed_labels,
    .classify = viewed_classify,
    .broken = viewed_broken,
    .project = viewed_project,
    .page = viewed_page,
    .memory = viewed_memory,
    .destroy = viewed_destroy,
};

static bool check(const struct viewed_model *viewed, struct error *error)
{
    const struct model_info *info = &viewed->info;
    uint64_t weight = 0;
    if (info->view == NULL)
        return error_set(error, ERROR_USAGE,
                         "%s has no \"view\": a model of a page says what the "
                         "page shows (docs/MODELS.md, \"A page\")",
                         info->name);
    for (size_t i = 0; i < info->command_count; i++)
        weight += info->commands[i].weight;
    return weight > 0 ||
           error_set(error, ERROR_USAGE,
                     "%s has no command that a person can do on a page: one "
                     "with \"page\", a function that gives what is clicked and "
                     "typed (docs/MODELS.md, \"A page\")",
                     info->name);
}

struct model *viewed_model_create(struct model *inner, struct error *error)
{
    struct viewed_model *viewed = MEMORY_NEW(struct viewed_model);
    const struct model_info *info = inner->ops->info(inner);
    viewed->base.ops = &ops;
    viewed->inner = inner;
    viewed->info = *info;
    viewed->info.answers_views = true;
    viewed->commands =
        memory_zeroed(info->command_count, sizeof *viewed->commands);
    memcpy(viewed->commands, info->commands,
           info->command_count * sizeof *viewed->commands);
    /* One that is of the API alone is not drawn. */
    for (size_t i = 0; i < info->command_count; i++)
        if (!viewed->commands[i].has_page) {
            viewed->commands[i].is_left_out = true;
            viewed->commands[i].weight = 0;
        }
    viewed->info.commands = viewed->commands;
    map_init(&viewed->selectors);
    map_init(&viewed->compared);
    viewed->nothing = value_list(NULL, 0);
    if (check(viewed, error))
        return &viewed->base;
    viewed_destroy(&viewed->base);
    return NULL;
}
