/* Evaluation: a specification, a line "====", then states as lines of JSON.
 * Whatever they are, each state ends in a verdict or in an error with words. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "lang/program.h"
#include "lang/session.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool show(struct lang_session *session, const struct value *state,
                 int64_t version)
{
    struct verdict verdict, stop;
    struct error error = ERROR_NONE;
    struct lang_primitive_list list = {0};
    lang_session_enter(session, state, version);
    bool fine = lang_session_primitives(session, LANG_WITH, &list, &error);
    lang_primitive_list_finish(&list);
    fine =
        fine && lang_session_observe(session, NULL, 0, &verdict, &stop, &error);
    if (!fine && error.message[0] == '\0')
        abort(); /* failed without a word */
    if (fine && verdict.kind == VERDICT_NONE)
        return true;
    struct reason_list reasons = {0};
    if (fine)
        lang_session_explain(session, &reasons);
    reason_list_finish(&reasons);
    return false;
}

static void play(const struct lang_program *program,
                 const struct lang_property *property, struct str states)
{
    struct lang_session *session = lang_session_create(program, property);
    bool goes_on = true;
    for (int64_t version = 1; goes_on && states.length > 0; version++) {
        const char *end = memchr(states.data, '\n', states.length);
        size_t length =
            end == NULL ? states.length : (size_t)(end - states.data);
        struct value *state = value_parse(str_from(states.data, length), NULL);
        if (state != NULL && state->kind == VALUE_OBJECT)
            goes_on = show(session, state, version);
        value_unref(state);
        length += end != NULL;
        states = str_from(states.data + length, states.length - length);
    }
    lang_session_destroy(session);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char separator[] = "\n====\n";
    struct str text = str_from((const char *)data, size);
    struct str states = STR("{}\n");
    const char *at = memmem(data, size, separator, sizeof separator - 1);
    if (at != NULL) {
        text.length = (size_t)(at - text.data);
        states.data = at + sizeof separator - 1;
        states.length = size - text.length - (sizeof separator - 1);
    }
    struct lang_options options = {.library = LIBRARY_FOLDER};
    struct diag_list diags;
    struct source_table sources;
    diag_list_init(&diags);
    source_table_init(&sources);
    struct lang_program *program =
        lang_load_text("fuzz.strom", text, &options, &diags, &sources);
    for (size_t i = 0; program != NULL && i < program->property_count; i++)
        play(program, &program->properties[i], states);
    lang_program_destroy(program);
    diag_list_finish(&diags);
    source_table_finish(&sources);
    return 0;
}
