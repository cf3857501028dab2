/* Trees as text: S-expressions for tests first, readings for people below. */
#include "lang/front/tree.h"

#include <inttypes.h>

#include "base/json.h"
#include "base/utf8.h"

/* Readings longer than this are cut; the two would not be compared anyway. */
enum { READING_BYTES = 400 };

static void add_literal(struct buf *buf, const struct tree *tree)
{
    switch (tree->kind) {
    case TREE_INT:
        buf_addf(buf, "%" PRId64, tree->integer);
        break;
    case TREE_FLOAT:
        json_add_float(buf, tree->number);
        break;
    case TREE_CHAR:
        buf_add_char(buf, '\'');
        utf8_encode(buf, tree->character);
        buf_add_char(buf, '\'');
        break;
    case TREE_STRING:
        json_add_string(buf, tree->text);
        break;
    case TREE_SELECTOR:
        buf_add_char(buf, '`');
        buf_add_str(buf, tree->text);
        buf_add_char(buf, '`');
        break;
    case TREE_SYMBOL:
        buf_add_char(buf, ':');
        buf_add_str(buf, intern_as_str(tree->name));
        break;
    default:
        buf_add_str(buf, intern_as_str(tree->name));
        break;
    }
}

static void add_items(struct buf *buf, const struct tree *tree)
{
    for (size_t i = 0; i < tree->count; i++) {
        buf_add_char(buf, ' ');
        if (tree->fields != NULL) {
            buf_add_char(buf, '(');
            buf_add_str(buf, intern_as_str(tree->fields[i].name));
            buf_add_char(buf, ' ');
        }
        tree_add_expression(buf, tree->items[i]);
        if (tree->fields != NULL)
            buf_add_char(buf, ')');
    }
}

void tree_add_expression(struct buf *buf, const struct tree *tree)
{
    switch (tree->kind) {
    case TREE_CALL:
        buf_add_char(buf, '(');
        tree_add_expression(buf, tree->head);
        add_items(buf, tree);
        break;
    case TREE_PROJECT:
        buf_add_text(buf, "(.");
        buf_add_str(buf, intern_as_str(tree->name));
        add_items(buf, tree);
        break;
    case TREE_LIST:
        buf_add_text(buf, "(list");
        add_items(buf, tree);
        break;
    case TREE_OBJECT:
        buf_add_text(buf, "(object");
        add_items(buf, tree);
        break;
    case TREE_LAMBDA:
        buf_add_text(buf, "(fun (");
        for (size_t i = 0; i < tree->count; i++) {
            buf_add_text(buf, i > 0 ? " " : "");
            tree_add_expression(buf, tree->items[i]);
        }
        buf_add_text(buf, ") ");
        tree_add_expression(buf, tree->head);
        break;
    default:
        add_literal(buf, tree);
        return;
    }
    buf_add_char(buf, ')');
}

static void add_reading(struct buf *buf, const struct tree *tree);

static void add_operand(struct buf *buf, const struct tree *tree)
{
    bool wrap = tree->kind == TREE_CALL && tree->mixfix != NULL;
    if (wrap)
        buf_add_char(buf, '(');
    add_reading(buf, tree);
    if (wrap)
        buf_add_char(buf, ')');
}

static void add_operator(struct buf *buf, const struct tree *tree)
{
    const struct mixfix_operator *op = tree->mixfix;
    size_t hole = 0;
    for (size_t i = 0; i < op->count; i++) {
        if (i > 0)
            buf_add_char(buf, ' ');
        if (op->elements[i].part != NULL)
            buf_add_str(buf, intern_as_str(op->elements[i].part));
        else
            add_operand(buf, tree->items[hole++]);
    }
}

static void add_sequence(struct buf *buf, const struct tree *tree,
                         const char *open, const char *close)
{
    buf_add_text(buf, open);
    for (size_t i = 0; i < tree->count; i++) {
        if (i > 0)
            buf_add_text(buf, ", ");
        if (tree->fields != NULL) {
            buf_add_str(buf, intern_as_str(tree->fields[i].name));
            buf_add_text(buf, ": ");
        }
        add_reading(buf, tree->items[i]);
    }
    buf_add_text(buf, close);
}

static void add_reading(struct buf *buf, const struct tree *tree)
{
    if (buf->length > READING_BYTES)
        return;
    switch (tree->kind) {
    case TREE_CALL:
        if (tree->mixfix != NULL) {
            add_operator(buf, tree);
            break;
        }
        add_operand(buf, tree->head);
        add_sequence(buf, tree, "(", ")");
        break;
    case TREE_PROJECT:
        add_operand(buf, tree->items[0]);
        buf_add_char(buf, '.');
        buf_add_str(buf, intern_as_str(tree->name));
        break;
    case TREE_LIST:
        add_sequence(buf, tree, "[", "]");
        break;
    case TREE_OBJECT:
        add_sequence(buf, tree, "{", "}");
        break;
    case TREE_LAMBDA:
        add_sequence(buf, tree, "fun (", ") { ");
        add_reading(buf, tree->head);
        buf_add_text(buf, " }");
        break;
    default:
        add_literal(buf, tree);
        break;
    }
}

void tree_add_reading(struct buf *buf, const struct tree *tree)
{
    struct buf text;
    buf_init(&text);
    add_reading(&text, tree);
    if (text.length > READING_BYTES) {
        buf_add(buf, text.data, utf8_floor(buf_str(&text), READING_BYTES));
        buf_add_text(buf, " …");
    } else {
        buf_add_str(buf, buf_str(&text));
    }
    buf_finish(&text);
}
