/* What changed between two states.
 *
 * The value of a selector is mostly a list of elements (objects). Elements of
 * two such lists are paired by their "ref" when both have one, and by their
 * place when neither has. Everything here borrows from the two values. */
#ifndef WEIR_REPORT_DIFF_H
#define WEIR_REPORT_DIFF_H

#include <stdbool.h>
#include <stddef.h>

#include "trace/value.h"

enum diff_kind { DIFF_UNMODIFIED, DIFF_ADDED, DIFF_REMOVED, DIFF_MODIFIED };

/* "Unmodified", "Added", "Removed", "Modified" */
const char *diff_kind_text(enum diff_kind kind);

struct diff_element {
    enum diff_kind kind;        /* by everything but ref and position */
    bool moved;                 /* its place among those that stayed changed */
    bool replaced;              /* another element, in the same place */
    const struct value *before; /* NULL: added */
    const struct value *after;  /* NULL: removed */
    size_t before_index, after_index; /* from 0; where there is one */
};

struct diff_element_list {
    struct diff_element *items;
    size_t count;
    size_t capacity;
};

/* Whether the value is a list of nothing but objects. */
bool diff_is_elements(const struct value *value);

/* Appends one entry for each element of either list: in the order of `after`,
 * what was removed standing where it stood. Both must be lists of objects. */
void diff_elements(struct diff_element_list *list, const struct value *before,
                   const struct value *after);
/* Joins what was removed and what was added in the same place into one entry,
 * `replaced`: a page that draws everything anew has not changed everything. */
void diff_join_replaced(struct diff_element_list *list);

/* Whether two entries tell the same, of two elements. */
bool diff_is_alike(const struct diff_element *a, const struct diff_element *b);
/* Whether two elements show the same. */
bool diff_looks_alike(const struct value *a, const struct value *b);

/* Whether an element of the state stands where another one stood. */
bool diff_has_replaced(const struct value *before, const struct value *after);

void diff_element_list_finish(struct diff_element_list *list);

/* One differing leaf of two objects. */
struct diff_field {
    char *path;                 /* owned: "css.display" */
    const struct value *before; /* NULL: was not there */
    const struct value *after;  /* NULL: is not there */
};

struct diff_field_list {
    struct diff_field *items;
    size_t count;
    size_t capacity;
};

/* Appends the fields in which two objects differ, in the order of `after`,
 * going into objects below. The fields "ref" and "position" at the top are
 * left out: who an element is and where it stands is not what it shows. */
void diff_fields(struct diff_field_list *list, const struct value *before,
                 const struct value *after);
void diff_field_list_finish(struct diff_field_list *list);

#endif
