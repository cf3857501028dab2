#include "exec/page/meant.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"

/* What stands in the place of an element's name (inject/read/view.js). */
static const char FIND[] = "find:";

static const struct value *first_element(const struct value *args)
{
    for (size_t i = 0; args != NULL && i < args->count; i++)
        if (args->items[i]->kind == VALUE_STRING &&
            str_starts_with(value_text(args->items[i]), FIND))
            return args->items[i];
    return NULL;
}

void meant_add(struct buf *out, const struct value *action, const char *words)
{
    struct error unused = ERROR_NONE;
    const struct value *element =
        first_element(value_field_named(action, "args"));
    if (element == NULL)
        return;
    struct str text = value_text(element);
    struct str json =
        str_from(text.data + strlen(FIND), text.length - strlen(FIND));
    struct value *wanted = value_parse(json, &unused);
    const struct value *selector =
        wanted == NULL ? NULL : value_field_named(wanted, "find");
    if (selector != NULL && selector->kind == VALUE_STRING &&
        strstr(words, value_text(selector).data) == NULL)
        buf_addf(out, ", on `%.*s`", STR_ARGS(value_text(selector)));
    value_unref(wanted);
}

/* NULL: the words are of another action. */
static char *words_of(const struct value *action, const char *words)
{
    struct str word = value_text(value_field_named(action, "word"));
    struct str id = value_text(value_field_named(action, "id"));
    char *name = memory_format("action \"%.*s\"", STR_ARGS(id));
    char *found = NULL;
    if (word.length > 0 && str_starts_with(str_text(words), name))
        found = memory_format("action \"%.*s\"%s", STR_ARGS(word),
                              words + strlen(name));
    free(name);
    return found;
}

char *meant_words(const struct value *actions, size_t at, const char *words)
{
    char *found = NULL;
    for (size_t i = at; found == NULL && actions != NULL && i < actions->count;
         i++)
        found = words_of(actions->items[i], words);
    return found != NULL ? found : memory_format("%s", words);
}
