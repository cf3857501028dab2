#include "cli/recorded.h"

#include <string.h>

static bool has_name(const struct lang_property *property, const char *name)
{
    return name != NULL && strcmp(property->global->name->text, name) == 0;
}

/* The number alone may be one of another specification. */
static bool has_number(const struct lang_property *property,
                       const struct trace_header *header)
{
    return header->property_number == property->number &&
           has_name(property, header->property);
}

enum recorded recorded_find(const struct lang_program *program,
                            const struct trace_header *header, size_t *picked,
                            size_t *count)
{
    const struct lang_property *properties = program->properties;
    size_t all = program->property_count + program->left_out_count;
    bool is_left_out = false;
    *count = 0;
    for (size_t i = 0; i < all; i++) {
        if (!has_number(&properties[i], header))
            continue;
        if (i >= program->property_count)
            return RECORDED_LEFT_OUT;
        picked[(*count)++] = i;
        return RECORDED_FOUND;
    }
    for (size_t i = 0; i < all; i++) {
        if (!has_name(&properties[i], header->property))
            continue;
        if (i < program->property_count)
            picked[(*count)++] = i;
        else
            is_left_out = true;
    }
    if (*count > 0)
        return RECORDED_FOUND;
    return is_left_out ? RECORDED_LEFT_OUT : RECORDED_NOT_THERE;
}
