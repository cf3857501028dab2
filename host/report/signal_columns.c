/* A table may come from a file of somebody else (a shard): whatever is not
 * where it should be counts as missing. Order of this file: reading the table,
 * cells, lines, the table. */
#include "report/signal_columns.h"

#include <stdlib.h>

#include "base/memory.h"
#include "base/utf8.h"
#include "report/text.h"

enum {
    CELL_LIMIT = 24, /* columns of a name or a value */
    GAP = 2,         /* between two columns */
};

/* ---- reading the table -------------------------------------------------- */

static const struct value *list_in(const struct value *object, struct str name)
{
    const struct value *list = object == NULL || object->kind != VALUE_OBJECT
                                   ? NULL
                                   : value_field(object, name);
    return list != NULL && list->kind == VALUE_LIST ? list : NULL;
}

static const struct value *item(const struct value *list, size_t i)
{
    return list != NULL && i < list->count ? list->items[i] : NULL;
}

bool signal_columns_any(const struct test_result *result)
{
    const struct value *names = list_in(result->signals, STR("columns"));
    const struct value *rows = list_in(result->signals, STR("rows"));
    return names != NULL && names->count > 0 && rows != NULL && rows->count > 0;
}

static int64_t version_of(const struct value *row)
{
    const struct value *step = row == NULL || row->kind != VALUE_OBJECT
                                   ? NULL
                                   : value_field(row, STR("step"));
    return step != NULL && step->kind == VALUE_INT ? step->integer : 0;
}

/* Versions grow from row to row. */
static const struct value *row_of(const struct value *table, int64_t version)
{
    const struct value *rows = list_in(table, STR("rows"));
    size_t low = 0, high = rows == NULL ? 0 : rows->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int64_t found = version_of(rows->items[middle]);
        if (found == version)
            return rows->items[middle];
        if (found < version)
            low = middle + 1;
        else
            high = middle;
    }
    return NULL;
}

static bool has_ticked(const struct value *row, size_t column)
{
    const struct value *ticked = item(list_in(row, STR("ticked")), column);
    return ticked != NULL && ticked->kind == VALUE_BOOL && ticked->boolean;
}

/* ---- cells -------------------------------------------------------------- */

static void add_short(struct buf *out, struct str text, bool unicode)
{
    text_add(out, text, (struct text_style){unicode, CELL_LIMIT});
}

static void add_name(struct buf *out, const struct value *table, size_t column,
                     bool unicode)
{
    const struct value *name = item(list_in(table, STR("columns")), column);
    if (name != NULL && name->kind == VALUE_STRING)
        add_short(out, value_text(name), unicode);
}

/* "* 7" where it ticked, "  -" where it has lost its value, nothing else. */
static void add_cell(struct buf *out, const struct value *row,
                     const struct value *before, size_t column, bool unicode)
{
    const struct value *value = item(list_in(row, STR("values")), column);
    const struct value *old = item(list_in(before, STR("values")), column);
    if (value == NULL)
        return;
    if (has_ticked(row, column)) {
        buf_add_text(out, unicode ? "\xe2\x97\x8f " : "* ");
        if (value->kind == VALUE_STRING && value_text(value).length > 0)
            add_short(out, value_text(value), unicode);
        else
            text_add_value(out, value,
                           (struct text_style){unicode, CELL_LIMIT});
    } else if (value->kind == VALUE_NULL && old != NULL &&
               old->kind != VALUE_NULL) {
        buf_add_text(out, "  -");
    }
}

static size_t width_of(const struct buf *text)
{
    return utf8_width(str_from(text->data, text->length));
}

/* ---- lines -------------------------------------------------------------- */

/* Where the table is printed, and which columns fit. */
struct sheet {
    struct ink *ink;
    size_t indent;
    const struct test_result *result;
    const size_t *widths;
    size_t from, to; /* columns of this block */
};

static void print_line(const struct sheet *sheet, enum ink_style style,
                       const struct buf *line)
{
    struct ink *ink = sheet->ink;
    ink_begin(ink, sheet->indent, sheet->indent);
    ink_margin(ink, style, buf_text(line));
    ink_end(ink);
}

static void pad(struct buf *line, const struct buf *cell, size_t width)
{
    size_t taken = width_of(cell);
    buf_add_str(line, str_from(cell->data, cell->length));
    buf_add_repeat(line, ' ', (taken < width ? width - taken : 0) + GAP);
}

static void strip(struct buf *line)
{
    while (line->length > 0 && line->data[line->length - 1] == ' ')
        line->length--;
}

static void print_names(const struct sheet *sheet)
{
    struct buf line, cell;
    buf_init(&line);
    buf_init(&cell);
    buf_add_text(&line, "step  ");
    for (size_t i = sheet->from; i < sheet->to; i++) {
        buf_clear(&cell);
        buf_add_text(&cell, "  ");
        add_name(&cell, sheet->result->signals, i, sheet->ink->unicode);
        pad(&line, &cell, sheet->widths[i]);
    }
    strip(&line);
    print_line(sheet, INK_DIM, &line);
    buf_finish(&line);
    buf_finish(&cell);
}

static void print_row(const struct sheet *sheet, const struct value *row,
                      const struct value *before, int64_t version)
{
    struct buf line, cell;
    buf_init(&line);
    buf_init(&cell);
    buf_addf(&line, "%3lld.  ", (long long)version);
    for (size_t i = sheet->from; i < sheet->to; i++) {
        buf_clear(&cell);
        add_cell(&cell, row, before, i, sheet->ink->unicode);
        pad(&line, &cell, sheet->widths[i]);
    }
    strip(&line);
    print_line(sheet, INK_PLAIN, &line);
    buf_finish(&line);
    buf_finish(&cell);
}

/* ---- the table ---------------------------------------------------------- */

/* Which steps have a row in it. */
struct extent {
    size_t head, tail; /* steps before `head` and from `tail` on */
};

static bool is_in(const struct extent *extent, size_t i)
{
    return i < extent->head || i >= extent->tail;
}

static const struct value *row_at(const struct test_result *result, size_t i)
{
    return row_of(result->signals, result->steps[i].version);
}

static size_t *measure(const struct ink *ink, const struct test_result *result,
                       const struct extent *extent, size_t columns)
{
    size_t *widths = memory_zeroed(columns, sizeof *widths);
    struct buf cell;
    buf_init(&cell);
    for (size_t k = 0; k < columns; k++) {
        buf_clear(&cell);
        add_name(&cell, result->signals, k, ink->unicode);
        widths[k] = width_of(&cell) + GAP;
        for (size_t i = 0; i < result->step_count; i++) {
            if (!is_in(extent, i))
                continue;
            buf_clear(&cell);
            add_cell(&cell, row_at(result, i),
                     i == 0 ? NULL : row_at(result, i - 1), k, ink->unicode);
            if (width_of(&cell) > widths[k])
                widths[k] = width_of(&cell);
        }
    }
    buf_finish(&cell);
    return widths;
}

static void print_gap(const struct sheet *sheet, size_t count)
{
    struct buf text;
    const char *dots = text_ellipsis(sheet->ink->unicode);
    buf_init(&text);
    buf_addf(&text, "%s %zu steps left out %s", dots, count, dots);
    print_line(sheet, INK_DIM, &text);
    buf_finish(&text);
}

static void print_block(const struct sheet *sheet, const struct extent *extent)
{
    const struct test_result *result = sheet->result;
    print_names(sheet);
    for (size_t i = 0; i < result->step_count; i++) {
        const struct value *row = row_at(result, i);
        if (i == extent->head && extent->head < extent->tail)
            print_gap(sheet, extent->tail - extent->head + result->left_out);
        else if (result->left_out > 0 && i == result->left_out_at &&
                 is_in(extent, i))
            print_gap(sheet, result->left_out);
        if (is_in(extent, i) && row != NULL)
            print_row(sheet, row, i == 0 ? NULL : row_at(result, i - 1),
                      result->steps[i].version);
    }
}

static size_t fitting(const struct ink *ink, size_t indent,
                      const size_t *widths, size_t from, size_t columns)
{
    enum { NUMBER = 6 }; /* "  1.  " */
    size_t used = indent + NUMBER, to = from;
    while (to < columns &&
           (to == from || used + widths[to] + GAP <= ink->width))
        used += widths[to++] + GAP;
    return to;
}

void signal_columns_print(struct ink *ink, size_t indent,
                          const struct test_result *result, size_t first,
                          size_t last, bool all)
{
    size_t count = result->step_count;
    struct extent extent = {count, count};
    if (!all && count > first + last)
        extent = (struct extent){first, count - last};
    size_t columns = list_in(result->signals, STR("columns"))->count;
    size_t *widths = measure(ink, result, &extent, columns);
    for (size_t from = 0; from < columns;) {
        struct sheet sheet = {
            .ink = ink,
            .indent = indent,
            .result = result,
            .widths = widths,
            .from = from,
            .to = fitting(ink, indent, widths, from, columns),
        };
        if (from > 0)
            ink_empty_line(ink);
        print_block(&sheet, &extent);
        from = sheet.to;
    }
    free(widths);
}

void signal_columns_add_json(struct buf *out, const struct test_result *result)
{
    if (!signal_columns_any(result))
        return;
    buf_add_text(out, ",\"signals\":");
    value_add_json(out, result->signals);
}
