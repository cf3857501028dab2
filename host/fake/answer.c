/* In this file: what is no answer, an answer, what it holds. */
#include "fake/answer.h"

#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/memory.h"
#include "base/utf8.h"

enum { BEGINNING_BYTES = 60 };

static struct value *read_line(struct str line)
{
    struct json *json = json_parse_utf16(line, NULL);
    struct value *value = json == NULL ? NULL : value_from_json(json);
    json_destroy(json);
    return value;
}

static const char *text_in(const struct value *object, const char *name)
{
    const struct value *field = value_field_named(object, name);
    return field != NULL && field->kind == VALUE_STRING ? field->text : NULL;
}

/* ---- what is no answer -------------------------------------------------- */

/* Words of a model, with the place in front of them. */
static void place(struct error *error, const char *at, const char *words)
{
    error_set(error, ERROR_SPEC, "%s%s%s", at == NULL ? "" : at,
              at == NULL ? "" : ": ", words);
}

static void say_stopped(const struct value *answer, const char *doing,
                        struct error *error)
{
    const char *why = text_in(answer, "stopped");
    const char *inner = text_in(answer, "doing");
    bool is_time = strcmp(why, "time") == 0;
    char *words = memory_format(
        "%s %s", inner != NULL && inner[0] != '\0' ? inner : doing,
        is_time ? "does not end: it was stopped here"
                : "takes too much memory: it was stopped here");
    place(error, text_in(answer, "at"), words);
    free(words);
}

static void say_no_object(struct str line, const char *doing,
                          struct error *error)
{
    size_t shown = line.length < BEGINNING_BYTES
                       ? line.length
                       : utf8_floor(line, BEGINNING_BYTES);
    error_set(error, ERROR_SPEC, "%s: the answer is no JSON object: %.*s",
              doing, (int)shown, line.data);
}

static void note(const struct value *answer, struct answer_trouble *trouble)
{
    const struct value *at = value_field_named(answer, "place");
    trouble->is_failed = text_in(answer, "failed") != NULL;
    if (at != NULL && at->kind == VALUE_INT)
        trouble->stopped_at = at->integer;
}

/* ---- an answer ---------------------------------------------------------- */

/* False: *error. */
static bool is_answer(const struct value *object, const char *doing,
                      struct error *error)
{
    if (text_in(object, "failed") != NULL)
        place(error, text_in(object, "at"), text_in(object, "failed"));
    else if (text_in(object, "stopped") != NULL)
        say_stopped(object, doing, error);
    else if (text_in(object, "setup") != NULL)
        error_set(error, ERROR_SETUP, "%s", text_in(object, "setup"));
    else if (value_field_named(object, "ok") == NULL &&
             value_field_named(object, "pick") == NULL &&
             text_in(object, "refused") == NULL)
        error_set(error, ERROR_SPEC,
                  "%s is answered without \"ok\", \"refused\" or \"failed\"",
                  doing);
    else
        return true;
    return false;
}

struct value *answer_read(struct str line, const char *doing,
                          struct answer_trouble *trouble, struct error *error)
{
    struct value *given = read_line(line);
    *trouble = (struct answer_trouble){.stopped_at = -1};
    if (given == NULL || given->kind != VALUE_OBJECT) {
        say_no_object(line, doing, error);
    } else if (is_answer(given, doing, error)) {
        return given;
    } else {
        note(given, trouble);
    }
    value_unref(given);
    return NULL;
}

/* ---- what it holds ------------------------------------------------------ */

bool answer_is_action(const struct value *action)
{
    const struct value *args = value_field_named(action, "args");
    return value_text(value_field_named(action, "id")).length > 0 &&
           args != NULL && args->kind == VALUE_LIST;
}

bool answer_is_actions(const struct value *ok)
{
    bool is_fine = ok->kind == VALUE_LIST;
    for (size_t i = 0; is_fine && i < ok->count; i++)
        is_fine = answer_is_action(ok->items[i]);
    return is_fine;
}

bool answer_read_choices(const struct value *list, size_t count,
                         uint64_t *choices)
{
    *choices = 0;
    if (list->kind != VALUE_LIST)
        return false;
    for (size_t i = 0; i < list->count; i++) {
        const struct value *place = list->items[i];
        if (place->kind != VALUE_INT || place->integer < 0 ||
            (uint64_t)place->integer >= count)
            return false;
        *choices |= (uint64_t)1 << place->integer;
    }
    return true;
}
