/* What a command is about: whether two have something in common, and whether
 * one shows what a fork has done. */
#include "run/model/generate_internal.h"
#include "trace/reference.h"

/* ---- what two have in common --------------------------------------------- */

static bool is_reference(const struct value *value)
{
    return value_field_named(value, "$ref") != NULL;
}

/* What something is called by, as against how much there is of it. */
static bool is_name(const struct value *value)
{
    return value->kind == VALUE_STRING || is_reference(value);
}

static bool is_number(const struct value *value)
{
    return value->kind == VALUE_INT || value->kind == VALUE_FLOAT;
}

static bool has_parts(const struct value *value)
{
    return value->kind == VALUE_LIST ||
           (value->kind == VALUE_OBJECT && !is_reference(value));
}

static const struct value *part_of(const struct value *value, size_t at)
{
    return value->kind == VALUE_LIST ? value->items[at]
                                     : value->fields[at].value;
}

/* Whether something in the value is so. */
static bool has(const struct value *value,
                bool (*is_so)(const struct value *part))
{
    bool found = is_so(value);
    for (size_t i = 0; !found && has_parts(value) && i < value->count; i++)
        found = has(part_of(value, i), is_so);
    return found;
}

static bool has_equal(const struct value *value, const struct value *part)
{
    bool found = value_equal(value, part);
    for (size_t i = 0; !found && has_parts(value) && i < value->count; i++)
        found = has_equal(part_of(value, i), part);
    return found;
}

/* Whether something in both is so, and the same. */
static bool share(const struct value *one, const struct value *other,
                  bool (*is_so)(const struct value *part))
{
    bool found = is_so(one) && has_equal(other, one);
    for (size_t i = 0; !found && has_parts(one) && i < one->count; i++)
        found = share(part_of(one, i), other, is_so);
    return found;
}

/* Numbers count where one of them has no names: two items put into different
 * queues have nothing in common if they are the same. What says nothing is
 * about all there is. */
bool generate_is_near(const struct value *one, const struct value *other)
{
    if (has(one, is_name) && has(other, is_name))
        return share(one, other, is_name);
    return !has(one, is_number) || !has(other, is_number) ||
           share(one, other, is_number);
}

/* ---- what shows what a fork has done ------------------------------------- */

/* The call in each of the states. *answer: the first answer that there was; it
 * tells where another one differs. */
static bool compare_answers(struct generator *g, const struct state_set *states,
                            const struct model_call *call,
                            struct value **answer, bool *tells)
{
    if (!generate_foresee(g, states, call))
        return false;
    for (size_t i = 0; !*tells && i < states->items.count; i++) {
        struct model_outcomes outcomes = {.items = VEC_EMPTY};
        bool is_fine =
            g->model->ops->step(g->model, states->items.items[i], call,
                                &outcomes, g->error) != MODEL_FAILED;
        for (size_t k = 0; k < outcomes.items.count; k++) {
            const struct value *given = outcomes.items.items[k].answer;
            if (*answer == NULL)
                *answer = value_ref(given);
            *tells |= !value_equal(*answer, given);
        }
        model_outcomes_finish(&outcomes);
        if (!is_fine)
            return false;
    }
    return true;
}

static bool is_older(void *context, int64_t number, int64_t slot)
{
    const int64_t *first = context;
    (void)slot;
    return number < *first;
}

/* A race leaves a system where it was before, or somewhere on the way: what is
 * answered otherwise there shows that. On the way not all that the fork creates
 * is there yet. */
bool generate_tells(struct generator *g, const struct program_command *command,
                    size_t begin, bool *tells)
{
    int64_t first = g->program->items.items[begin].number;
    struct model_call call = program_call(command);
    struct value *answer = NULL;
    *tells = false;
    bool is_fine =
        compare_answers(g, &g->states, &call, &answer, tells) &&
        (*tells || !reference_visit_all(command->arguments, is_older, &first) ||
         compare_answers(g, &g->seen, &call, &answer, tells));
    value_unref(answer);
    return is_fine;
}
