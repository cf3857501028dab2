/* Dependency analysis: the whole program on abstract values, then what the
 * parts of one check read. */
#include "lang/deps/deps.h"

#include "base/vec.h"
#include "lang/deps/analysis.h"

void analysis_init(struct analysis *analysis,
                   const struct lang_program *program)
{
    *analysis = (struct analysis){.program = program};
    abstract_store_init(&analysis->store);
    map_init(&analysis->lambdas);
    map_init(&analysis->applications);
    arena_init(&analysis->arena);
    analysis->globals =
        memory_zeroed(program->global_count, sizeof *analysis->globals);
    analysis->locals =
        memory_zeroed(program->local_count, sizeof *analysis->locals);
}

void analysis_finish(struct analysis *analysis)
{
    free(analysis->globals);
    free(analysis->locals);
    vec_finish(&analysis->saved);
    arena_finish(&analysis->arena);
    map_finish(&analysis->applications);
    map_finish(&analysis->lambdas);
    abstract_store_finish(&analysis->store);
}

/* With parameters: a function; without: its body, known by its name too. */
static const struct abstract *action_value(struct analysis *analysis,
                                           const struct ast_decl *decl)
{
    struct abstract_store *store = &analysis->store;
    uintptr_t word = (uintptr_t)decl->action.global;
    if (decl->action.count > 0)
        return abstract_of(store, ABSTRACT_ACTION, &word, 1);
    return abstract_either(store, analysis_eval(analysis, decl->action.body),
                           abstract_of(store, ABSTRACT_ACTED, &word, 1));
}

/* A global sees those declared before it, so one pass in order is enough. */
void analysis_run(struct analysis *analysis)
{
    const struct lang_program *program = analysis->program;
    for (size_t i = 0; i < program->decl_count; i++) {
        const struct ast_decl *decl = program->decls[i];
        if (decl->kind == AST_DECL_LET)
            analysis_bind(analysis, decl->let.pattern,
                          analysis_eval(analysis, decl->let.body));
        else if (decl->kind == AST_DECL_ACTION)
            analysis->globals[decl->action.global->index] =
                action_value(analysis, decl);
    }
}

/* What the global's value is; of an action with parameters, what its body is
 * whatever they are. */
static const struct abstract *global_value(struct analysis *analysis,
                                           const struct ast_global *global)
{
    const struct abstract *value = analysis->globals[global->index];
    for (uint32_t i = 0; i < global->arity; i++)
        value = analysis_apply(analysis, value, analysis->store.constant);
    return value;
}

/* The actions and events of the check, and of its `when`, as elements of a
 * list; what is read to find them is read in any case. */
static const struct abstract *what_happens(struct analysis *analysis,
                                           const struct lang_property *property)
{
    struct abstract_store *store = &analysis->store;
    const struct ast_decl *check = property->check;
    const struct abstract *all = store->constant;
    for (size_t i = 0; i < check->check.action_count; i++)
        all = abstract_either(store, all,
                              global_value(analysis, check->check.actions[i]));
    if (check->check.when != NULL)
        all = abstract_either(store, all,
                              analysis_eval(analysis, check->check.when));
    return abstract_list(store, abstract_flat(store, all));
}

/* The same once more, where that makes a difference, with what `happened` may
 * be in a run of the property. After analysis_run. */
static void run_happened(struct analysis *analysis,
                         const struct lang_property *property)
{
    if (!analysis->asks_happened)
        return;
    analysis->happened = what_happens(analysis, property);
    map_finish(&analysis->applications); /* were worked out without */
    map_init(&analysis->applications);
    analysis->application_count = 0;
    analysis_run(analysis);
}

/* An action's arguments go to the executor, and are compared with what has
 * happened. */
static const struct abstract *action_reads(struct analysis *analysis,
                                           const struct ast_global *global)
{
    const struct abstract *value = global_value(analysis, global);
    return analysis->positions
               ? abstract_union(&analysis->store, value->reads, value->wholes)
               : value->reads;
}

const struct abstract *
analysis_of_property(struct analysis *analysis,
                     const struct lang_property *property)
{
    const struct ast_decl *check = property->check;
    const struct abstract *reads =
        global_value(analysis, property->global)->reads;
    for (size_t i = 0; i < check->check.action_count; i++)
        reads = abstract_union(&analysis->store, reads,
                               action_reads(analysis, check->check.actions[i]));
    if (check->check.when == NULL)
        return reads;
    return abstract_union(&analysis->store, reads,
                          analysis_eval(analysis, check->check.when)->reads);
}

/* Adds selector.field.field; at most ABSTRACT_DEPTH_LIMIT + 1 fields. */
static struct deps_node *add_place(struct deps *deps,
                                   const struct abstract *place)
{
    struct deps_node *parent = &deps->root;
    uintptr_t name = place->words[0];
    if (place->kind != ABSTRACT_SELECTOR) {
        parent = add_place(deps, (const struct abstract *)place->words[0]);
        name = place->words[1];
    }
    return deps_child(parent, intern_as_str((intern_t)name));
}

/* Where the object is read whole, the entry is there anyway. */
static void add_entry(struct deps *deps, const struct abstract *entry)
{
    const struct abstract *object = (const struct abstract *)entry->words[0];
    if (add_place(deps, object)->count > 0)
        add_place(deps, entry);
}

/* Entries last: what is read by its fields is known then. */
static void add_places(struct deps *deps, const struct abstract *reads)
{
    for (int entries = 0; entries < 2; entries++) {
        for (uint32_t i = 0; i < reads->count; i++) {
            const struct abstract *place =
                (const struct abstract *)reads->words[i];
            if ((place->kind == ABSTRACT_ENTRY) != (entries == 1))
                continue;
            if (entries == 0)
                add_place(deps, place);
            else
                add_entry(deps, place);
        }
    }
}

void lang_deps_for(const struct lang_program *program,
                   const struct lang_property *property,
                   enum lang_deps_extent extent, struct deps *deps)
{
    struct analysis analysis;
    deps_init(deps);
    analysis_init(&analysis, program);
    analysis.evaluated = extent != LANG_DEPS_REFERENCE;
    analysis.positions = extent == LANG_DEPS_PAGE;
    analysis_run(&analysis);
    if (analysis.evaluated)
        run_happened(&analysis, property);
    add_places(deps, analysis_of_property(&analysis, property));
    if (program->learned != NULL)
        deps_merge(deps, program->learned);
    analysis_finish(&analysis);
}

void lang_deps(const struct lang_program *program,
               const struct lang_property *property, struct deps *deps)
{
    lang_deps_for(program, property, LANG_DEPS_REFERENCE, deps);
}

void lang_deps_of_global(const struct lang_program *program,
                         const struct ast_global *global, struct deps *deps)
{
    struct analysis analysis;
    deps_init(deps);
    analysis_init(&analysis, program);
    analysis_run(&analysis);
    add_places(deps, global_value(&analysis, global)->reads);
    analysis_finish(&analysis);
}
