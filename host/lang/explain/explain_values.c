/* The names in an expression and what they are now. */
#include "lang/explain/explain.h"

#include <stdlib.h>
#include <string.h>

#include "base/vec.h"

/* What is being written: "name is value, name is value". */
struct listing {
    struct explainer *explainer;
    const struct view *view;
    VEC(char *) names; /* said already */
    struct buf text;
    int depth;
};

enum { LISTING_DEPTH = 20 };

static void list_names(struct listing *listing, const struct node *node);

static bool is_listed(const struct listing *listing, const char *name)
{
    for (size_t i = 0; i < listing->names.count; i++)
        if (strcmp(listing->names.items[i], name) == 0)
            return true;
    return false;
}

/* Takes the name. */
static void add_value(struct listing *listing, char *name, struct val val)
{
    if (val.kind == VAL_FAIL || val_is_function(val) ||
        val.kind == VAL_FORMULA ||
        listing->names.count >= EXPLAIN_VALUE_LIMIT ||
        is_listed(listing, name)) {
        free(name);
        return;
    }
    if (listing->text.length > 0)
        buf_add_text(&listing->text, ", ");
    buf_addf(&listing->text, "%s is ", name);
    val_print_brief(&listing->text, val, EXPLAIN_VALUE_LENGTH);
    vec_push(&listing->names, name);
}

/* The actions named in `with` (which `x in happened` looks for) and what stands
 * inside them (which the list holds), in one way wherever it is asked for. */
static void add_happened(struct listing *listing)
{
    const struct machine *machine = listing->explainer->machine;
    struct buf held, declared;
    if (listing->names.count >= EXPLAIN_VALUE_LIMIT ||
        is_listed(listing, "happened"))
        return;
    buf_init(&held);
    buf_init(&declared);
    val_print_brief(&held, machine->happened, EXPLAIN_VALUE_LENGTH);
    val_print_brief(&declared, machine->declared, EXPLAIN_VALUE_LENGTH);
    buf_addf(&listing->text, "%shappened is %s",
             listing->text.length > 0 ? ", " : "", buf_text(&declared));
    if (!str_equal(buf_str(&held), buf_str(&declared)))
        buf_addf(&listing->text, " (as a list: %s)", buf_text(&held));
    vec_push(&listing->names, memory_copy_string("happened", 8));
    buf_finish(&held);
    buf_finish(&declared);
}

static char *source_name(struct listing *listing, const struct node *node)
{
    struct buf name;
    buf_init(&name);
    explain_source(listing->explainer, &name, node->span);
    return buf_take(&name);
}

/* The name under which people know a variable: of a lazy parameter of a
 * library function, the global that was passed. */
static char *variable_name(struct listing *listing, const struct node *node)
{
    const struct frame *frame = &listing->view->frame;
    struct val val = val_null();
    if (node->kind == NODE_SLOT && frame->slots != NULL)
        val = frame->slots[node->index];
    else if (node->kind == NODE_CAPTURE && frame->captures != NULL)
        val = frame->captures[node->index];
    if (!explain_is_home(listing->explainer, node->span) &&
        val.kind == VAL_THUNK && val.thunk->code != NULL) {
        struct buf name;
        buf_init(&name);
        if (val.thunk->code->name != NULL)
            buf_add_text(&name, val.thunk->code->name->text);
        else
            explain_source(listing->explainer, &name, val.thunk->code->span);
        return buf_take(&name);
    }
    return memory_copy_string(node->name->text, node->name->length);
}

static void list_value(struct listing *listing, const struct node *node,
                       char *name)
{
    struct val val = explain_eval(listing->explainer, listing->view, node);
    add_value(listing, name, val);
    val_unref(val);
}

static void list_items(struct listing *listing, const struct node *node)
{
    for (uint32_t i = 0; i < node->count; i++)
        list_names(listing, node->items[i]);
}

/* Bindings of arguments in front of a call in line. */
static bool is_call(const struct node *node)
{
    while (node->kind == NODE_LET &&
           node->body->span.start == node->span.start &&
           node->body->span.end == node->span.end)
        node = node->body;
    return node->kind == NODE_INLINE;
}

static void list_names(struct listing *listing, const struct node *node)
{
    if (listing->depth >= LISTING_DEPTH ||
        listing->names.count >= EXPLAIN_VALUE_LIMIT)
        return;
    listing->depth++;
    switch (node->kind) {
    case NODE_SLOT:
    case NODE_CAPTURE:
        list_value(listing, node, variable_name(listing, node));
        break;
    case NODE_CONSTANT:
        if (node->name != NULL)
            list_value(listing, node, variable_name(listing, node));
        break;
    case NODE_GLOBAL:
        if (listing->explainer->session->program->globals[node->index]->kind ==
            AST_GLOBAL_LET)
            list_value(
                listing, node,
                memory_copy_string(node->name->text, node->name->length));
        break;
    case NODE_HAPPENED:
        add_happened(listing);
        break;
    case NODE_SELECTOR:
    case NODE_PROJECT:
    case NODE_CALL:
    case NODE_INLINE:
    case NODE_APPLY:
        /* a call is shown as a whole, with its result */
        list_value(listing, node, source_name(listing, node));
        break;
    case NODE_LET:
        if (is_call(node))
            list_value(listing, node, source_name(listing, node));
        break;
    case NODE_PRIMITIVE:
        if (node->primitive == PRIMITIVE_IN_HAPPENED)
            add_happened(listing);
        list_items(listing, node);
        break;
    case NODE_LIST:
    case NODE_OBJECT:
    case NODE_SYMBOL:
    case NODE_AND:
    case NODE_OR:
    case NODE_IMPLIES:
    case NODE_IF:
    case NODE_WHEN:
        list_items(listing, node);
        break;
    default:
        break;
    }
    listing->depth--;
}

/* What is behind a delayed argument that needs nothing of this view: in one of
 * its own, for what it binds while it is evaluated. */
static void list_argument(struct listing *listing, const struct node *node)
{
    if (node->kind != NODE_DELAY || node->code->capture_count > 0) {
        list_names(listing, node);
        return;
    }
    const struct view *around = listing->view;
    struct view inner = {.frame = {.site = around->frame.site}};
    explain_open(&inner, node->code);
    listing->view = &inner;
    list_names(listing, node->code->body);
    listing->view = around;
    explain_close(&inner);
}

/* Which element it is that does not fit, when only its fields were named, or it
 * stands within a call. */
static void list_element(struct listing *listing)
{
    const struct element *element = listing->explainer->element;
    if (element == NULL)
        return;
    add_value(listing,
              memory_copy_string(element->name->text, element->name->length),
              element->val);
}

static bool are_one_number(struct val a, struct val b)
{
    return (a.kind == VAL_INT && b.kind == VAL_FLOAT &&
            (double)a.integer == b.number) ||
           (a.kind == VAL_FLOAT && b.kind == VAL_INT &&
            a.number == (double)b.integer);
}

/* `3 == 3.0` is false (docs/LANGUAGE.md, "Equality"): whoever does not know
 * sees two numbers that look the same. */
static void list_kinds(struct listing *listing, const struct node *node)
{
    if (node->kind != NODE_PRIMITIVE || node->count != 2 ||
        (node->primitive != PRIMITIVE_EQUAL &&
         node->primitive != PRIMITIVE_NOT_EQUAL))
        return;
    struct val a =
        explain_eval(listing->explainer, listing->view, node->items[0]);
    struct val b =
        explain_eval(listing->explainer, listing->view, node->items[1]);
    if (are_one_number(a, b))
        buf_addf(&listing->text,
                 "%san integer never equals a float, <= and >= compare numbers",
                 listing->text.length > 0 ? "; " : "");
    val_unref(a);
    val_unref(b);
}

char *explain_values(struct explainer *explainer, const struct view *view,
                     const struct node *node)
{
    struct listing listing = {.explainer = explainer, .view = view};
    buf_init(&listing.text);
    if (node->kind == NODE_CALL || node->kind == NODE_APPLY ||
        node->kind == NODE_INLINE)
        for (uint32_t i = 0; i < node->count; i++)
            list_argument(&listing, node->items[i]);
    else
        list_names(&listing, node);
    list_element(&listing);
    list_kinds(&listing, node);
    for (size_t i = 0; i < listing.names.count; i++)
        free(listing.names.items[i]);
    vec_finish(&listing.names);
    if (listing.text.length > 0)
        return buf_take(&listing.text);
    buf_finish(&listing.text);
    return NULL;
}
