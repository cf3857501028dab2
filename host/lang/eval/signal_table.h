/* What reports show of the signals of a run: a column for each of them, a row
 * for each state of the trace.
 *
 * Columns are, for a property that a word of weir/signals can be reached from:
 * what these words are asked about, the counts that they are, and each
 * top-level name of the specification's own modules that reads the page itself.
 * Of a long run only the first and the last rows are kept, as its steps are.
 */
#ifndef WEIR_LANG_EVAL_SIGNAL_TABLE_H
#define WEIR_LANG_EVAL_SIGNAL_TABLE_H

#include "lang/eval/signals.h"

struct signal_column {
    char *name;
    size_t site;         /* its number; 0: the column is a name of its own */
    bool counts;         /* its value is the word's, not the expression's */
    uint32_t global;     /* the name, where there is no site */
    struct val last;     /* in the newest row */
    struct val newest;   /* the last one that was not null */
    struct value *shown; /* `last`, as it is shown */
};

struct signal_row {
    int64_t version;
    int64_t time_us;
    struct value **values; /* by number of the column */
    bool *ticked;
};

struct signal_table {
    struct signal_column *columns;
    size_t count;
    struct signal_row *rows;
    size_t row_count;
    size_t row_capacity;
    size_t oldest; /* of the last rows, a ring after the first */
};

/* Finds the columns: none where machine->signals has no site. */
void signal_table_init(struct signal_table *table,
                       const struct machine *machine,
                       const struct ast_global *const *roots, size_t count);
void signal_table_finish(struct signal_table *table);

/* A row for the current state, after signals_advance. */
void signal_table_add(struct signal_table *table, struct machine *machine,
                      int64_t version);

/* {"columns": [name, …], "rows": [{"step", "timeUs", "values": […], "ticked":
 * [bool, …]}, …]}; NULL: there are no columns. What is no scalar is a text as
 * in messages. A new reference. */
struct value *signal_table_value(const struct signal_table *table);

#endif
