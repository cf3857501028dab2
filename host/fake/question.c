/* The questions that a model is asked (fake/conversation.h). */
#include <assert.h>

#include "base/json.h"
#include "fake/fake_internal.h"

struct fake *fake_of(struct model *model)
{
    return (struct fake *)model;
}

const struct model_command *fake_command(const struct fake *fake,
                                         size_t command)
{
    assert(command < fake->info.command_count);
    return &fake->info.commands[command];
}

void question_begin(struct buf *line, const char *ask)
{
    buf_addf(line, "{\"ask\":\"%s\"", ask);
}

void question_add_state(const struct fake *fake, struct buf *line,
                        const char *name, uint32_t state)
{
    buf_addf(line, ",\"%s\":", name);
    if (fake->keeps_states)
        buf_addf(line, "%u", state);
    else
        buf_add_str(line, states_text(&fake->states, state));
}

bool question_read_state(struct fake *fake, const struct value *given,
                         uint32_t *state)
{
    if (!fake->keeps_states) {
        *state = states_number(&fake->states, given);
        return true;
    }
    *state = (uint32_t)given->integer;
    return given->kind == VALUE_INT && given->integer >= 0 &&
           given->integer < UINT32_MAX;
}

void question_add_call(const struct fake *fake, struct buf *line,
                       const struct model_call *call)
{
    json_add_text_field(line, "command",
                        fake_command(fake, call->command)->name);
    value_add_json_field(line, "arguments", call->arguments);
}

struct value *question_ask(struct fake *fake, struct buf *line,
                           const char *doing, struct pick *pick,
                           struct error *error)
{
    buf_add_char(line, '}');
    struct value *answer =
        conversation_ask(fake->conversation, buf_str(line), doing, pick, error);
    buf_finish(line);
    return answer;
}

struct value *question_ask_ok(struct fake *fake, struct buf *line,
                              const char *doing, struct error *error)
{
    struct value *answer = question_ask(fake, line, doing, NULL, error);
    if (answer == NULL)
        return NULL;
    const struct value *found = value_field_named(answer, "ok");
    struct value *ok = found == NULL ? NULL : value_ref(found);
    if (ok == NULL)
        error_set(error, ERROR_SPEC, "%s: %s cannot be refused", fake->name,
                  doing);
    value_unref(answer);
    return ok;
}

struct value *question_ask_kind(struct fake *fake, struct buf *line,
                                const char *doing, enum value_kind kind,
                                struct error *error)
{
    struct value *ok = question_ask_ok(fake, line, doing, error);
    if (ok == NULL)
        return NULL;
    bool is_fine = ok->kind == kind;
    for (size_t i = 0; is_fine && kind == VALUE_LIST && i < ok->count; i++)
        is_fine = ok->items[i]->kind == VALUE_STRING;
    if (is_fine)
        return ok;
    error_set(error, ERROR_SPEC, "%s: %s must give %s", fake->name, doing,
              kind == VALUE_LIST ? "a list of texts" : "true or false");
    value_unref(ok);
    return NULL;
}
