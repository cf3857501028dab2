/* The arguments that a model draws for a command (fake/pick.h). */
#include <stdlib.h>

#include "base/json.h"
#include "base/memory.h"
#include "fake/fake_internal.h"

bool fake_arguments(struct model *model, uint32_t state, size_t command,
                    const struct model_refs *refs, struct tape *tape,
                    struct value **arguments, struct error *error)
{
    struct fake *fake = fake_of(model);
    const struct model_command *declared = fake_command(fake, command);
    *arguments = NULL;
    if (!declared->has_arguments) {
        *arguments = value_list(NULL, 0);
        return true;
    }
    struct pick pick = {.tape = tape, .refs = refs, .info = &fake->info};
    struct buf line = {0};
    question_begin(&line, "arguments");
    json_add_text_field(&line, "command", declared->name);
    question_add_state(fake, &line, "state", state);
    char *doing = memory_format("\"args\" of %s", declared->name);
    struct value *answer = question_ask(fake, &line, doing, &pick, error);
    pick_finish(&pick);
    bool is_fine = answer != NULL;
    const struct value *ok = is_fine ? value_field_named(answer, "ok") : NULL;
    if (ok != NULL && ok->kind != VALUE_LIST)
        is_fine = error_set(error, ERROR_SPEC, "%s: %s must give a list",
                            fake->name, doing);
    else if (ok != NULL)
        *arguments = value_ref(ok);
    value_unref(answer);
    free(doing);
    return is_fine;
}
