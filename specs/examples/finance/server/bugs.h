/* Faults that the server can be given (`--bug NAME`), one at a time. Each was
 * found, or left behind, by somebody who tested an application of this kind
 * against a model; here it stands where it might stand in earnest, as the way
 * a programmer may well write the line. The last three are the page's. */
#ifndef WEIR_EXAMPLES_FINANCE_BUGS_H
#define WEIR_EXAMPLES_FINANCE_BUGS_H

#include <stdbool.h>
#include <stdio.h>

#define BUG_LIST(B)                                                            \
    B(SUMMER_TIME, "summer-time",                                              \
      "weeks are counted in seconds, and a day has 23 hours once")             \
    B(BASIS_UTC, "basis-utc", "the basis is kept as a moment, by UTC")         \
    B(END_HOUR, "end-hour",                                                    \
      "the last day is left out when it ends before the hour of the first")    \
    B(START_UTC, "start-utc", "the first day is that of UTC")                  \
    B(DAY_ORDER, "day-order", "what happens on one day is in no order")        \
    B(RULE_TEXT, "rule-text",                                                  \
      "the separator of rules is a part of times, too")                        \
    B(BASIS_TIME, "basis-time", "the basis is read back with a time of day")   \
    B(INTERVAL_DROPPED, "interval-dropped",                                    \
      "the interval is no field that is let through")                          \
    B(EDIT_FORMAT, "edit-format", "editing writes the day before the month")   \
    B(ENDLESS, "endless",                                                      \
      "days are counted until the moment of the end is met")                   \
    B(NAMES_DOWN, "names-down", "names of one day come from Z to A")           \
    B(BYTE_ORDER, "byte-order", "names are compared byte by byte")             \
    B(HTML_404, "html-404", "what is not there is answered with a page")       \
    B(IDS_GO_ON, "ids-go-on", "numbers go on after the setup")                 \
    B(TEXT_ORDER, "text-order", "dates are compared as MM/DD/YYYY")            \
    B(EMPTY_ERROR, "empty-error", "page: there is an error of no words")       \
    B(UNSORTED_EDIT, "unsorted-edit", "page: it does not sort after an edit")  \
    B(DELETE_RECORD, "delete-record",                                          \
      "page: it deletes a transaction instead of its number")

enum bug {
    BUG_NONE,
#define B(id, name, words) BUG_##id,
    BUG_LIST(B)
#undef B
};

/* False: there is none of this name. */
bool bug_find(const char *name, enum bug *bug);
const char *bug_name(enum bug bug); /* "" for none */
void bug_print_list(FILE *stream);

#endif
