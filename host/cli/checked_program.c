#include "cli/checked_program.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "base/buf.h"
#include "base/memory.h"
#include "cli/library.h"
#include "cli/select.h"
#include "lang/lint/lint.h"

static void print_diagnostics(const struct source_table *sources,
                              const struct diag_list *diags)
{
    struct buf text;
    buf_init(&text);
    diag_list_print(&text, sources, diags);
    fputs(buf_text(&text), stderr);
    buf_finish(&text);
}

/* Elsewhere elements may have any field. */
static bool is_of_browser(const struct check_options *options)
{
    return options->executor == NULL && options->from == NULL &&
           options->ccs == NULL && options->streams == NULL;
}

/* Loads with warnings, which it counts; notes are for `weir lint`. */
static struct lang_program *load_linted(const struct check_options *options,
                                        struct lang_options *language,
                                        struct diag_list *diags,
                                        struct source_table *sources,
                                        size_t *warnings)
{
    struct lint *lint = lint_create();
    struct lint_options rules = {.max_actions = options->max_actions};
    for (size_t i = 0; i < LINT_COUNT; i++)
        rules.allowed[i] = lint_infos[i].severity == DIAG_NOTE;
    if (!is_of_browser(options))
        rules.allowed[LINT_UNKNOWN_FIELD] = rules.allowed[LINT_DEAD_SELECTOR] =
            rules.allowed[LINT_LIST_AS_ELEMENT] = true;
    language->listener = lint_listener(lint);
    struct lang_program *program =
        lang_load(options->spec, language, diags, sources);
    lint_run(lint, program, &rules, diags);
    lint_destroy(lint);
    *warnings = lint_count(diags);
    return program;
}

/* What the specification and its modules were read from. */
static void watch_sources(struct watch *watch, const char *spec,
                          const struct source_table *sources)
{
    if (watch == NULL)
        return;
    watch_file(watch, spec);
    for (size_t i = 0; i < sources->count; i++)
        watch_file(watch, sources->items[i]->path);
}

/* A folder that is not there finds no module, which the user would be told as
 * if the module were wrong. */
static bool check_include(const struct check_options *options,
                          struct error *error)
{
    for (size_t i = 0; i < options->include_count; i++) {
        struct stat status;
        if (stat(options->include[i], &status) == 0 && S_ISDIR(status.st_mode))
            continue;
        return error_set(error, ERROR_USAGE, "--include: %s is no folder",
                         options->include[i]);
    }
    return true;
}

void first_mistake_finish(struct first_mistake *mistake)
{
    free(mistake->words);
    free(mistake->file);
    *mistake = (struct first_mistake){.words = NULL};
}

static void note_first(struct first_mistake *mistake,
                       const struct source_table *sources,
                       const struct diag_list *diags)
{
    size_t i = 0;
    while (i < diags->count && diags->items[i].severity != DIAG_ERROR)
        i++;
    if (i == diags->count)
        return;
    const struct diag *diag = &diags->items[i];
    const struct source *source = source_of(sources, diag->span);
    struct buf words;
    buf_init(&words);
    if (source != NULL) {
        source_position(source, diag->span.start, &mistake->line,
                        &mistake->column);
        mistake->file = memory_format("%s", source->path);
        buf_addf(&words, "%s:%d:%d: ", source->path, mistake->line,
                 mistake->column);
    }
    buf_add_text(&words, diag->message);
    if (diags->error_count > 1)
        buf_addf(&words, " (the first of %zu mistakes)", diags->error_count);
    mistake->words = buf_take(&words);
}

/* What was found while it was loaded. */
struct findings {
    size_t mistakes, warnings;
};

/* Loads and tells; NULL: there are mistakes. */
static struct lang_program *load(const struct check_options *options,
                                 struct watch *watch, struct findings *findings,
                                 struct first_mistake *mistake)
{
    char *library = library_folder();
    struct lang_options language = {
        .include = options->include,
        .include_count = options->include_count,
        .library = library,
        .defines = options->defines,
        .define_count = options->define_count,
        .subscript = options->subscript,
    };
    struct diag_list diags;
    struct source_table sources;
    diag_list_init(&diags);
    source_table_init(&sources);
    struct lang_program *program =
        load_linted(options, &language, &diags, &sources, &findings->warnings);
    const struct source_table *read =
        program == NULL ? &sources : &program->sources;
    print_diagnostics(read, &diags);
    note_first(mistake, read, &diags);
    watch_sources(watch, options->spec, read);
    findings->mistakes = diags.error_count;
    diag_list_finish(&diags);
    source_table_finish(&sources);
    free(library);
    return program;
}

static bool is_fit(struct lang_program *program,
                   const struct check_options *options,
                   const struct findings *findings, struct error *error)
{
    if (program == NULL && findings->mistakes > 1)
        return error_set(error, ERROR_SPEC, "%zu mistakes in %s",
                         findings->mistakes, options->spec);
    if (program == NULL)
        return error_set(error, ERROR_SPEC, "%s", ""); /* it has been told */
    if (options->deny_warnings && findings->warnings > 0)
        return error_set(error, ERROR_SPEC, "%zu warning%s (--deny-warnings)",
                         findings->warnings,
                         findings->warnings == 1 ? "" : "s");
    if (program->property_count == 0)
        return error_set(error, ERROR_SPEC,
                         "%s checks nothing: it needs a line such as "
                         "`check safety with * when loaded?;`",
                         options->spec);
    return select_properties(program, options, error);
}

struct lang_program *checked_program(const struct check_options *options,
                                     struct watch *watch,
                                     struct first_mistake *mistake,
                                     struct error *error)
{
    struct findings findings;
    if (!check_include(options, error))
        return NULL;
    struct lang_program *program = load(options, watch, &findings, mistake);
    if (is_fit(program, options, &findings, error))
        return program;
    lang_program_destroy(program);
    return NULL;
}
