/* The life of a front: everything empty, one specification read, the result
 * handed to the program; and a second one for a specification that lacks its
 * import. */
#include "lang/front/read.h"

#include <stdlib.h>

#include "base/vec.h"
#include "lang/front/front_internal.h"

static void front_init(struct front *front, struct lang_program *program,
                       const struct lang_options *options,
                       struct diag_list *diags)
{
    *front = (struct front){.program = program,
                            .options = options,
                            .diags = diags,
                            .errors_before = diags->error_count};
    arena_init(&front->keep);
    arena_init(&front->scratch);
    mixfix_init(&front->mixfix, &front->keep, &program->names);
    mixfix_add_builtin(&front->mixfix);
    map_init(&front->macros);
    map_init(&front->globals);
    map_init(&front->actions);
    map_init(&front->primitives);
    map_init(&front->modules);
    map_init(&front->poisoned);
    map_init(&front->poisoned_parts);
    map_init(&front->captured);
    for (uintptr_t i = 0; i < PRIMITIVE_COUNT; i++)
        map_set(&front->primitives, str_text(primitive_infos[i].name),
                (void *)(i + 1));
    defines_read(front);
}

static void front_finish(struct front *front)
{
    for (size_t i = 0; i < front->modules.count; i++)
        module_destroy(front->modules.entries[i].value);
    map_finish(&front->macros);
    map_finish(&front->globals);
    map_finish(&front->actions);
    map_finish(&front->primitives);
    map_finish(&front->modules);
    map_finish(&front->poisoned);
    map_finish(&front->poisoned_parts);
    map_finish(&front->captured);
    mixfix_finish(&front->mixfix);
    vec_finish(&front->decls);
    vec_finish(&front->table);
    vec_finish(&front->properties);
    free(front->folder);
    arena_finish(&front->scratch);
    arena_finish(&front->keep);
}

/* Moves what was collected into the program's own memory. */
static void hand_over(struct front *front)
{
    struct lang_program *program = front->program;
    struct arena *arena = &program->arena;
    program->decls = arena_copy(arena, front->decls.items, front->decls.count,
                                sizeof *front->decls.items);
    program->decl_count = front->decls.count;
    program->globals = arena_copy(arena, front->table.items, front->table.count,
                                  sizeof *front->table.items);
    program->global_count = front->table.count;
    program->properties =
        arena_copy(arena, front->properties.items, front->properties.count,
                   sizeof *front->properties.items);
    program->property_count = front->properties.count;
    program->subscript =
        front->options->subscript > 0 ? front->options->subscript : 100;
}

static bool finish_reading(struct front *front)
{
    /* after another mistake the name may be in the part that was not read */
    if (front->diags->error_count == front->errors_before)
        defines_report_unused(front);
    hand_over(front);
    front_finish(front);
    return front->diags->error_count == front->errors_before;
}

/* Where a specification comes from. */
struct origin {
    const char *name; /* a path or module name; of a text: what to call it */
    bool is_text;
    struct str text;
};

static bool read_once(struct lang_program *program, const struct origin *origin,
                      const struct lang_options *options,
                      struct diag_list *diags, bool with_library, bool *imports)
{
    struct front front;
    front_init(&front, program, options, diags);
    front.with_library = with_library;
    if (origin->is_text)
        modules_read_text(&front, origin->name, origin->text);
    else
        modules_read_spec(&front, origin->name);
    *imports = front.imports;
    return finish_reading(&front);
}

/* A program and what is said about it, for a reading that may be thrown away.
 */
struct trial {
    struct lang_program program;
    struct diag_list diags;
    bool imports;
};

static bool trial_run(struct trial *trial, const struct origin *origin,
                      const struct lang_options *options, bool with_library)
{
    *trial = (struct trial){.program = {.decl_count = 0}};
    arena_init(&trial->program.arena);
    intern_init(&trial->program.names);
    source_table_init(&trial->program.sources);
    diag_list_init(&trial->diags);
    return read_once(&trial->program, origin, options, &trial->diags,
                     with_library, &trial->imports);
}

static void trial_finish(struct trial *trial)
{
    diag_list_finish(&trial->diags);
    source_table_finish(&trial->program.sources);
    intern_finish(&trial->program.names);
    arena_finish(&trial->program.arena);
}

/* The paper prints a specification without its imports (Figure 8). One that
 * imports nothing and cannot be read for itself, but can with the library,
 * means that. */
static bool means_library(const struct origin *origin,
                          const struct lang_options *options)
{
    struct lang_options quiet = *options;
    struct trial trial;
    quiet.listener = NULL;
    bool alone = trial_run(&trial, origin, &quiet, false) || trial.imports;
    trial_finish(&trial);
    if (alone)
        return false;
    bool done = trial_run(&trial, origin, &quiet, true);
    trial_finish(&trial);
    return done;
}

/* Replaces program and diags by those of a reading with the library, if that
 * succeeds. */
static bool read_with_library(struct lang_program *program,
                              const struct origin *origin,
                              const struct lang_options *options,
                              struct diag_list *diags)
{
    struct trial trial;
    bool done = trial_run(&trial, origin, options, true);
    if (done) {
        struct trial failed = {.program = *program, .diags = *diags};
        *program = trial.program;
        *diags = trial.diags;
        trial = failed;
    }
    trial_finish(&trial);
    return done;
}

/* A listener must not hear a reading that is thrown away. */
static bool read_spec(struct lang_program *program, const struct origin *origin,
                      const struct lang_options *options,
                      struct diag_list *diags)
{
    bool imports;
    bool fresh = diags->count == 0;
    bool library =
        fresh && options->listener != NULL && means_library(origin, options);
    bool done = read_once(program, origin, options, diags, library, &imports);
    if (done || imports || !fresh || options->listener != NULL)
        return done;
    return read_with_library(program, origin, options, diags);
}

bool lang_read(struct lang_program *program, const char *spec,
               const struct lang_options *options, struct diag_list *diags)
{
    struct origin origin = {.name = spec};
    struct buf text;
    const char *trouble;
    buf_init(&text);
    /* It may have to be read twice. */
    if (!modules_read_stream(spec, &text, &trouble)) {
        buf_finish(&text);
        return read_spec(program, &origin, options, diags);
    }
    if (trouble != NULL)
        diag_add(diags, DIAG_ERROR, DIAG_PARSE, span_nowhere(),
                 "cannot read '%s': %s", spec, trouble);
    bool done = trouble == NULL &&
                lang_read_text(program, spec, buf_str(&text), options, diags);
    buf_finish(&text);
    return done;
}

bool lang_read_text(struct lang_program *program, const char *name,
                    struct str text, const struct lang_options *options,
                    struct diag_list *diags)
{
    struct origin origin = {.name = name, .is_text = true, .text = text};
    return read_spec(program, &origin, options, diags);
}
