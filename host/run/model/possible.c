#include "run/model/possible.h"

#include <stdlib.h>

#include "base/memory.h"

/* What the model answers in that state; null where it does not allow the call.
 */
static bool answer_in(struct model *model, uint32_t state,
                      const struct model_call *call, struct value **answer,
                      bool *is_refused, struct error *error)
{
    struct model_outcomes outcomes = {.items = VEC_EMPTY};
    enum model_answer how =
        model->ops->step(model, state, call, &outcomes, error);
    *answer = how == MODEL_DONE ? value_ref(outcomes.items.items[0].answer)
                                : value_null();
    *is_refused = how == MODEL_REFUSED;
    model_outcomes_finish(&outcomes);
    return how != MODEL_FAILED;
}

static void say_refused(struct program_run *run)
{
    char *words =
        memory_format("%s; the model does not allow it there", run->words);
    free(run->words);
    run->words = words;
    value_unref(run->answers);
    run->answers = NULL;
}

bool possible_note(struct model *model, const struct model_call *call,
                   const uint32_t *states, size_t count,
                   struct program_run *run, struct error *error)
{
    struct value **possible = memory_zeroed(count, sizeof *possible);
    struct value **answers = memory_zeroed(count, sizeof *answers);
    bool is_fine = true;
    size_t noted = 0, refused = 0;
    for (; is_fine && noted < count; noted++) {
        bool is_refused;
        possible[noted] = value_ref(model->ops->state(model, states[noted]));
        is_fine = answer_in(model, states[noted], call, &answers[noted],
                            &is_refused, error);
        refused += is_refused;
    }
    run->possible = value_list(possible, noted);
    run->answers = value_list(answers, noted);
    if (is_fine && count > 0 && refused == count)
        say_refused(run);
    free(possible);
    free(answers);
    return is_fine;
}
