/* Why nothing can be done: for each action of the check, what holds it back. */
#include "lang/explain/explain.h"

#include <stdlib.h>

#include "base/buf.h"
#include "lang/eval/eval.h"
#include "lang/eval/extract.h"

struct guards {
    struct explainer explainer;
    struct reason_list reasons; /* of one guard */
    struct buf text;
};

static void begin_line(struct guards *guards, const struct ast_global *action)
{
    if (guards->text.length > 0)
        buf_add_text(&guards->text, "; ");
    buf_addf(&guards->text, "%s: ", action->name->text);
}

/* The condition of `x when c`, the form in which guards are written. */
static const struct node *guard_of(const struct node *body)
{
    if (body->kind == NODE_WHEN)
        return body->items[1];
    if ((body->kind == NODE_CALL || body->kind == NODE_INLINE) &&
        body->count == 2 && body->code->name != NULL &&
        str_is(intern_as_str(body->code->name), "_when_"))
        return body->items[1];
    return NULL;
}

static void add_reasons(struct guards *guards)
{
    for (size_t i = 0; i < guards->reasons.count; i++) {
        const struct reason *reason = &guards->reasons.items[i];
        buf_addf(&guards->text, "%s%s", i > 0 ? " and " : "", reason->text);
        if (reason->values != NULL)
            buf_addf(&guards->text, " (%s)", reason->values);
    }
    reason_list_finish(&guards->reasons);
    guards->reasons = (struct reason_list){0};
}

/* Binds what stands in front of the guard; NULL when there is none. */
static const struct node *find_guard(struct explainer *explainer,
                                     const struct view *view,
                                     const struct node *body)
{
    while (body->kind == NODE_LET && explain_bind(explainer, view, body))
        body = body->body;
    return guard_of(body);
}

/* True when the guard is false and this was written down. */
static bool add_false_guard(struct guards *guards,
                            const struct ast_global *action,
                            const struct code *code)
{
    struct explainer *explainer = &guards->explainer;
    struct view view = {.frame = {.code = code}};
    explain_open(&view, code);
    explainer->reasons = &guards->reasons;
    explainer->home = code->span.source;
    const struct node *guard = find_guard(explainer, &view, code->body);
    struct val val =
        guard == NULL ? val_null() : explain_eval(explainer, &view, guard);
    bool is_false = val_is_bool(val, false);
    val_unref(val);
    if (is_false) {
        begin_line(guards, action);
        explain_why(explainer, &view, guard, false);
        add_reasons(guards);
    }
    explain_close(&view);
    return is_false;
}

/* What an element lacks, in the order in which one would mend it. */
static const struct {
    const char *field;
    const char *lack;
} lacks[] = {
    {"enabled", "not enabled"},
    {"visible", "not visible (or transparent)"},
    {"interactable", "not interactable (under another element, or "
                     "outside of the window: scrollBy! or, of weir/pointer, "
                     "scrollAndClick! goes there)"},
    {"reachable", "not reachable (under another element)"},
};
enum { LACKS = sizeof lacks / sizeof *lacks };

/* The first of them; LACKS: none that was read. */
static size_t lack_of(struct val element)
{
    struct val field;
    for (size_t i = 0; i < LACKS; i++)
        if (val_field_text(element, str_text(lacks[i].field), &field) &&
            val_is_bool(field, false))
            return i;
    return LACKS;
}

/* Only of what a selector gives, not of data that an action is given, as the
 * files of setFiles!, nor of actions, as the parts of inOrder!. */
static bool is_element(struct val val)
{
    struct val ref;
    return val_is_object(val) && val_field_text(val, STR("ref"), &ref);
}

/* A list of elements none of which will do, as far as that is known; an empty
 * one is. */
static bool is_unfit(struct val list)
{
    if (!val_is_list(list))
        return false;
    for (size_t i = 0; i < val_list_count(list); i++) {
        struct val item = val_list_at(list, i);
        if (!is_element(item) || lack_of(item) == LACKS)
            return false;
    }
    return true;
}

static void add_lacks(struct guards *guards, struct val elements)
{
    size_t counts[LACKS] = {0};
    const char *before = ": ";
    for (size_t i = 0; i < val_list_count(elements); i++)
        counts[lack_of(val_list_at(elements, i))]++;
    for (size_t i = 0; i < LACKS; i++) {
        if (counts[i] == 0)
            continue;
        buf_addf(&guards->text, "%s%zu %s", before, counts[i], lacks[i].lack);
        before = ", ";
    }
}

/* Whether an action or a list of them offers nothing. */
static bool is_idle(struct guards *guards, const struct ast_global *action,
                    struct val body)
{
    struct lang_primitive_list list = {0};
    bool done = extract_primitives(guards->explainer.machine, body, val_null(),
                                   action, &list);
    bool idle = done && list.count == 0;
    lang_primitive_list_finish(&list);
    return idle;
}

/* An action on elements of which none will do: says how many there are, and
 * what they lack. */
static bool add_elements(struct guards *guards, const struct val_block *action)
{
    for (uint32_t i = 1; i < action->count; i++) {
        struct val item = action->items[i];
        if (!is_unfit(item))
            continue;
        size_t count = val_list_count(item);
        if (count == 0) {
            buf_add_text(&guards->text, " has no element to act on");
            return true;
        }
        buf_addf(&guards->text, " can act on none of %zu element%s", count,
                 count == 1 ? "" : "s");
        add_lacks(guards, item);
        return true;
    }
    return false;
}

enum { PRINT_LIMIT = 80 };

/* Nothing but data goes to an executor, and a character is none (reference,
 * 7.3): easily written where a text is meant. */
static bool add_character(struct guards *guards, const struct val_block *action)
{
    for (uint32_t i = 1; i < action->count; i++) {
        if (action->items[i].kind != VAL_CHAR)
            continue;
        buf_add_text(&guards->text, " cannot be done: ");
        val_print(&guards->text, action->items[i], PRINT_LIMIT);
        buf_add_text(&guards->text, " is a character; a text stands in \"\"");
        return true;
    }
    return false;
}

static void add_idle_action(struct guards *guards,
                            const struct ast_global *action, struct val body);

/* The first of several parts that cannot be done: of inOrder!. */
static bool add_part(struct guards *guards, const struct ast_global *action,
                     struct val parts)
{
    size_t count = val_is_list(parts) ? val_list_count(parts) : 0;
    for (size_t i = 0; i < count; i++) {
        struct val part = val_list_at(parts, i);
        if (part.kind != VAL_ACTION || !is_idle(guards, action, part))
            continue;
        buf_addf(&guards->text,
                 " cannot be done now, for its part %zu: ", i + 1);
        add_idle_action(guards, action, part);
        return true;
    }
    return false;
}

/* What keeps an action that another one is made of, as of settled!. */
static bool add_inner(struct guards *guards, const struct ast_global *action,
                      const struct val_block *outer)
{
    for (uint32_t i = 1; i < outer->count; i++) {
        struct val item = outer->items[i];
        if (add_part(guards, action, item))
            return true;
        if (item.kind != VAL_ACTION || !is_idle(guards, action, item))
            continue;
        buf_add_text(&guards->text, " cannot be done now: ");
        add_idle_action(guards, action, item);
        return true;
    }
    return false;
}

static void add_idle_action(struct guards *guards,
                            const struct ast_global *action, struct val body)
{
    val_print(&guards->text, body, PRINT_LIMIT);
    if (!add_character(guards, body.block) &&
        !add_inner(guards, action, body.block) &&
        !add_elements(guards, body.block))
        buf_add_text(&guards->text, " cannot be done now");
}

static void add_idle_body(struct guards *guards,
                          const struct ast_global *action, struct val body)
{
    begin_line(guards, action);
    if (body.kind == VAL_ACTION)
        add_idle_action(guards, action, body);
    else if (val_is_object(body))
        buf_add_text(&guards->text,
                     "is an object that is no action: that has `id` (a text), "
                     "`event` (true or false) and `args` (a list of plain "
                     "values)");
    else
        buf_add_text(&guards->text, "gives no action in this state");
}

static void explain_action(struct guards *guards,
                           const struct ast_global *action)
{
    struct machine *machine = guards->explainer.machine;
    const struct global_code *code =
        &guards->explainer.session->program->code->globals[action->index];
    if (code->code->arity > 0 ||
        str_ends_with(intern_as_str(action->name), "?"))
        return; /* by convention a question mark means an event */
    struct val body = eval_force(machine, code->code->body,
                                 machine_action_body(machine, code));
    if (body.kind != VAL_FAIL && is_idle(guards, action, body) &&
        !add_false_guard(guards, action, code->code))
        add_idle_body(guards, action, body);
    val_unref(body);
}

char *lang_session_why_no_action(struct lang_session *session)
{
    struct guards guards = {
        .explainer = {.session = session, .machine = &session->machine}};
    const struct ast_decl *check = session->property->check;
    buf_init(&guards.text);
    machine_begin(&session->machine);
    machine_happen_nothing(&session->machine);
    for (size_t i = 0; i < check->check.action_count; i++) {
        explain_action(&guards, check->check.actions[i]);
        machine_begin(&session->machine);
    }
    if (guards.text.length > 0)
        return buf_take(&guards.text);
    buf_finish(&guards.text);
    return NULL;
}
