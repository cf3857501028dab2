/* CCS models: any bytes end in a model or in words with a place; what every
 * process of the model offers, and some steps of it, end in moves or words. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "base/buf.h"
#include "exec/ccs/state.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { STEPS = 8 };

static void play(struct ccs_model *model, const struct ccs_proc *process)
{
    struct ccs_state state;
    struct error error = ERROR_NONE;
    struct value *one = value_int(1);
    struct value *items[] = {one, one, one, one};
    if (!ccs_state_init(&state, model, &error)) {
        value_unref(one);
        return;
    }
    bool fine = ccs_state_start(&state, process, &error);
    for (int i = 0; fine && i < STEPS && state.moves.count > 0; i++) {
        size_t move = (size_t)i % state.moves.count;
        uint32_t count = state.moves.items[move].count;
        if (count > 4)
            break;
        for (uint32_t j = 0; j < count; j++)
            value_ref(one);
        struct value *arguments = value_list(items, count);
        struct value *available = ccs_state_available(&state);
        if (available->count != state.moves.count)
            abort();
        value_unref(available);
        fine = ccs_state_take(&state, move, arguments, &error);
        value_unref(arguments);
    }
    if (!fine && error.message[0] == '\0')
        abort(); /* failed without a word */
    ccs_state_finish(&state);
    value_unref(one);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct error error = ERROR_NONE;
    struct ccs_model *model =
        ccs_model_read("fuzz", str_from((const char *)data, size), &error);
    if (model == NULL) {
        if (!str_starts_with(str_text(error.message), "fuzz:"))
            abort();
        return 0;
    }
    for (size_t i = 0; i < model->processes.count; i++)
        if (model->processes.items[i].parameter_count == 0)
            play(model, model->processes.items[i].process);
    ccs_model_destroy(model);
    return 0;
}
