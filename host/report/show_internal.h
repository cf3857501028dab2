/* What `show_state` and `show_difference` share: the pieces that the lines of a
 * state are made of. */
#ifndef WEIR_REPORT_SHOW_INTERNAL_H
#define WEIR_REPORT_SHOW_INTERNAL_H

#include "base/buf.h"
#include "report/fold.h"
#include "report/ink.h"
#include "report/text.h"
#include "trace/value.h"

enum {
    /* Of one selector in one step, unless all is asked for. */
    SHOW_MOST_ELEMENTS = 10,
    SHOW_LONGEST_VALUE = 48, /* columns */
};

/* Where to and how. Borrows. */
struct show {
    struct ink *ink;
    size_t indent;
    bool in_full;
    /* Of elements with many fields only those that change in this run are
     * shown. NULL: all are. */
    const struct focus *focus;
};

struct text_style show_style(const struct show *show, size_t most);

static inline size_t show_smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* The text of markup: a run of blanks with a line end in it says no more than
 * one line end does. A new reference. */
struct value *show_squeezed(const struct show *show, const struct value *value);

/* Begins a line inside a selector's part. */
void show_begin_line(const struct show *show, size_t depth);

/* So many elements of a selector, one after the other. */
struct places {
    size_t first, count; /* from 0 */
    bool numbered;
};

/* "+ [2]", "[3] to [5]" */
void show_mark(const struct show *show, enum ink_style style, const char *mark,
               struct places places);

/* Begins the part of a selector with its name. */
void show_selector(const struct show *show, struct str selector);

/* Whether the field is one by which guards tell what can be acted on. */
bool show_is_for_guards(struct str field);

/* Whether not all fields of the element are shown. */
bool show_is_short(const struct show *show, const struct value *element);

/* The fields of an element on the current line: " name: value, ..." */
void show_fields(const struct show *show, enum ink_style style,
                 struct str selector, const struct value *element);

/* Says how many lines were left out. */
void show_rest(const struct show *show, size_t count);

/* A part of a state: on lines of its own, that may be left out. */
struct ink show_part_of(const struct ink *ink);

/* After the parts: "and 7 more selectors (-v)". Empties the fold. */
void show_print_parts(const struct show *show, struct fold *fold,
                      const char *verb);

#endif
