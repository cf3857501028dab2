#include "run/model/bindings.h"

#include <stdlib.h>

#include "base/memory.h"
#include "trace/operation.h"

static struct str name_of(const int64_t name[2])
{
    return str_from((const char *)name, 2 * sizeof *name);
}

void bindings_forget(struct bindings *bindings, size_t count)
{
    while (bindings->items.count > count) {
        const struct binding *last =
            &bindings->items.items[--bindings->items.count];
        const int64_t name[2] = {last->number, last->slot};
        map_set(&bindings->places, name_of(name), NULL);
        value_unref(last->value);
    }
    value_unref(bindings->list);
    bindings->list = NULL;
}

void bindings_finish(struct bindings *bindings)
{
    bindings_forget(bindings, 0);
    vec_finish(&bindings->items);
    map_finish(&bindings->places);
}

const struct value *bindings_find(const struct bindings *bindings,
                                  int64_t number, int64_t slot)
{
    const int64_t name[] = {number, slot};
    size_t place =
        (size_t)(uintptr_t)map_find(&bindings->places, name_of(name));
    return place == 0 ? NULL : bindings->items.items[place - 1].value;
}

void bindings_add(struct bindings *bindings, const struct binding *binding)
{
    const int64_t name[] = {binding->number, binding->slot};
    vec_push(&bindings->items, *binding);
    map_set(&bindings->places, name_of(name),
            (void *)(uintptr_t)bindings->items.count);
    value_unref(bindings->list);
    bindings->list = NULL;
}

static struct value *listed(const struct binding *binding)
{
    struct value *parts[] = {value_int(binding->number),
                             value_int(binding->slot),
                             value_ref(binding->value)};
    return value_list(parts, 3);
}

const struct value *bindings_list(struct bindings *bindings)
{
    if (bindings->list != NULL)
        return bindings->list;
    struct value **items =
        memory_zeroed(bindings->items.count, sizeof(struct value *));
    for (size_t i = 0; i < bindings->items.count; i++)
        items[i] = listed(&bindings->items.items[i]);
    bindings->list = value_list(items, bindings->items.count);
    free(items);
    return bindings->list;
}

/* An error, or nothing, is what a command answers that created nothing: in
 * another order of its fork it might have. */
static bool may_be_bound(const struct value *got)
{
    return got->kind != VALUE_NULL &&
           (got->kind != VALUE_OBJECT ||
            value_field(got, str_text("error")) == NULL);
}

void bindings_learn(struct bindings *bindings, int64_t number,
                    const struct value *expected, const struct value *got)
{
    int64_t own, slot;
    if (value_is_reference(expected, &own, &slot)) {
        struct binding binding = {number, slot, NULL};
        if (own != number || !may_be_bound(got) ||
            bindings_find(bindings, number, slot) != NULL)
            return;
        binding.value = value_ref(got);
        bindings_add(bindings, &binding);
    } else if (expected->kind == VALUE_LIST && got->kind == VALUE_LIST) {
        for (size_t i = 0; i < expected->count && i < got->count; i++)
            bindings_learn(bindings, number, expected->items[i], got->items[i]);
    } else if (expected->kind == VALUE_OBJECT && got->kind == VALUE_OBJECT) {
        for (size_t i = 0; i < expected->count; i++) {
            const struct value *part =
                value_field(got, value_text(expected->fields[i].key));
            if (part != NULL)
                bindings_learn(bindings, number, expected->fields[i].value,
                               part);
        }
    }
}

static bool is_identifier(const struct value *value)
{
    return value->kind == VALUE_INT || value->kind == VALUE_STRING ||
           value->kind == VALUE_OBJECT;
}

const struct binding *bindings_alias(const struct bindings *bindings,
                                     int64_t number)
{
    for (size_t i = 0; i < bindings->items.count; i++) {
        const struct binding *own = &bindings->items.items[i];
        if (own->number != number || !is_identifier(own->value))
            continue;
        for (size_t j = 0; j < i; j++)
            if (value_equal(bindings->items.items[j].value, own->value))
                return &bindings->items.items[j];
    }
    return NULL;
}

/* ---- exchanging --------------------------------------------------------- */

struct value *bindings_real(const struct bindings *bindings,
                            const struct value *value);

static struct value *real_list(const struct bindings *bindings,
                               const struct value *value)
{
    struct value **items = memory_zeroed(value->count, sizeof *items);
    size_t count = 0;
    while (count < value->count) {
        items[count] = bindings_real(bindings, value->items[count]);
        if (items[count] == NULL)
            break;
        count++;
    }
    struct value *list = NULL;
    if (count == value->count)
        list = value_list(items, count);
    else
        for (size_t i = 0; i < count; i++)
            value_unref(items[i]);
    free(items);
    return list;
}

static struct value *real_object(const struct bindings *bindings,
                                 const struct value *value)
{
    struct value_field *fields = memory_zeroed(value->count, sizeof *fields);
    size_t count = 0;
    while (count < value->count) {
        fields[count].value =
            bindings_real(bindings, value->fields[count].value);
        if (fields[count].value == NULL)
            break;
        fields[count].key = value_ref(value->fields[count].key);
        count++;
    }
    struct value *object = NULL;
    if (count == value->count) {
        object = value_object(fields, count);
    } else {
        for (size_t i = 0; i < count; i++) {
            value_unref(fields[i].key);
            value_unref(fields[i].value);
        }
    }
    free(fields);
    return object;
}

struct value *bindings_real(const struct bindings *bindings,
                            const struct value *value)
{
    int64_t number, slot;
    if (value_is_reference(value, &number, &slot)) {
        const struct value *found = bindings_find(bindings, number, slot);
        return found == NULL ? NULL : value_ref(found);
    }
    if (value->kind == VALUE_LIST)
        return real_list(bindings, value);
    if (value->kind == VALUE_OBJECT)
        return real_object(bindings, value);
    return value_ref(value);
}

/* The oldest reference for the value; NULL: none. */
static struct value *symbol_of(const struct bindings *bindings,
                               const struct value *value)
{
    if (value->kind != VALUE_STRING && value->kind != VALUE_OBJECT)
        return NULL;
    for (size_t i = 0; i < bindings->items.count; i++)
        if (value_equal(bindings->items.items[i].value, value))
            return value_reference(bindings->items.items[i].number,
                                   bindings->items.items[i].slot);
    return NULL;
}

/* `anywhere`: a text or an object that something created is known by is a
 * symbol, whatever is expected there. */
static struct value *symbolic(const struct bindings *bindings,
                              const struct value *value,
                              const struct value *expected, bool anywhere);

static struct value *symbolic_list(const struct bindings *bindings,
                                   const struct value *value,
                                   const struct value *expected, bool anywhere)
{
    bool has = expected != NULL && expected->kind == VALUE_LIST;
    struct value **items = memory_zeroed(value->count, sizeof *items);
    for (size_t i = 0; i < value->count; i++)
        items[i] = symbolic(
            bindings, value->items[i],
            has && i < expected->count ? expected->items[i] : NULL, anywhere);
    struct value *list = value_list(items, value->count);
    free(items);
    return list;
}

static struct value *symbolic_object(const struct bindings *bindings,
                                     const struct value *value,
                                     const struct value *expected,
                                     bool anywhere)
{
    struct value_field *fields = memory_zeroed(value->count, sizeof *fields);
    for (size_t i = 0; i < value->count; i++) {
        fields[i].key = value_ref(value->fields[i].key);
        fields[i].value = symbolic(
            bindings, value->fields[i].value,
            expected == NULL ? NULL
                             : value_field(expected, value_text(fields[i].key)),
            anywhere);
    }
    struct value *object = value_object(fields, value->count);
    free(fields);
    return object;
}

static struct value *symbolic(const struct bindings *bindings,
                              const struct value *value,
                              const struct value *expected, bool anywhere)
{
    int64_t number, slot;
    if (expected != NULL && value_is_reference(expected, &number, &slot)) {
        const struct value *bound = bindings_find(bindings, number, slot);
        if (bound != NULL && value_equal(bound, value))
            return value_ref(expected);
    }
    struct value *symbol = anywhere ? symbol_of(bindings, value) : NULL;
    if (symbol != NULL)
        return symbol;
    if (value->kind == VALUE_LIST)
        return symbolic_list(bindings, value, expected, anywhere);
    if (value->kind == VALUE_OBJECT)
        return symbolic_object(bindings, value, expected, anywhere);
    return value_ref(value);
}

struct value *bindings_symbolic(const struct bindings *bindings,
                                const struct value *value,
                                const struct value *expected)
{
    return symbolic(bindings, value, expected, true);
}

struct value *bindings_symbolic_view(const struct bindings *bindings,
                                     const struct value *value,
                                     const struct value *expected)
{
    return symbolic(bindings, value, expected, false);
}

/* ---- a model over bindings ---------------------------------------------- */

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

/* Answers that name what was created are compared by the inner model, which is
 * told what references stand for; but for one with its own `same`, which is
 * asked about symbols (bound_same). */
static bool bound_claim(struct model *model, const struct model_claim *claim,
                        uint32_t *number)
{
    const struct bound_model *bound = bound_of(model);
    struct model *inner = bound->inner;
    bool has_bindings = bound->bindings->items.count > 0;
    struct model_claim known = *claim;
    if (inner->ops->claim == NULL ||
        (has_bindings && inner->ops->info(inner)->has_same))
        return false;
    if (has_bindings)
        known.bindings = bindings_list(bound->bindings);
    return inner->ops->claim(inner, &known, number);
}

static bool bound_explain(struct model *model,
                          const struct model_question *questions, size_t count,
                          struct model_explained *explained,
                          struct error *error)
{
    struct model *inner = bound_of(model)->inner;
    return inner->ops->explain(inner, questions, count, explained, error);
}

static bool bound_point_of(struct model *model, uint32_t state, uint32_t *point,
                           struct error *error)
{
    struct model *inner = bound_of(model)->inner;
    *point = state;
    return inner->ops->point_of == NULL ||
           inner->ops->point_of(inner, state, point, error);
}

static bool bound_state_of(struct model *model, uint32_t point, uint32_t *state,
                           struct error *error)
{
    struct model *inner = bound_of(model)->inner;
    *state = point;
    return inner->ops->state_of == NULL ||
           inner->ops->state_of(inner, point, state, error);
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
    .same = bound_same,
    .partition = bound_partition,
    .claim = bound_claim,
    .explain = bound_explain,
    .point_of = bound_point_of,
    .state_of = bound_state_of,
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
