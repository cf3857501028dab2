#include "cli/places.h"

#include <string.h>

#include "base/memory.h"
#include "lang/front/source.h"

struct run_property *places_of(const struct lang_program *program)
{
    struct run_property *places =
        memory_zeroed(program->property_count + 1, sizeof *places);
    for (size_t i = 0; i < program->property_count; i++) {
        const struct ast_global *global = program->properties[i].global;
        const struct source *source =
            source_of(&program->sources, global->span);
        places[i] = (struct run_property){
            .name = global->name->text,
            .file = source->path,
        };
        source_position(source, global->span.start, &places[i].line,
                        &places[i].column);
    }
    return places;
}

/* Where the specification, or a module of it, has these bytes: selectors stand
 * in a text as they are. */
static bool find(const struct source *source, const char *words, size_t length,
                 struct error *error)
{
    const char *at =
        memmem(source->text.data, source->text.length, words, length);
    if (at == NULL)
        return false;
    int line, column;
    source_position(source, (uint32_t)(at - source->text.data), &line, &column);
    error_prefix(error, "%s:%d:%d: ", source->path, line, column);
    return true;
}

void places_name_selector(const struct lang_program *program,
                          struct error *error)
{
    char words[sizeof error->message];
    const char *end = strchr(error->message + 1, '`');
    if (error->message[0] != '`' || end == NULL)
        return;
    size_t length = (size_t)(end - error->message) + 1;
    memcpy(words, error->message, length);
    const struct source_table *sources = &program->sources;
    if (find(sources->items[program->spec_source], words, length, error))
        return;
    for (size_t i = 0; i < sources->count; i++)
        if (find(sources->items[i], words, length, error))
            return;
}
