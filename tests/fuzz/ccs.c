/* CCS models: any bytes end in a model or in words with a place; what every
 * process of the model offers, and some steps of it, end in moves or words.
 * After a line "====" stands a text that is a process of the model, or a
 * selector, in its terms. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

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

static void evaluate(struct ccs_model *model, const struct ccs_expr *expr)
{
    struct ccs_state state;
    struct error error = ERROR_NONE;
    if (!ccs_state_init(&state, model, &error))
        return;
    struct value *value = ccs_state_eval(&state, expr, &error);
    if (value == NULL && error.message[0] == '\0')
        abort(); /* failed without a word */
    value_unref(value);
    ccs_state_finish(&state);
}

static void read_in_its_terms(struct ccs_model *model, struct str text)
{
    struct error error = ERROR_NONE;
    const struct ccs_proc *process =
        ccs_model_process(model, "process", text, &error);
    if (process != NULL)
        play(model, process);
    else if (!str_starts_with(str_text(error.message), "process:"))
        abort();
    error = ERROR_NONE;
    const struct ccs_expr *expr =
        ccs_model_expression(model, "selector", text, &error);
    if (expr != NULL)
        evaluate(model, expr);
    else if (!str_starts_with(str_text(error.message), "selector:"))
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char separator[] = "\n====\n";
    struct error error = ERROR_NONE;
    struct str text = str_from((const char *)data, size);
    struct str more = STR("0");
    const char *at = memmem(data, size, separator, sizeof separator - 1);
    if (at != NULL) {
        text.length = (size_t)(at - text.data);
        more.data = at + sizeof separator - 1;
        more.length = size - text.length - (sizeof separator - 1);
    }
    struct ccs_model *model = ccs_model_read("fuzz", text, &error);
    if (model == NULL) {
        if (!str_starts_with(str_text(error.message), "fuzz:"))
            abort();
        return 0;
    }
    for (size_t i = 0; i < model->processes.count; i++)
        if (model->processes.items[i].parameter_count == 0)
            play(model, model->processes.items[i].process);
    read_in_its_terms(model, more);
    ccs_model_destroy(model);
    return 0;
}
