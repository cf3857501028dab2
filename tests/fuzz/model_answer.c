/* A line that the process of a model has answered: an answer, or it is told
 * what is wrong with it; and what the answer means, whatever was asked. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "base/utf8.h"
#include "fake/answer.h"
#include "fake/step.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool holds)
{
    if (!holds)
        abort();
}

static bool is_text(struct str bytes)
{
    return utf8_first_invalid(bytes) == bytes.length;
}

/* As the outcomes of a call: of a program, which tells its states, or of a
 * module, which numbers them. */
static void read_as_step(const struct value *answer, bool keeps_states)
{
    struct fake fake = {.keeps_states = keeps_states};
    states_init(&fake.states);
    struct remembered_step *step = step_read(&fake, answer);
    if (step != NULL) {
        bool is_done = value_field_named(answer, "ok") != NULL;
        must(step->answer == (is_done ? MODEL_DONE : MODEL_REFUSED));
        must((step->outcomes.items.count > 0) == is_done);
    }
    for (size_t i = 0; step != NULL && i < step->outcomes.items.count; i++)
        must(step->outcomes.items.items[i].answer != NULL &&
             (keeps_states ||
              states_value(&fake.states, step->outcomes.items.items[i].state) !=
                  NULL));
    step_forget(step);
    states_finish(&fake.states);
}

static void read_as_others(const struct value *ok)
{
    uint64_t choices;
    for (size_t count = 1; count <= MODEL_CATEGORY_CHOICES; count++)
        if (answer_read_choices(ok, count, &choices))
            must(count == 64 || choices >> count == 0);
    if (answer_is_actions(ok))
        for (size_t i = 0; i < ok->count; i++)
            must(value_field_named(ok->items[i], "args") != NULL);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct error error = ERROR_NONE;
    struct answer_trouble trouble;
    struct value *answer = answer_read(str_from((const char *)data, size),
                                       "\"fake\" of Do", &trouble, &error);
    if (answer == NULL) {
        struct str words = str_text(error.message);
        must(error.code == ERROR_SPEC || error.code == ERROR_SETUP);
        must(!is_text(str_from((const char *)data, size)) || is_text(words));
        return 0;
    }
    must(error.code == ERROR_OK && !trouble.is_failed);
    if (value_field_named(answer, "pick") == NULL) {
        read_as_step(answer, false);
        read_as_step(answer, true);
    }
    const struct value *ok = value_field_named(answer, "ok");
    if (ok != NULL)
        read_as_others(ok);
    value_unref(answer);
    return 0;
}
