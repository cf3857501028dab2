/* Specifications: whatever the bytes, loading ends in a program or in printed
 * diagnostics, and a program has dependencies and may be warned about. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "lang/deps/deps.h"
#include "lang/lint/lint.h"
#include "lang/program.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void print_all(const struct source_table *sources,
                      const struct diag_list *diags)
{
    struct buf text;
    buf_init(&text);
    diag_list_print(&text, sources, diags);
    buf_finish(&text);
}

static void analyse(const struct lang_program *program)
{
    for (size_t i = 0; i < program->property_count; i++) {
        struct deps deps;
        lang_deps(program, &program->properties[i], &deps);
        deps_finish(&deps);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct lint *lint = lint_create();
    struct lang_options options = {.library = LIBRARY_FOLDER,
                                   .listener = lint_listener(lint)};
    struct lint_options lint_options = {.max_actions = 50};
    struct diag_list diags;
    struct source_table sources;
    diag_list_init(&diags);
    source_table_init(&sources);
    struct lang_program *program =
        lang_load_text("fuzz.strom", str_from((const char *)data, size),
                       &options, &diags, &sources);
    if (program == NULL && diags.error_count == 0)
        abort(); /* refused without a word */
    if (program != NULL && diags.error_count > 0)
        abort();
    lint_run(lint, program, &lint_options, &diags);
    if (program != NULL && diags.error_count > 0)
        abort(); /* a warning is no mistake */
    lint_destroy(lint);
    print_all(program == NULL ? &sources : &program->sources, &diags);
    if (program != NULL)
        analyse(program);
    lang_program_destroy(program);
    diag_list_finish(&diags);
    source_table_finish(&sources);
    return 0;
}
