#include "cli/select.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/memory.h"

static const char *name_of(const struct lang_program *program, size_t property)
{
    return program->properties[property].global->name->text;
}

static bool is_named(const char *name, const char *const *patterns,
                     size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (fnmatch(patterns[i], name, 0) == 0)
            return true;
    return false;
}

static bool is_known(const struct lang_program *program, const char *pattern)
{
    for (size_t i = 0; i < program->property_count; i++)
        if (is_named(name_of(program, i), &pattern, 1))
            return true;
    return false;
}

static bool are_known(const struct lang_program *program, const char *option,
                      const char *const *patterns, size_t count,
                      struct error *error)
{
    for (size_t i = 0; i < count; i++) {
        if (is_known(program, patterns[i]))
            continue;
        struct buf names;
        buf_init(&names);
        for (size_t j = 0; j < program->property_count; j++)
            buf_addf(&names, "%s%s", j == 0 ? "" : ", ", name_of(program, j));
        error_set(error, ERROR_USAGE,
                  "--%s: no property is called \"%s\"; there are %s", option,
                  patterns[i], buf_text(&names));
        buf_finish(&names);
        return false;
    }
    return true;
}

bool select_asks_for(const struct check_options *options, const char *name)
{
    bool is_asked = options->only_count == 0 ||
                    is_named(name, options->only, options->only_count);
    return is_asked &&
           !is_named(name, options->without, options->without_count);
}

bool select_properties(struct lang_program *program,
                       const struct check_options *options, struct error *error)
{
    if (!are_known(program, "only", options->only, options->only_count,
                   error) ||
        !are_known(program, "without", options->without, options->without_count,
                   error))
        return false;
    size_t all = program->property_count;
    size_t kept = 0;
    struct lang_property *others = memory_zeroed(all + 1, sizeof *others);
    for (size_t i = 0; i < all; i++) {
        if (select_asks_for(options, name_of(program, i)))
            program->properties[kept++] = program->properties[i];
        else
            others[i - kept] = program->properties[i];
    }
    program->property_count = kept;
    program->left_out_count = all - kept;
    memcpy(program->properties + kept, others, (all - kept) * sizeof *others);
    free(others);
    return kept > 0 || error_set(error, ERROR_USAGE,
                                 "--only and --without leave no property");
}
