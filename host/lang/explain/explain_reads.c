/* The selectors that an expression reads, by its form: also through the
 * definitions that it names. */
#include "lang/explain/explain.h"

#include <stdlib.h>

#include "base/memory.h"
#include "base/vec.h"

enum {
    READS_DEPTH = 200,
    READS_LIMIT = 40,
    READS_NODES = 20000, /* names that stand for each other many times */
};

struct reading {
    struct explainer *explainer;
    const struct lang_code *program;
    bool *seen; /* code, by its number */
    VEC(struct value *) selectors;
    int depth;
    int nodes;
};

static void read_node(struct reading *reading, const struct view *view,
                      const struct node *node);

static void add_selector(struct reading *reading, uint32_t index)
{
    struct str text = str_text(reading->program->selectors[index]->text);
    for (size_t i = 0; i < reading->selectors.count; i++)
        if (str_equal(value_text(reading->selectors.items[i]), text))
            return;
    if (reading->selectors.count < READS_LIMIT)
        vec_push(&reading->selectors, value_string(text));
}

/* Code that is entered with what the view holds; NULL: with nothing known. */
static void read_code(struct reading *reading, const struct view *view,
                      const struct code *code)
{
    if (code == NULL || code->body == NULL || reading->seen[code->number])
        return;
    reading->seen[code->number] = true;
    read_node(reading, view, code->body);
}

static void read_value(struct reading *reading, struct val val)
{
    if (val.kind != VAL_THUNK || val.thunk->code == NULL)
        return;
    struct view view = explain_view(val.thunk);
    read_code(reading, &view, val.thunk->code);
}

/* What a variable stands for, as far as that can still be found out. */
static void read_variable(struct reading *reading, const struct view *view,
                          const struct node *node)
{
    if (view == NULL)
        return;
    if (node->kind == NODE_CAPTURE) {
        if (view->frame.captures != NULL)
            read_value(reading, view->frame.captures[node->index]);
        return;
    }
    if (view->frame.slots != NULL)
        read_value(reading, view->frame.slots[node->index]);
    if (view->origins != NULL && view->origins[node->index].node != NULL)
        read_node(reading, view->origins[node->index].view,
                  view->origins[node->index].node);
}

static void read_parts(struct reading *reading, const struct view *view,
                       const struct node *node)
{
    for (uint32_t i = 0; i < node->count; i++)
        read_node(reading, view, node->items[i]);
    if (node->operand != NULL)
        read_node(reading, view, node->operand);
    if (node->body != NULL)
        read_node(reading, view, node->body);
}

static void read_node(struct reading *reading, const struct view *view,
                      const struct node *node)
{
    if (reading->depth >= READS_DEPTH || reading->nodes++ >= READS_NODES)
        return;
    reading->depth++;
    switch (node->kind) {
    case NODE_SELECTOR:
        add_selector(reading, node->index);
        break;
    case NODE_SLOT:
    case NODE_CAPTURE:
        read_variable(reading, view, node);
        break;
    case NODE_GLOBAL:
        read_code(reading, NULL, reading->program->globals[node->index].code);
        break;
    case NODE_LAMBDA:
    case NODE_DELAY:
    case NODE_CALL:
        read_code(reading, NULL, node->code);
        break;
    default:
        break;
    }
    read_parts(reading, view, node);
    reading->depth--;
}

static struct reading begin(struct explainer *explainer)
{
    const struct lang_code *program = explainer->session->program->code;
    return (struct reading){
        .explainer = explainer,
        .program = program,
        .seen = memory_zeroed(program->code_count + 1, sizeof(bool)),
    };
}

static struct value *end(struct reading *reading)
{
    struct value *list =
        value_list(reading->selectors.items, reading->selectors.count);
    vec_finish(&reading->selectors);
    free(reading->seen);
    return list;
}

struct value *explain_reads(struct explainer *explainer,
                            const struct view *view, const struct node *node)
{
    struct reading reading = begin(explainer);
    read_node(&reading, view, node);
    for (const struct loop *at = explainer->loop; at != NULL; at = at->outer)
        read_node(&reading, at->list.view, at->list.node);
    return end(&reading);
}

bool explain_reads_state(struct explainer *explainer, const struct code *code)
{
    struct reading reading = begin(explainer);
    read_code(&reading, NULL, code);
    bool reads = reading.selectors.count > 0;
    value_unref(end(&reading));
    return reads;
}
