#include <stdlib.h>

#include "base/json.h"
#include "base/memory.h"
#include "exec/lines/lines.h"

enum { SHOWN_BYTES = 80 };

void lines_answer_finish(struct lines_answer *answer)
{
    value_unref(answer->value);
    free(answer->text);
    *answer = (struct lines_answer){0};
}

static bool refuse(struct error *error, struct str line, const char *words)
{
    size_t shown = line.length < SHOWN_BYTES ? line.length : SHOWN_BYTES;
    return error_set(error, ERROR_RUN, "it wrote a line that %s: %.*s%s", words,
                     (int)shown, line.data, shown < line.length ? "..." : "");
}

static char *text_of(const struct value *value)
{
    struct buf json = {0};
    struct str text = value_text(value);
    if (value->kind == VALUE_STRING)
        return memory_copy_string(text.data, text.length);
    value_add_json(&json, value);
    return buf_take(&json);
}

static bool read_object(const struct value *object, struct str line,
                        struct lines_answer *answer, struct error *error)
{
    static const char *const words[] = {"ok", "fail", "info", "yield",
                                        "blocked"};
    const struct value *id = value_field_named(object, "id");
    size_t found = 0;
    if (id == NULL || id->kind != VALUE_INT)
        return refuse(error, line, "has no \"id\", a whole number");
    answer->id = id->integer;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        const struct value *said = value_field_named(object, words[i]);
        if (said == NULL)
            continue;
        found++;
        answer->kind = (enum lines_answer_kind)i;
        if (found > 1)
            continue;
        if (i == LINES_OK)
            answer->value = value_ref(said);
        else
            answer->text = text_of(said);
    }
    if (found == 1)
        return true;
    return refuse(error, line,
                  found == 0 ? "has none of ok, fail, info, yield, blocked"
                             : "has two of ok, fail, info, yield, blocked");
}

bool lines_read(struct str line, struct lines_answer *answer,
                struct error *error)
{
    *answer = (struct lines_answer){0};
    struct value *object = value_parse(line, NULL);
    bool is_fine = object != NULL && object->kind == VALUE_OBJECT
                       ? read_object(object, line, answer, error)
                       : refuse(error, line, "is no JSON object");
    value_unref(object);
    if (!is_fine)
        lines_answer_finish(answer);
    return is_fine;
}
