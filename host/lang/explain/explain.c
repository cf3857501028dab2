/* From the blamed leaves of a verdict to reasons. */
#include "lang/explain/explain.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "lang/eval/temporal.h"
#include "logic/why.h"

/* -- reasons -- */

void explain_source(struct explainer *explainer, struct buf *buf,
                    struct span span)
{
    struct str text = source_text(&explainer->session->program->sources, span);
    size_t end = buf->length + EXPLAIN_TEXT_LIMIT;
    bool space = false;
    for (size_t i = 0; i < text.length; i++) {
        char c = text.data[i];
        if (c == ' ' || c == '\n' || c == '\t' || c == '\r') {
            space = true;
            continue;
        }
        /* Only between characters: continuation bytes are never a place. */
        if (buf->length >= end && ((unsigned char)c & 0xc0) != 0x80) {
            buf_add_text(buf, "\xe2\x80\xa6");
            return;
        }
        if (space)
            buf_add_char(buf, ' ');
        space = false;
        buf_add_char(buf, c);
    }
}

typedef bool place_test(const struct explainer *explainer, struct span span);

enum { USE_LIMIT = 3 }; /* told of what led to a place */

/* An expression and the view it was met in. */
struct met {
    const struct node *node; /* NULL: none */
    const struct view *view;
};

/* The expression, or the first of the uses that led to it of which this is
 * true. */
static struct met climb(const struct explainer *explainer,
                        const struct view *view, const struct node *node,
                        place_test *fits)
{
    while (!fits(explainer, node->span)) {
        if (view == NULL || view->frame.site == NULL)
            return (struct met){NULL, NULL};
        node = view->frame.site;
        view = view->caller;
    }
    return (struct met){node, view};
}

static bool is_beside_property(const struct explainer *explainer,
                               struct span span)
{
    return span.source == explainer->home;
}

static bool holds(struct span outer, struct span inner)
{
    return outer.source == inner.source && outer.start <= inner.start &&
           inner.end <= outer.end;
}

/* The definition at the top of its module that the place stands in, or NULL. */
static const struct ast_global *definition_at(const struct explainer *explainer,
                                              struct span span)
{
    const struct lang_program *program = explainer->session->program;
    for (size_t i = 0; i < program->global_count; i++)
        if (holds(program->globals[i]->decl->span, span))
            return program->globals[i];
    return NULL;
}

static bool has_arguments(const struct node *node)
{
    return node->count > 0 &&
           (node->kind == NODE_CALL || node->kind == NODE_INLINE ||
            node->kind == NODE_APPLY);
}

static void add_of(struct buf *words)
{
    if (words->length > 0)
        buf_add_text(words, ", of ");
}

/* Adds a use as people would name it: the call, if it is one, and the
 * definition that it stands in, if that is not the property. */
static void add_use(struct explainer *explainer, struct buf *words,
                    const struct node *site, const struct ast_global *user)
{
    if (has_arguments(site)) {
        add_of(words);
        explain_source(explainer, words, site->span);
    }
    if (user != explainer->session->property->global) {
        add_of(words);
        buf_add_text(words, user->name->text);
    }
}

/* For a place beside the property, in another definition: what led there, from
 * the nearest on, "below(n, 2), of shown"; NULL: nothing but the property. */
static char *uses_of(struct explainer *explainer, struct met place)
{
    const struct ast_global *property = explainer->session->property->global;
    const struct ast_global *own = definition_at(explainer, place.node->span);
    const struct view *view = place.view;
    struct buf words;
    buf_init(&words);
    int uses = 0;
    for (; own != property && view != NULL && uses < USE_LIMIT;
         view = view->caller) {
        const struct node *site = view->frame.site;
        if (site == NULL || !is_beside_property(explainer, site->span))
            continue;
        const struct ast_global *user = definition_at(explainer, site->span);
        if (user == own || user == NULL)
            continue;
        own = user;
        add_use(explainer, &words, site, user);
        uses++;
    }
    if (words.length > 0)
        return buf_take(&words);
    buf_finish(&words);
    return NULL;
}

/* What led to the place, in the words of the property's own module; NULL:
 * nothing there is known to have led to it, or it is the property. */
static char *use_within(struct explainer *explainer, struct met place)
{
    struct met at =
        climb(explainer, place.view, place.node, is_beside_property);
    if (at.node == NULL)
        return NULL;
    if (at.node == place.node)
        return uses_of(explainer, place);
    struct buf words;
    buf_init(&words);
    explain_source(explainer, &words, at.node->span);
    return buf_take(&words);
}

bool explain_is_home(const struct explainer *explainer, struct span span)
{
    const struct lang_program *program = explainer->session->program;
    const struct source *source = source_of(&program->sources, span);
    return span.source == explainer->home ||
           (source != NULL && !lang_program_has_in_library(program, source));
}

/* What stands in a library is shown as the call that led there. */
static struct met home_node(const struct explainer *explainer,
                            const struct view *view, const struct node *node)
{
    struct met at = climb(explainer, view, node, explain_is_home);
    return at.node == NULL ? (struct met){node, view} : at;
}

static void set_place(const struct lang_session *session, struct reason *reason,
                      struct span span)
{
    const struct source *source = source_of(&session->program->sources, span);
    if (source == NULL)
        return;
    source_position(source, span.start, &reason->line, &reason->column);
    source_position(source, span.end, &reason->end_line, &reason->end_column);
    struct str line = source_line(source, reason->line);
    reason->file = memory_format("%s", source->path);
    reason->source = memory_copy_string(line.data, line.length);
}

static bool is_said(const struct reason_list *reasons,
                    const struct reason *reason)
{
    for (size_t i = 0; i < reasons->count; i++) {
        const struct reason *old = &reasons->items[i];
        bool same_values = reason->values == NULL || old->values == NULL
                               ? reason->values == old->values
                               : strcmp(reason->values, old->values) == 0;
        if (old->line == reason->line && old->column == reason->column &&
            strcmp(old->text, reason->text) == 0 && same_values)
            return true;
    }
    return false;
}

/* Takes the reason. */
static void push(struct explainer *explainer, struct reason reason)
{
    if (explainer->reasons->count < EXPLAIN_REASON_LIMIT &&
        !is_said(explainer->reasons, &reason)) {
        reason_list_push(explainer->reasons, reason);
        return;
    }
    free(reason.text);
    free(reason.file);
    free(reason.source);
    free(reason.values);
    free(reason.within);
    value_unref(reason.reads);
}

static bool same_span(struct span a, struct span b)
{
    return a.source == b.source && a.start == b.start && a.end == b.end;
}

/* The name of the definition whose whole body the expression is, or NULL. */
static intern_t name_of(const struct view *view, const struct node *node)
{
    const struct code *code = view == NULL ? NULL : view->frame.code;
    bool whole = code != NULL && code->arity == 0 &&
                 same_span(code->body->span, node->span);
    return whole ? code->name : NULL;
}

void explain_add(struct explainer *explainer, const struct view *view,
                 const struct node *node, const char *text)
{
    struct reason reason = {.version = explainer->machine->version};
    struct met met = home_node(explainer, view, node);
    const struct node *place = met.node;
    struct buf words;
    buf_init(&words);
    intern_t name = name_of(met.view, place);
    if (name != NULL) {
        buf_addf(&words, "%s %s: ", name->text, text);
        explain_source(explainer, &words, place->span);
    } else {
        explain_source(explainer, &words, place->span);
        buf_addf(&words, " %s", text);
    }
    reason.text = buf_take(&words);
    reason.values = explain_values(explainer, view, node);
    reason.reads = explain_reads(explainer, view, node);
    reason.within = use_within(explainer, met);
    set_place(explainer->session, &reason, place->span);
    push(explainer, reason);
}

/* -- verdicts -- */

static const char *overdue_text(const struct ltl_blame *blame)
{
    switch (blame->op) {
    case LTL_JUST:
        return blame->negated
                   ? "had to be false in the next state, and there was none"
                   : "had to hold in the next state, and there was none";
    case LTL_EVENTUALLY:
        return blame->negated ? "should have become false by now and has not"
                              : "should have become true by now and has not";
    default:
        return blame->negated
                   ? "was waited for to become false and has not"
                   : "was waited for (until) and has not become true";
    }
}

static void add_demanded(struct explainer *explainer, const struct view *view,
                         const struct node *node, const struct ltl_blame *blame)
{
    char text[120];
    if (blame->op == LTL_JUST)
        snprintf(text, sizeof text,
                 "must still be judged in the next state, which `next` demands "
                 "and `nextT` does not");
    else
        snprintf(text, sizeof text, "must still be judged in %lld more state%s",
                 (long long)blame->count + 1, blame->count == 0 ? "" : "s");
    explain_add(explainer, view, node, text);
}

/* What is shown of the expression is evaluated, so it needs its slots. */
static void add_unmet(struct explainer *explainer, struct thunk *thunk,
                      const struct ltl_blame *blame)
{
    struct view view = explain_view(thunk);
    explain_open(&view, thunk->code);
    if (blame->kind == LTL_BLAME_OVERDUE)
        explain_add(explainer, &view, thunk->code->body, overdue_text(blame));
    else
        add_demanded(explainer, &view, thunk->code->body, blame);
    explain_close(&view);
}

/* A leaf that is a plain value has no expression to show. */
static void on_blame(void *context, const struct ltl_blame *blame)
{
    struct explainer *explainer = context;
    struct thunk *thunk = (struct thunk *)blame->leaf;
    if (thunk->code == NULL)
        return;
    thunk_ref(thunk);
    if (blame->kind != LTL_BLAME_FALSE)
        add_unmet(explainer, thunk, blame);
    if (blame->kind == LTL_BLAME_FALSE ||
        (blame->kind == LTL_BLAME_OVERDUE && blame->op != LTL_JUST)) {
        explainer->unmet =
            blame->kind == LTL_BLAME_OVERDUE ? thunk->code->body : NULL;
        explain_thunk(explainer, thunk, blame->negated);
    }
    thunk_unref(thunk);
}

/* Back to the moment of the last observe, whatever was asked since. */
static void return_to_moment(struct lang_session *session)
{
    struct machine *machine = &session->machine;
    machine_begin(machine);
    if (machine->state != session->observed_state ||
        machine->moment == session->observed_moment)
        return;
    machine_happen(machine, val_ref(session->observed),
                   val_ref(session->observed_declared));
    machine->moment = session->observed_moment;
}

static void explain_property(struct explainer *explainer)
{
    struct machine *machine = explainer->machine;
    uint32_t index = explainer->session->property->global->index;
    struct val val = machine_global(machine, NULL, index);
    if (val.kind == VAL_THUNK)
        explain_thunk(explainer, val.thunk, false);
    val_unref(val);
}

/* The step to false once more: guards that are formulas of their own may have
 * been evaluated since, and then the store has forgotten it. */
static void explain_step(struct explainer *explainer)
{
    struct lang_session *session = explainer->session;
    struct ltl_store *store = world_store(session->machine.world);
    struct ltl_formula *again = NULL;
    formula_moment(&session->machine);
    if (!ltl_step(store, session->before, &again))
        return;
    ltl_why_false(store, session->before, on_blame, explainer);
    ltl_formula_unref(store, again);
}

void lang_session_explain(struct lang_session *session,
                          struct reason_list *reasons)
{
    if (session->residual == NULL)
        return;
    struct explainer explainer = {
        .session = session,
        .machine = &session->machine,
        .reasons = reasons,
        .home = session->property->global->span.source,
    };
    return_to_moment(session);
    if (!ltl_is_false(session->residual))
        ltl_why_unmet(session->residual, on_blame, &explainer);
    else if (session->before != NULL)
        explain_step(&explainer);
    else
        explain_property(&explainer);
    machine_begin(&session->machine);
}

struct reason lang_session_fault(const struct lang_session *session)
{
    const struct machine *machine = &session->machine;
    struct reason reason = {.version = machine->version};
    struct str words = buf_str(&machine->error_message);
    reason.text = memory_copy_string(words.data, words.length);
    set_place(session, &reason, machine->error_span);
    return reason;
}
