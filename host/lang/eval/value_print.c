/* Values for people. */
#include "lang/eval/value.h"

#include <math.h>

#include "base/utf8.h"
#include "lang/eval/code.h"
#include "trace/element.h"

/* What is left to print, and how deep we are. */
struct printer {
    struct buf *buf;
    size_t end; /* length of buf at which to stop */
    int depth;
    bool is_brief; /* long strings inside something are cut */
};

enum {
    PRINT_DEPTH = 6,
    INNER_STRING = 200, /* bytes; longer ones inside something are cut */
    INNER_HEAD = 120,
    INNER_TAIL = 70,
};

static bool is_full(const struct printer *printer)
{
    return printer->buf->length >= printer->end;
}

static void print(struct printer *printer, struct val val);

static void add_ellipsis(struct printer *printer)
{
    buf_add_text(printer->buf, "\xe2\x80\xa6");
}

/* Separates items; false when there is no more room. */
static bool next_item(struct printer *printer, size_t index)
{
    if (index > 0)
        buf_add_text(printer->buf, ", ");
    if (!is_full(printer))
        return true;
    add_ellipsis(printer);
    return false;
}

static void print_items(struct printer *printer, const struct val *items,
                        size_t count)
{
    buf_add_char(printer->buf, '(');
    for (size_t i = 0; i < count && next_item(printer, i); i++)
        print(printer, items[i]);
    buf_add_char(printer->buf, ')');
}

static void print_list(struct printer *printer, struct val list)
{
    size_t count = val_list_count(list);
    buf_add_char(printer->buf, '[');
    for (size_t i = 0; i < count && next_item(printer, i); i++)
        print(printer, val_list_at(list, i));
    buf_add_char(printer->buf, ']');
}

static void print_field(struct printer *printer, struct str name,
                        struct val val)
{
    buf_add_str(printer->buf, name);
    buf_add_text(printer->buf, ": ");
    print(printer, val);
}

static void print_data_object(struct printer *printer,
                              const struct value *object)
{
    size_t shown = 0;
    buf_add_char(printer->buf, '{');
    for (size_t i = 0; i < object->count; i++) {
        struct str name = value_text(object->fields[i].key);
        if (element_is_place(name))
            continue;
        if (!next_item(printer, shown++))
            break;
        print_field(printer, name, val_borrow_data(object->fields[i].value));
    }
    buf_add_char(printer->buf, '}');
}

static void print_object(struct printer *printer, const struct val_block *block)
{
    buf_add_char(printer->buf, '{');
    for (size_t i = 0; i < block->count && next_item(printer, i); i++)
        print_field(printer, intern_as_str(block->shape->names[i]),
                    block->items[i]);
    buf_add_char(printer->buf, '}');
}

/* As many of the first characters as fit into the room; their length. */
static size_t head_of(struct str text, size_t room)
{
    size_t length = 0;
    while (length < text.length) {
        size_t step;
        utf8_decode(str_from(text.data + length, text.length - length), &step);
        if (length + step > room)
            break;
        length += step;
    }
    return length;
}

/* Where a tail that fits into the room begins: at a character. */
static size_t tail_of(struct str text, size_t room)
{
    size_t from = text.length - room;
    while (from < text.length &&
           ((unsigned char)text.data[from] & 0xc0) == 0x80)
        from++;
    return from;
}

/* A long string in something larger: its beginning and its end, so that what
 * stands beside it has room (the end of an address, the line of an error). */
static void print_inner_string(struct printer *printer, struct str text)
{
    size_t length = head_of(text, INNER_HEAD);
    size_t from = tail_of(text, INNER_TAIL);
    json_add_string(printer->buf, str_from(text.data, length));
    add_ellipsis(printer);
    json_add_string(printer->buf,
                    str_from(text.data + from, text.length - from));
}

static void print_string(struct printer *printer, struct str text)
{
    size_t room = is_full(printer) ? 0 : printer->end - printer->buf->length;
    if (printer->is_brief && printer->depth > 1 && text.length > INNER_STRING) {
        print_inner_string(printer, text);
        return;
    }
    size_t length = head_of(text, room);
    json_add_string(printer->buf, str_from(text.data, length));
    if (length < text.length)
        add_ellipsis(printer);
}

/* `name!`, `name!(arguments)`, with its timeout. */
static void print_action(struct printer *printer, const struct val_block *block)
{
    buf_add_str(printer->buf, intern_as_str(block->action->ast->name));
    if (block->count > 1) {
        /* A list that a selector gave is shown as the selector. */
        const struct lang_code *code = block->action->program;
        buf_add_char(printer->buf, '(');
        for (uint32_t i = 1; i < block->count; i++) {
            struct val item = block->items[i];
            if (!next_item(printer, i - 1))
                break;
            if (item.kind == VAL_DATA_LIST && item.selector != 0)
                buf_addf(printer->buf, "`%s`",
                         code->selectors[item.selector - 1]->text);
            else
                print(printer, item);
        }
        buf_add_char(printer->buf, ')');
    }
    if (block->items[0].kind == VAL_INT)
        buf_addf(printer->buf, " timeout %lld",
                 (long long)block->items[0].integer);
}

static void print_number(struct printer *printer, double number)
{
    if (isfinite(number))
        json_add_float(printer->buf, number);
    else
        buf_add_text(printer->buf, isnan(number) ? "NaN"
                                   : number > 0  ? "Infinity"
                                                 : "-Infinity");
}

static void print_char(struct printer *printer, uint32_t character)
{
    buf_add_char(printer->buf, '\'');
    if (character == '\'' || character == '\\')
        buf_add_char(printer->buf, '\\');
    utf8_encode(printer->buf, character);
    buf_add_char(printer->buf, '\'');
}

static void print_any(struct printer *printer, struct val val)
{
    switch (val.kind) {
    case VAL_NULL:
        buf_add_text(printer->buf, "null");
        break;
    case VAL_BOOL:
        buf_add_text(printer->buf, val.boolean ? "true" : "false");
        break;
    case VAL_INT:
        buf_addf(printer->buf, "%lld", (long long)val.integer);
        break;
    case VAL_FLOAT:
        print_number(printer, val.number);
        break;
    case VAL_CHAR:
        print_char(printer, val.character);
        break;
    case VAL_STRING:
        print_string(printer, val_text(val));
        break;
    case VAL_DATA_LIST:
    case VAL_LIST:
        print_list(printer, val);
        break;
    case VAL_DATA_OBJECT:
        print_data_object(printer, val.data);
        break;
    case VAL_OBJECT:
        print_object(printer, val.block);
        break;
    case VAL_SYMBOL:
        buf_addf(printer->buf, ":%s", val.block->name->text);
        if (val.block->count > 0)
            print_items(printer, val.block->items, val.block->count);
        break;
    case VAL_ACTION:
        print_action(printer, val.block);
        break;
    case VAL_FORMULA:
        buf_add_text(printer->buf, "<formula>");
        break;
    case VAL_CODE:
    case VAL_FUNCTION:
        buf_add_text(printer->buf, "<function>");
        break;
    case VAL_THUNK:
    case VAL_FAIL:
        buf_add_text(printer->buf, "<unevaluated>");
        break;
    }
}

static void print(struct printer *printer, struct val val)
{
    if (printer->depth >= PRINT_DEPTH || is_full(printer)) {
        add_ellipsis(printer);
        return;
    }
    printer->depth++;
    print_any(printer, val);
    printer->depth--;
}

void val_print(struct buf *buf, struct val val, size_t limit)
{
    struct printer printer = {.buf = buf, .end = buf->length + limit};
    print(&printer, val);
}

void val_print_brief(struct buf *buf, struct val val, size_t limit)
{
    struct printer printer = {
        .buf = buf, .end = buf->length + limit, .is_brief = true};
    print(&printer, val);
}

void lang_value_add_text(struct buf *buf, const struct lang_value *value)
{
    enum { TEXT_LIMIT = 300 };
    val_print(buf, value->val, TEXT_LIMIT);
}

const char *val_kind_text(struct val val)
{
    switch (val.kind) {
    case VAL_NULL:
        return "null";
    case VAL_BOOL:
        return "a boolean";
    case VAL_INT:
    case VAL_FLOAT:
        return "a number";
    case VAL_CHAR:
        return "a character";
    case VAL_STRING:
        return "a string";
    case VAL_DATA_LIST:
    case VAL_LIST:
        return val_list_count(val) == 0 ? "an empty list" : "a list";
    case VAL_DATA_OBJECT:
    case VAL_OBJECT:
        return "an object";
    case VAL_SYMBOL:
        return "a symbol";
    case VAL_ACTION:
        return "an action";
    case VAL_FORMULA:
        return "a temporal formula";
    default:
        return "a function";
    }
}
