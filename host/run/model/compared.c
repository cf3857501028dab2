#include "run/model/compared.h"

#include "base/buf.h"

void compared_note(struct map *parts, const struct value *projection)
{
    bool has_parts = projection != NULL && projection->kind == VALUE_OBJECT;
    for (size_t i = 0; has_parts && i < projection->count; i++)
        map_set(parts, value_text(projection->fields[i].key), parts);
}

char *compared_missed(const struct map *parts, const struct value *view)
{
    const struct value *fields = value_field_named(view, "fields");
    struct buf words = {0};
    size_t count = 0;
    if (fields == NULL || fields->kind != VALUE_OBJECT)
        return NULL;
    for (size_t i = 0; i < fields->count; i++) {
        struct str name = value_text(fields->fields[i].key);
        if (!map_has(parts, name))
            buf_addf(&words, "%s`%.*s`", count++ > 0 ? ", " : "",
                     STR_ARGS(name));
    }
    if (count == 0)
        return NULL;
    if (count == fields->count) {
        buf_clear(&words);
        buf_add_text(&words, "nothing of the view is compared in any state: "
                             "\"project\" leaves all of it out");
    } else {
        buf_addf(&words,
                 " of the view %s compared in no state: \"project\" leaves %s "
                 "out",
                 count == 1 ? "is" : "are", count == 1 ? "it" : "them");
    }
    return buf_take(&words);
}
