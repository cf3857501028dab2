/* Loading: read, infer, compile, and evaluate what depends on no state. */
#include "lang/program.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "lang/eval/code.h"
#include "lang/types/infer.h"
#include "lang/eval/machine.h"
#include "lang/front/ast_print.h"
#include "lang/front/read.h"
#include "trace/deps.h"

enum { DEFAULT_SUBSCRIPT = 100 };

/* The message goes into the diagnostic, the call trace into its details. */
static void report(struct diag_list *diags, const struct machine *machine)
{
    struct diag *diag =
        diag_add(diags, DIAG_ERROR, DIAG_EVALUATION, machine->error_span, "%s",
                 buf_text(&machine->error_message));
    if (machine->error_help.length > 0)
        diag_help(diag, "%s", buf_text(&machine->error_help));
    if (machine->error_trace.length == 0)
        return;
    free(diag->details);
    diag->details = memory_copy_string(machine->error_trace.data,
                                       machine->error_trace.length - 1);
}

/* An action's body without `~`. When it looks at the state, the original ends
 * here; ours reads it in each state, as the paper means it. */
static bool evaluate_action(struct machine *machine, struct global_code *global)
{
    if (global->mode != GLOBAL_ACTION || global->maker != NULL || global->anew)
        return true;
    machine_begin(machine);
    machine->home = global->ast->decl->span;
    struct val body = machine_action_body(machine, global);
    bool done = body.kind != VAL_FAIL;
    val_unref(body);
    global->anew = !done && machine->missed_state;
    return done || global->anew;
}

static bool evaluate_let(struct machine *machine, const struct let_code *let)
{
    machine_begin(machine);
    machine->home = let->span;
    if (machine_run_let(machine, let))
        return true;
    if (machine->missed_state)
        machine_help(machine,
                     "a 'let' without '~' is evaluated before any state "
                     "exists: write 'let ~%s = …;'",
                     let->code->name == NULL ? "name" : let->code->name->text);
    return false;
}

/* Every eager binding and action body, where no state exists (reference, 3.2).
 * The first mistake ends it: what follows may depend on it. */
static bool evaluate_eager(struct lang_code *code, struct diag_list *diags)
{
    struct machine machine;
    machine_init(&machine, code);
    bool done = true;
    for (size_t i = 0; i < code->let_count && done; i++)
        done = evaluate_let(&machine, code->lets[i]);
    for (size_t i = 0; i < code->global_count && done; i++)
        done = evaluate_action(&machine, &code->globals[i]);
    if (!done)
        report(diags, &machine);
    machine_finish(&machine);
    return done;
}

static struct lang_program *program_create(const struct lang_options *options)
{
    struct lang_program *program = MEMORY_NEW(struct lang_program);
    arena_init(&program->arena);
    intern_init(&program->names);
    source_table_init(&program->sources);
    if (options->library != NULL)
        program->library =
            arena_format(&program->arena, "%s", options->library);
    program->subscript =
        options->subscript == 0 ? DEFAULT_SUBSCRIPT : options->subscript;
    return program;
}

/* What follows reading: the program, or NULL and its sources moved out. */
static struct lang_program *finish_loading(struct lang_program *program,
                                           bool was_read,
                                           struct diag_list *diags,
                                           struct source_table *sources)
{
    source_table_init(sources);
    program->learned = MEMORY_NEW(struct deps);
    deps_init(program->learned);
    if (was_read && lang_infer(program, diags)) {
        program->code = lang_compile(program);
        if (evaluate_eager(program->code, diags))
            return program;
    }
    *sources = program->sources;
    source_table_init(&program->sources);
    lang_program_destroy(program);
    return NULL;
}

struct lang_program *lang_load(const char *spec,
                               const struct lang_options *options,
                               struct diag_list *diags,
                               struct source_table *sources)
{
    struct lang_program *program = program_create(options);
    bool was_read = lang_read(program, spec, options, diags);
    return finish_loading(program, was_read, diags, sources);
}

struct lang_program *lang_load_text(const char *name, struct str text,
                                    const struct lang_options *options,
                                    struct diag_list *diags,
                                    struct source_table *sources)
{
    struct lang_program *program = program_create(options);
    bool was_read = lang_read_text(program, name, text, options, diags);
    return finish_loading(program, was_read, diags, sources);
}

void lang_program_destroy(struct lang_program *program)
{
    if (program == NULL)
        return;
    lang_code_finish(program->code);
    source_table_finish(&program->sources);
    intern_finish(&program->names);
    arena_finish(&program->arena);
    deps_finish(program->learned);
    free(program->learned);
    free(program);
}

bool lang_program_has_in_library(const struct lang_program *program,
                                 const struct source *source)
{
    size_t length = program->library == NULL ? 0 : strlen(program->library);
    return length > 0 && strncmp(source->path, program->library, length) == 0 &&
           source->path[length] == '/';
}

static bool are_alike(const struct lang_program *program,
                      const struct ast_expr *a, const struct ast_expr *b)
{
    struct buf first, second;
    if (a == NULL || b == NULL)
        return a == b;
    buf_init(&first);
    buf_init(&second);
    ast_print_expr(&first, program, a);
    ast_print_expr(&second, program, b);
    bool alike = str_equal(buf_str(&first), buf_str(&second));
    buf_finish(&first);
    buf_finish(&second);
    return alike;
}

bool lang_properties_share_runs(const struct lang_program *program,
                                const struct lang_property *a,
                                const struct lang_property *b)
{
    const struct ast_decl *one = a->check, *other = b->check;
    size_t count = one->check.action_count;
    return one == other ||
           (count == other->check.action_count &&
            (count == 0 || memcmp(one->check.actions, other->check.actions,
                                  count * sizeof *one->check.actions) == 0) &&
            are_alike(program, one->check.when, other->check.when));
}
