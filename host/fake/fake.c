/* In this file: states, opening and closing a model. */
#include "fake/fake.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/memory.h"
#include "fake/fake_internal.h"
#include "fake/info.h"

/* ---- states ------------------------------------------------------------- */

static bool ask_initial(struct fake *fake, uint32_t *state, struct error *error)
{
    struct buf line = {0};
    question_begin(&line, "init");
    struct value *first = question_ask_ok(fake, &line, "\"init\"", error);
    if (first == NULL)
        return false;
    bool is_fine = question_read_state(fake, first, state);
    assert(is_fine && "the harness gives a number");
    value_unref(first);
    return is_fine;
}

/* Asked for twice, once and for all: a first state that is another one each
 * time would make nonsense of every run. */
static bool initial(struct model *model, uint32_t *state, struct error *error)
{
    struct fake *fake = fake_of(model);
    uint32_t again;
    if (!fake->has_first) {
        if (!ask_initial(fake, &fake->first, error) ||
            !ask_initial(fake, &again, error))
            return false;
        if (again != fake->first)
            return error_set(error, ERROR_SPEC,
                             "%s: \"init\" is not deterministic: it does not "
                             "always give the same state",
                             fake->name);
        fake->has_first = true;
    }
    *state = fake->first;
    return true;
}

/* A module that has ended tells no more: null, and whatever is asked next
 * fails. */
static struct value *ask_state(struct fake *fake, uint32_t state)
{
    struct buf line = {0};
    question_begin(&line, "state");
    buf_addf(&line, ",\"number\":%u", state);
    struct value *given = question_ask_ok(fake, &line, "a state", NULL);
    struct value *sorted =
        given == NULL ? value_null() : value_canonical(given);
    value_unref(given);
    return sorted;
}

const struct value *fake_state(struct model *model, uint32_t state)
{
    struct fake *fake = fake_of(model);
    if (!fake->keeps_states)
        return states_value(&fake->states, state);
    const struct value *known = states_cache_find(&fake->cache, state);
    return known != NULL
               ? known
               : states_cache_add(&fake->cache, state, ask_state(fake, state));
}

struct value *fake_state_after_failure(struct fake *fake, uint32_t state)
{
    if (!fake->keeps_states)
        return value_ref(states_value(&fake->states, state));
    const struct value *known = states_cache_find(&fake->cache, state);
    if (known != NULL)
        return value_ref(known);
    struct buf line = {0};
    question_begin(&line, "state");
    buf_addf(&line, ",\"number\":%u}", state);
    struct value *answer = conversation_ask_after_failure(
        fake->conversation, buf_str(&line), "a state");
    buf_finish(&line);
    const struct value *ok =
        answer == NULL ? NULL : value_field_named(answer, "ok");
    struct value *sorted = ok == NULL ? NULL : value_canonical(ok);
    value_unref(answer);
    return sorted;
}

/* ---- opening and closing ------------------------------------------------ */

static const struct model_info *fake_info(struct model *model)
{
    return &fake_of(model)->info;
}

static size_t fake_memory(struct model *model)
{
    return conversation_memory(fake_of(model)->conversation) +
           footprints_memory(&fake_of(model)->claims.prints);
}

static void fake_destroy(struct model *model)
{
    struct fake *fake = fake_of(model);
    conversation_destroy(fake->conversation);
    fake_forget_steps(fake);
    states_finish(&fake->states);
    states_cache_finish(&fake->cache);
    claims_finish(&fake->claims);
    value_unref(fake->given);
    arena_finish(&fake->arena);
    free(fake->name);
    free(fake);
}

static const struct model_ops ops = {
    .info = fake_info,
    .initial = initial,
    .state = fake_state,
    .arguments = fake_arguments,
    .allowed = fake_allowed,
    .step = fake_step,
    .foresee = fake_foresee,
    .same = fake_same,
    .partition = fake_partition,
    .claim = fake_claim,
    .explain = fake_explain,
    .point_of = fake_point_of,
    .state_of = fake_state_of,
    .memory = fake_memory,
    .real = fake_real,
    .labels = fake_labels,
    .classify = fake_classify,
    .broken = fake_broken,
    .project = fake_project,
    .page = fake_page,
    .destroy = fake_destroy,
};

static bool read_info(struct fake *fake, struct error *error)
{
    struct buf line = {0};
    question_begin(&line, "info");
    json_add_text_field(&line, "path", conversation_path(fake->conversation));
    fake->given = question_ask_ok(fake, &line, "\"info\"", error);
    if (fake->given == NULL)
        return false;
    if (info_read(fake->given, fake->name, &fake->arena, &fake->info, error))
        return true;
    error_prefix(error, "%s: ", fake->name);
    return false;
}

/* Takes the conversation, which may be NULL. */
static struct model *open_model(struct conversation *conversation,
                                const char *name, struct error *error)
{
    if (conversation == NULL)
        return NULL;
    struct fake *fake = MEMORY_NEW(struct fake);
    fake->base.ops = &ops;
    fake->conversation = conversation;
    fake->name = memory_copy_string(name, strlen(name));
    arena_init(&fake->arena);
    fake->keeps_states = conversation_path(conversation) != NULL;
    states_init(&fake->states);
    claims_init(&fake->claims, conversation, &fake->info, fake->name);
    map_init(&fake->steps);
    if (read_info(fake, error))
        return &fake->base;
    fake_destroy(&fake->base);
    return NULL;
}

bool fake_keep_to_api(struct model *model, struct error *error)
{
    struct fake *fake = fake_of(model);
    return info_keep_to_api(&fake->info, &fake->arena, error);
}

struct model *fake_open_module(const char *path,
                               const struct fake_options *options,
                               struct error *error)
{
    return open_model(conversation_with_engine(path, options, error), path,
                      error);
}

struct model *fake_open_command(const char *command,
                                const struct fake_options *options,
                                struct error *error)
{
    return open_model(conversation_with_command(command, options, error),
                      command, error);
}
