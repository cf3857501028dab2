#include "cli/spec.h"

#include <stdio.h>
#include <stdlib.h>

#include "cli/library.h"

void spec_init(struct spec *spec)
{
    *spec = (struct spec){.library = library_folder()};
    diag_list_init(&spec->diags);
    source_table_init(&spec->sources);
}

void spec_finish(struct spec *spec)
{
    lang_program_destroy(spec->program);
    diag_list_finish(&spec->diags);
    source_table_finish(&spec->sources);
    free(spec->library);
}

bool spec_include(struct spec *spec, const char *folder, struct error *error)
{
    if (spec->include_count == SPEC_INCLUDE_LIMIT)
        return error_set(error, ERROR_USAGE,
                         "--include is given more than %d times",
                         SPEC_INCLUDE_LIMIT);
    spec->include[spec->include_count++] = folder;
    return true;
}

struct lang_options spec_options(const struct spec *spec)
{
    return (struct lang_options){.include = spec->include,
                                 .include_count = spec->include_count,
                                 .library = spec->library};
}

bool spec_load(struct spec *spec, const char *path,
               const struct lang_listener *listener)
{
    struct lang_options options = spec_options(spec);
    options.listener = listener;
    spec->program = lang_load(path, &options, &spec->diags, &spec->sources);
    return spec->program != NULL;
}

const struct source_table *spec_sources(const struct spec *spec)
{
    return spec->program == NULL ? &spec->sources : &spec->program->sources;
}

void spec_print_diags(const struct spec *spec)
{
    struct buf text;
    buf_init(&text);
    diag_list_print(&text, spec_sources(spec), &spec->diags);
    fputs(buf_text(&text), stderr);
    buf_finish(&text);
}
