/* Order of this file: columns, rows, the table as a value. */
#include "lang/eval/signal_table.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "lang/eval/eval.h"
#include "lang/eval/machine.h"
#include "lang/program.h"

enum {
    MOST_COLUMNS = 24,
    NAME_LIMIT = 40,  /* bytes of a column's name */
    VALUE_LIMIT = 60, /* of a value that is no scalar */
    TEXT_LIMIT = 200, /* of a text; of a longer one, as of other values */
    /* As run/kept_steps.h keeps steps. */
    FIRST_ROWS = 100,
    LAST_ROWS = 900,
};

/* ---- columns ------------------------------------------------------------ */

/* What is known of the program while columns are found. */
struct finding {
    struct signal_table *table;
    const struct machine *machine;
    const struct lang_program *program;
    struct signals_reach reach; /* of the property and its actions */
};

static bool is_own(const struct finding *at, struct span span)
{
    const struct source *source = source_of(&at->program->sources, span);
    return source != NULL && !lang_program_has_in_library(at->program, source);
}

/* Takes the name. */
static void add_column(struct signal_table *table, struct signal_column column)
{
    bool is_there = column.name == NULL || table->count == MOST_COLUMNS;
    for (size_t i = 0; i < table->count && !is_there; i++)
        is_there = strcmp(table->columns[i].name, column.name) == 0;
    if (is_there) {
        free(column.name);
        return;
    }
    column.last = column.newest = val_null();
    column.shown = value_null();
    table->columns[table->count++] = column;
}

static char *brief(const struct finding *at, struct span span)
{
    if (!is_own(at, span))
        return NULL;
    return source_brief(&at->program->sources, span, NAME_LIMIT);
}

static char *name_of_global(const struct finding *at, uint32_t index)
{
    const struct ast_global *global = at->machine->code->globals[index].ast;
    return is_own(at, global->span)
               ? memory_copy_string(global->name->text,
                                    strlen(global->name->text))
               : NULL;
}

static bool is_count(enum primitive word)
{
    return word == PRIMITIVE_CLICKS || word == PRIMITIVE_INPUTS ||
           word == PRIMITIVE_TIMES;
}

/* The signal that is all that the name stands for, or NULL. */
static const struct node *signal_of(const struct global_code *global)
{
    const struct node *node = global->code == NULL ? NULL : global->code->body;
    while (node != NULL && node->kind == NODE_INLINE)
        node = node->body;
    return node != NULL && node->kind == NODE_SIGNAL && node->index > 0 ? node
                                                                        : NULL;
}

static bool is_reached(const struct finding *at,
                       const struct global_code *global)
{
    return global->mode == GLOBAL_LAZY && global->code != NULL &&
           at->reach.seen[global->code->number];
}

/* What a word is asked about; where that is another word, there is a column for
 * what that is asked about. */
static void add_asked(struct finding *at, size_t site)
{
    const struct node *word = at->machine->signals.items[site - 1].node;
    const struct node *item = word->items[0];
    struct signal_column column = {.site = site};
    if (is_count(word->primitive) || item->kind == NODE_CONSTANT)
        return;
    if (item->kind == NODE_GLOBAL)
        column.name = name_of_global(at, item->index);
    else
        column.name = brief(at, item->span);
    if (item->kind == NODE_DELAY) {
        const struct node *body = item->code->body;
        while (body->kind == NODE_INLINE)
            body = body->body;
        if (body->kind == NODE_SIGNAL && !is_count(body->primitive)) {
            free(column.name);
            return;
        }
    }
    add_column(at->table, column);
}

/* Counts by the names that stand for them, else by what is written. */
static void add_named_count(struct finding *at, uint32_t index)
{
    const struct global_code *global = &at->machine->code->globals[index];
    const struct node *word = signal_of(global);
    if (word == NULL || !is_count(word->primitive))
        return;
    add_column(at->table, (struct signal_column){
                              .name = name_of_global(at, index),
                              .site = word->index,
                              .counts = true,
                          });
    at->reach.calls[word->index - 1] = NULL;
}

static void add_count(struct finding *at, size_t site)
{
    const struct node *word = at->machine->signals.items[site - 1].node;
    const struct node *call = at->reach.calls[site - 1];
    if (is_count(word->primitive) && call != NULL)
        add_column(at->table, (struct signal_column){
                                  .name = brief(at, call->span),
                                  .site = site,
                                  .counts = true,
                              });
}

static bool reads_page(const struct finding *at,
                       const struct global_code *global)
{
    const struct lang_code *code = at->machine->code;
    struct signals_reach reach = {
        .program = code,
        .sources = memory_zeroed(code->selector_count + 1, sizeof(bool)),
        .seen = memory_zeroed((size_t)code->code_count + 1, sizeof(bool)),
        .stays = true,
    };
    bool found = false;
    signals_reach_code(&reach, global->code);
    for (size_t i = 0; i < code->selector_count; i++)
        found = found || reach.sources[i];
    free(reach.sources);
    free(reach.seen);
    return found;
}

static bool is_temporal(const struct finding *at, uint32_t index)
{
    const struct lang_code *code = at->machine->code;
    struct signals_reach reach = {
        .program = code,
        .seen = memory_zeroed((size_t)code->code_count + 1, sizeof(bool)),
    };
    signals_reach_global(&reach, index);
    free(reach.seen);
    return reach.met_time;
}

static void add_name(struct finding *at, uint32_t index)
{
    const struct global_code *global = &at->machine->code->globals[index];
    if (reads_page(at, global) && !is_temporal(at, index))
        add_column(at->table, (struct signal_column){
                                  .name = name_of_global(at, index),
                                  .global = index,
                              });
}

static void find(struct finding *at)
{
    const struct lang_code *code = at->machine->code;
    const struct signals *signals = &at->machine->signals;
    for (size_t i = 1; i <= signals->count; i++)
        if (signals->items[i - 1].node != NULL)
            add_asked(at, i);
    for (uint32_t i = 0; i < code->global_count; i++)
        if (is_reached(at, &code->globals[i]))
            add_named_count(at, i);
    for (size_t i = 1; i <= signals->count; i++)
        if (signals->items[i - 1].node != NULL)
            add_count(at, i);
    for (uint32_t i = 0; i < code->global_count; i++)
        if (is_reached(at, &code->globals[i]))
            add_name(at, i);
}

void signal_table_init(struct signal_table *table,
                       const struct machine *machine,
                       const struct ast_global *const *roots, size_t count)
{
    const struct lang_code *code = machine->code;
    *table = (struct signal_table){0};
    if (machine->signals.count == 0)
        return;
    struct finding at = {
        .table = table,
        .machine = machine,
        .program = code->program,
        .reach =
            {
                .program = code,
                .calls =
                    memory_zeroed(code->site_count, sizeof *at.reach.calls),
                .seen =
                    memory_zeroed((size_t)code->code_count + 1, sizeof(bool)),
            },
    };
    table->columns = memory_zeroed(MOST_COLUMNS, sizeof *table->columns);
    for (size_t i = 0; i < count; i++)
        signals_reach_global(&at.reach, roots[i]->index);
    find(&at);
    free(at.reach.calls);
    free(at.reach.seen);
}

static void finish_row(struct signal_row *row, size_t count)
{
    for (size_t i = 0; i < count; i++)
        value_unref(row->values[i]);
    free(row->values);
    free(row->ticked);
}

void signal_table_finish(struct signal_table *table)
{
    for (size_t i = 0; i < table->row_count; i++)
        finish_row(&table->rows[i], table->count);
    for (size_t i = 0; i < table->count; i++) {
        free(table->columns[i].name);
        val_unref(table->columns[i].last);
        val_unref(table->columns[i].newest);
        value_unref(table->columns[i].shown);
    }
    free(table->rows);
    free(table->columns);
    *table = (struct signal_table){0};
}

/* ---- rows --------------------------------------------------------------- */

/* A name for its column alone: what it reads and nobody asked for is no matter,
 * and it may have no value. */
static struct val name_now(struct machine *machine, uint32_t index)
{
    const struct global_code *global = &machine->code->globals[index];
    const struct deps *asked = machine->unread.asked;
    machine->unread.asked = NULL;
    machine_begin(machine);
    machine->quick = true;
    struct val val =
        eval_force(machine, global->code->body,
                   machine_global(machine, global->code->body, index));
    if (val.kind == VAL_FAIL || val.kind == VAL_FORMULA ||
        val.kind == VAL_FUNCTION || val.kind == VAL_CODE) {
        val_unref(val);
        val = val_null();
    }
    machine_begin(machine);
    machine->unread.asked = asked;
    return val;
}

static struct value *as_shown(struct machine *machine, struct val val)
{
    struct buf text;
    struct value *value = NULL;
    if (val.kind == VAL_NULL || val.kind == VAL_BOOL || val.kind == VAL_INT ||
        val.kind == VAL_FLOAT ||
        (val.kind == VAL_STRING && value_text(val.data).length <= TEXT_LIMIT))
        value = val_to_data(val, &machine->steps);
    if (value != NULL)
        return value;
    buf_init(&text);
    val_print_brief(&text, val, VALUE_LIMIT);
    value = value_string(buf_str(&text));
    buf_finish(&text);
    return value;
}

static struct val value_of(const struct signal_column *column,
                           struct machine *machine)
{
    if (column->site == 0)
        return name_now(machine, column->global);
    const struct signal *signal = &machine->signals.items[column->site - 1];
    return column->counts ? val_int(signal->count) : val_ref(signal->last);
}

/* Whether it ticked: its site knows, of a name or a count its value tells. */
static bool take_value(struct signal_column *column, struct machine *machine,
                       bool is_first)
{
    struct val val = value_of(column, machine);
    bool is_same = val_identical(val, column->last, &machine->steps);
    bool was_null = column->last.kind == VAL_NULL;
    bool ticked = val.kind != VAL_NULL &&
                  (is_first || was_null ||
                   !val_identical(val, column->newest, &machine->steps));
    if (column->site > 0 && !column->counts)
        ticked = machine->signals.items[column->site - 1].ticked;
    if (!is_same) {
        value_unref(column->shown);
        column->shown = as_shown(machine, val);
    }
    val_unref(column->last);
    column->last = val;
    if (val.kind != VAL_NULL) {
        val_unref(column->newest);
        column->newest = val_ref(val);
    }
    return ticked;
}

static struct signal_row *next_row(struct signal_table *table)
{
    struct signal_row *row;
    if (table->row_count < FIRST_ROWS + LAST_ROWS) {
        if (table->row_count == table->row_capacity) {
            table->row_capacity =
                table->row_capacity == 0 ? 16 : 2 * table->row_capacity;
            table->rows = memory_resized(table->rows, table->row_capacity,
                                         sizeof *table->rows);
        }
        return &table->rows[table->row_count++];
    }
    row = &table->rows[FIRST_ROWS + table->oldest];
    table->oldest = (table->oldest + 1) % LAST_ROWS;
    finish_row(row, table->count);
    return row;
}

void signal_table_add(struct signal_table *table, struct machine *machine,
                      int64_t version)
{
    if (table->count == 0)
        return;
    bool is_first = table->row_count == 0;
    struct signal_row *row = next_row(table);
    *row = (struct signal_row){
        .version = version,
        .time_us = machine->signals.now_us,
        .values = memory_zeroed(table->count, sizeof *row->values),
        .ticked = memory_zeroed(table->count, sizeof *row->ticked),
    };
    for (size_t i = 0; i < table->count; i++) {
        struct signal_column *column = &table->columns[i];
        row->ticked[i] = take_value(column, machine, is_first);
        row->values[i] = value_ref(column->shown);
    }
}

/* ---- the table as a value ----------------------------------------------- */

/* Takes the items. */
static struct value *list_of(struct value **items, size_t count)
{
    struct value *list = value_list(items, count);
    free(items);
    return list;
}

static struct value *row_value(const struct signal_table *table,
                               const struct signal_row *row)
{
    size_t count = table->count;
    struct value **values = memory_zeroed(count, sizeof *values);
    struct value **ticked = memory_zeroed(count, sizeof *ticked);
    for (size_t i = 0; i < count; i++) {
        values[i] = value_ref(row->values[i]);
        ticked[i] = value_bool(row->ticked[i]);
    }
    struct value_field fields[] = {
        value_named("step", value_int(row->version)),
        value_named("timeUs", value_int(row->time_us)),
        value_named("values", list_of(values, count)),
        value_named("ticked", list_of(ticked, count)),
    };
    return value_object(fields, sizeof fields / sizeof *fields);
}

struct value *signal_table_value(const struct signal_table *table)
{
    if (table->count == 0 || table->row_count == 0)
        return NULL;
    struct value **names = memory_zeroed(table->count, sizeof *names);
    struct value **rows = memory_zeroed(table->row_count, sizeof *rows);
    for (size_t i = 0; i < table->count; i++)
        names[i] = value_string(str_text(table->columns[i].name));
    for (size_t i = 0; i < table->row_count; i++) {
        size_t at =
            i < FIRST_ROWS || table->oldest == 0
                ? i
                : FIRST_ROWS + (i - FIRST_ROWS + table->oldest) % LAST_ROWS;
        rows[i] = row_value(table, &table->rows[at]);
    }
    struct value_field fields[] = {
        value_named("columns", list_of(names, table->count)),
        value_named("rows", list_of(rows, table->row_count)),
    };
    return value_object(fields, 2);
}
