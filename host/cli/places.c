#include "cli/places.h"

#include "base/memory.h"
#include "lang/source.h"

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
