#include "run/model/result.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/memory.h"
#include "base/vec.h"

static struct value *or_null(const struct value *value)
{
    return value == NULL ? value_null() : value_ref(value);
}

static const char *end_text(enum operation_end end)
{
    static const char *const texts[] = {
        [OPERATION_NOT_RUN] = "not run", [OPERATION_PENDING] = "pending",
        [OPERATION_OK] = "ok",           [OPERATION_FAIL] = "fail",
        [OPERATION_INFO] = "info",
    };
    return texts[end];
}

static struct value *state_of(const struct operation *operation)
{
    struct value_field fields[] = {
        value_named("end", value_string(str_text(end_text(operation->end)))),
        value_named("answer", or_null(operation->got)),
        value_named("expected", or_null(operation->expected)),
        value_named("before", or_null(operation->before)),
    };
    return value_object(fields, sizeof fields / sizeof *fields);
}

struct step result_step(const struct operation *operation, int64_t version)
{
    struct step step;
    step_init(&step);
    step.kind = STEP_ACTED;
    step.version = version;
    step.time_us =
        operation->return_us >= 0 ? operation->return_us : operation->call_us;
    if (step.time_us < 0)
        step.time_us = 0;
    step.call_us = operation->call_us;
    step.return_us = operation->return_us;
    step.client = (int32_t)operation->process;
    step.state = state_of(operation);
    if (value_field_named(operation->detail, "picture") != NULL)
        step.evidence = value_ref(operation->detail);
    action_list_push(&step.what,
                     action_make(value_string(str_text(operation->name)), false,
                                 value_ref(operation->arguments),
                                 ACTION_NO_TIMEOUT));
    return step;
}

static struct step first_step(const struct value *first)
{
    struct step step;
    step_init(&step);
    step.kind = STEP_EVENT;
    step.version = 1;
    struct value_field field = value_named("before", value_ref(first));
    step.state = value_object(&field, 1);
    action_list_push(&step.what,
                     action_make(value_string(STR("begin")), true,
                                 value_list(NULL, 0), ACTION_NO_TIMEOUT));
    return step;
}

void result_add_steps_from(struct result_steps *steps,
                           const struct value *first,
                           const struct program_run *run)
{
    vec_push(steps, first_step(first));
    for (size_t i = 0; i < run->operations.count; i++) {
        const struct operation *operation = &run->operations.items[i];
        if (operation->end == OPERATION_NOT_RUN)
            continue;
        struct step step = result_step(operation, (int64_t)steps->count + 1);
        vec_push(steps, step);
    }
}

struct value *result_first(struct model *model)
{
    uint32_t state = 0;
    if (!model->ops->initial(model, &state, NULL))
        return value_null();
    return value_ref(model->ops->state(model, state));
}

void result_add_steps(struct result_steps *steps, struct model *model,
                      const struct program_run *run)
{
    struct value *first = result_first(model);
    result_add_steps_from(steps, first, run);
    value_unref(first);
}

void result_steps_finish(struct result_steps *steps)
{
    for (size_t i = 0; i < steps->count; i++)
        step_finish(&steps->items[i]);
    vec_finish(steps);
}

struct reason result_reason(const struct program_run *run)
{
    struct buf text = {0};
    const struct operation *culprit =
        run->culprit == SIZE_MAX ? NULL : &run->operations.items[run->culprit];
    if (culprit != NULL) {
        operation_add_call(&text, culprit->name, culprit->arguments);
        buf_add_text(&text, ": ");
    }
    buf_add_text(&text, run->words == NULL ? "it failed" : run->words);
    return (struct reason){
        .text = buf_take(&text),
        .version = culprit == NULL ? 0 : (int64_t)run->culprit + 2,
    };
}

struct verdict result_verdict(const struct program_run *run)
{
    if (run->fault == PROGRAM_PROTOCOL)
        return (struct verdict){VERDICT_ERRORED, false};
    if (run->fault == PROGRAM_FINE)
        return (struct verdict){VERDICT_PROBABLY, true};
    return (struct verdict){VERDICT_DEFINITELY, false};
}
