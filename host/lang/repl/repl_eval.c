/* From a text to a value. A line is looked at by loading the specification
 * again with one more binding, whose body it is: loading takes milliseconds,
 * and nothing has to be undone when the line is wrong. */
#include "lang/repl/repl_internal.h"

#include <stdlib.h>

#include "lang/deps/deps.h"
#include "lang/eval/eval.h"
#include "lang/types/infer.h"
#include "lang/session_internal.h"

enum {
    PRINT_LIMIT = 4000,  /* bytes of a value */
    FORMULA_LIMIT = 400, /* bytes of a formula */
};

struct evaluation {
    struct repl *repl;
    struct diag_list diags;
    struct source_table sources; /* when there is no program */
    struct lang_program *program;
    size_t input_at; /* what was entered, in the text */
    size_t input_end;
};

/* ---- loading ------------------------------------------------------------ */

static void load(struct evaluation *evaluation, struct repl *repl,
                 const char *before, const char *input, const char *after)
{
    struct buf text;
    *evaluation = (struct evaluation){.repl = repl};
    diag_list_init(&evaluation->diags);
    source_table_init(&evaluation->sources);
    buf_init(&text);
    buf_add_str(&text, buf_str(&repl->base));
    buf_add_str(&text, buf_str(&repl->added));
    evaluation->input_at = text.length;
    buf_addf(&text, "%s\n%s\n", before, input);
    evaluation->input_end = text.length;
    buf_addf(&text, "%s\n", after);
    evaluation->program =
        lang_load_text(repl->name, buf_str(&text), &repl->options,
                       &evaluation->diags, &evaluation->sources);
    buf_finish(&text);
}

static void evaluation_finish(struct evaluation *evaluation)
{
    lang_program_destroy(evaluation->program);
    source_table_finish(&evaluation->sources);
    diag_list_finish(&evaluation->diags);
}

static const struct source_table *
sources_of(const struct evaluation *evaluation)
{
    return evaluation->program == NULL ? &evaluation->sources
                                       : &evaluation->program->sources;
}

/* Without "NAME:LINE:COLUMN: ". */
static struct str without_place(const struct evaluation *evaluation,
                                struct str said)
{
    size_t skip = strlen(evaluation->repl->name);
    for (int colons = 0; skip < said.length && colons < 3; skip++)
        colons += said.data[skip] == ':';
    return str_from(said.data + skip + 1, said.length - skip - 1);
}

/* The place is left out when it lies in what was entered, which is in sight.
 * The semicolon after it is not. */
static void say(const struct evaluation *evaluation, const struct diag *diag,
                struct buf *out)
{
    struct buf text;
    buf_init(&text);
    diag_print(&text, sources_of(evaluation), diag);
    struct str said = buf_str(&text);
    bool entered = diag->span.source == 0;
    if (entered && diag->span.start >= evaluation->input_end)
        said = STR("error: something is missing at the end\n");
    else if (entered && diag->span.start >= evaluation->input_at)
        said = without_place(evaluation, said);
    buf_add_str(out, said);
    buf_finish(&text);
}

/* Mistakes, and the warnings about what was entered. */
static void say_all(const struct evaluation *evaluation, struct buf *out)
{
    for (size_t i = 0; i < evaluation->diags.count; i++) {
        const struct diag *diag = &evaluation->diags.items[i];
        bool entered =
            diag->span.source == 0 && diag->span.start >= evaluation->input_at;
        if (diag->severity == DIAG_ERROR || entered)
            say(evaluation, diag, out);
    }
}

bool repl_loads(struct repl *repl, const char *more, struct buf *out)
{
    struct evaluation evaluation;
    load(&evaluation, repl, "", more, "");
    bool fine = evaluation.program != NULL;
    say_all(&evaluation, out);
    evaluation_finish(&evaluation);
    return fine;
}

/* ---- values ------------------------------------------------------------- */

typedef VEC(struct lang_value *) name_list;

/* The property that was recorded, or else the first. */
static const struct lang_property *
find_property(const struct lang_program *program, const struct trace *test)
{
    const char *name = test == NULL ? NULL : test->header.property;
    int64_t number = test == NULL ? 0 : test->header.property_number;
    const struct lang_property *found = NULL;
    for (size_t i = 0; i < program->property_count; i++) {
        const struct lang_property *property = &program->properties[i];
        if (name == NULL || strcmp(property->global->name->text, name) != 0)
            continue;
        if (found == NULL || number == property->number)
            found = property;
    }
    if (found == NULL && program->property_count > 0)
        found = &program->properties[0];
    return found;
}

static bool is_among(const struct action *action,
                     const struct action_list *what)
{
    for (size_t i = 0; i < what->count; i++)
        if (action_matches(action, &what->items[i]))
            return true;
    return false;
}

/* What had led to the step, as the run knew it: the events that were declared,
 * or the first action on offer in the state before that was the one done. */
static void find_names(struct lang_session *session, const struct trace *test,
                       size_t step, struct lang_primitive_list *offered,
                       name_list *names)
{
    const struct step *at = &test->items[step - 1];
    const struct step *from = at->kind == STEP_ACTED && step > 1 ? at - 1 : at;
    enum lang_which which = step == 1 ? LANG_INITIAL : LANG_WITH;
    if (at->kind == STEP_TIMEOUT)
        return;
    lang_session_enter(session, from->state, from->version);
    lang_session_primitives(session, which, offered, NULL);
    for (size_t i = 0; i < offered->count; i++) {
        const struct lang_primitive *primitive = &offered->items[i];
        if (primitive->name == NULL || !is_among(&primitive->action, &at->what))
            continue;
        if (at->kind == STEP_ACTED && names->count > 0)
            break;
        vec_push(names, primitive->name);
    }
}

/* Makes the step's state current, with what had happened. */
static void enter_step(struct lang_session *session, const struct trace *test,
                       size_t step)
{
    struct lang_primitive_list offered = {0};
    name_list names = VEC_EMPTY;
    struct verdict verdict;
    struct verdict stop;
    const struct step *at = &test->items[step - 1];
    find_names(session, test, step, &offered, &names);
    lang_session_enter(session, at->state, at->version);
    /* Its answer does not matter: it sets what had happened. */
    lang_session_observe(session, names.items, names.count, &verdict, &stop,
                         NULL);
    vec_finish(&names);
    lang_primitive_list_finish(&offered);
}

static void say_error(const struct evaluation *evaluation,
                      const struct machine *machine, struct buf *out)
{
    if (machine->current == NULL && machine->missed_state) {
        buf_add_text(out, "error: there is no state to look at: start with "
                          "--trace FILE\n");
        return;
    }
    struct diag diag = {
        .severity = DIAG_ERROR,
        .span = machine->error_span,
        .message = (char *)buf_text(&machine->error_message),
    };
    if (machine->error_help.length > 0)
        diag.help = (char *)buf_text(&machine->error_help);
    say(evaluation, &diag, out);
}

static const struct ast_global *
entered_global(const struct lang_program *program)
{
    return program->globals[program->global_count - 1];
}

/* On one line, and not without end. */
static void add_flat(struct buf *out, struct str text)
{
    size_t added = 0;
    for (size_t i = 0; i < text.length; i++) {
        bool space = strchr(" \t\n", text.data[i]) != NULL;
        if (space && i > 0 && strchr(" \t\n", text.data[i - 1]) != NULL)
            continue;
        if (added >= FORMULA_LIMIT && (text.data[i] & 0xC0) != 0x80) {
            buf_add_text(out, "…");
            return;
        }
        buf_add_char(out, space ? ' ' : text.data[i]);
        added++;
    }
}

/* What it would say if the run ended here, and what it is. */
static void print_formula(const struct machine *machine,
                          const struct ltl_formula *formula, struct buf *out)
{
    static const char *const answers[] = {
        [LTL_GO_ON] = "it demands more states",
        [LTL_STOP_TRUE] = "so far it is presumably true",
        [LTL_STOP_FALSE] = "so far it is presumably false",
    };
    struct buf text;
    buf_init(&text);
    ltl_print(world_store(machine->world), formula, &text);
    buf_addf(out, "a formula; %s:\n    ", answers[ltl_stop(formula)]);
    add_flat(out, buf_str(&text));
    buf_add_char(out, '\n');
    buf_finish(&text);
}

static void print_value(const struct evaluation *evaluation,
                        struct machine *machine, struct buf *out)
{
    machine_begin(machine);
    struct val val =
        eval_force(machine, NULL,
                   machine_global(machine, NULL,
                                  entered_global(evaluation->program)->index));
    if (val.kind == VAL_FAIL) {
        say_error(evaluation, machine, out);
    } else if (val.kind == VAL_FORMULA) {
        print_formula(machine, val.formula->formula, out);
    } else {
        val_print(out, val, PRINT_LIMIT);
        buf_add_char(out, '\n');
    }
    val_unref(val);
}

/* In the session of the property, or, when the specification checks nothing,
 * without knowing what had happened. */
static void show_value(const struct evaluation *evaluation, struct buf *out)
{
    const struct repl *repl = evaluation->repl;
    const struct lang_program *program = evaluation->program;
    const struct lang_property *property =
        find_property(program, repl_test(repl));
    const struct step *step = repl_step(repl);
    if (property == NULL || step == NULL) {
        struct machine machine;
        machine_init(&machine, program->code);
        if (step != NULL)
            machine_enter(&machine, step->state, step->version);
        print_value(evaluation, &machine, out);
        machine_finish(&machine);
        return;
    }
    struct lang_session *session = lang_session_create(program, property);
    enter_step(session, repl_test(repl), repl->step);
    print_value(evaluation, &session->machine, out);
    lang_session_destroy(session);
}

/* ---- types and dependencies --------------------------------------------- */

static void show_type(const struct evaluation *evaluation, struct buf *out)
{
    lang_print_type(out, evaluation->program,
                    entered_global(evaluation->program));
    buf_add_char(out, '\n');
}

static void add_fields(const struct deps_node *node, struct buf *path,
                       struct buf *out)
{
    size_t length = path->length;
    if (node->count == 0)
        buf_addf(out, "%s\n", buf_text(path));
    for (size_t i = 0; i < node->count; i++) {
        buf_addf(path, ".%s", node->children[i].name);
        add_fields(&node->children[i], path, out);
        path->length = length;
    }
}

static void show_deps(const struct evaluation *evaluation, struct buf *out)
{
    struct deps deps;
    struct buf path;
    lang_deps_of_global(evaluation->program,
                        entered_global(evaluation->program), &deps);
    for (size_t i = 0; i < deps.root.count; i++) {
        buf_init(&path);
        buf_addf(&path, "`%s`", deps.root.children[i].name);
        add_fields(&deps.root.children[i], &path, out);
        buf_finish(&path);
    }
    if (deps.root.count == 0)
        buf_add_text(out, "nothing\n");
    deps_finish(&deps);
}

void repl_show(struct repl *repl, enum repl_wish wish, const char *expression,
               struct buf *out)
{
    struct evaluation evaluation;
    load(&evaluation, repl, "let ~input' =", expression, ";");
    say_all(&evaluation, out);
    if (evaluation.program != NULL && wish == REPL_TYPE)
        show_type(&evaluation, out);
    if (evaluation.program != NULL && wish == REPL_DEPS)
        show_deps(&evaluation, out);
    if (evaluation.program != NULL && wish == REPL_VALUE)
        show_value(&evaluation, out);
    evaluation_finish(&evaluation);
}
