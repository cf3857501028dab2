/* When a transaction recurs: each month on a day, or in weeks.
 *
 *   monthly  on each date whose day of month is `day`; 31 in no short month
 *   weekly   with a basis and an interval: on all days of every so-many-th
 *            week, counted from the basis in both directions; with one of
 *            the two never; with neither on the weekday `day` (0: Sunday)
 *
 * On the wire a rule is an object, in the storage a text:
 * "weekly::day=3;basis=02/19/1990;interval=14". What is not given is left out.
 */
#ifndef WEIR_EXAMPLES_FINANCE_RULE_H
#define WEIR_EXAMPLES_FINANCE_RULE_H

#include <stdbool.h>

#include <yajl/yajl_gen.h>
#include <yajl/yajl_tree.h>

#include "bugs.h"
#include "calendar.h"

struct rule {
    bool is_weekly;
    int day; /* 0 to 31 */
    bool has_basis;
    struct moment basis;
    int interval;    /* 1 to 1000; 0: none */
    bool shows_time; /* of the basis: only a fault does */
};

enum { RULE_TEXT = 128 }; /* bytes that are enough for the text of one */

/* False: *wrong says what is wrong with it. */
bool rule_read_json(yajl_val json, enum bug bug, struct rule *rule,
                    const char **wrong);
void rule_write_json(const struct rule *rule, yajl_gen out);

void rule_write_text(const struct rule *rule, enum bug bug, bool is_edit,
                     char text[RULE_TEXT]);
/* What cannot be read is not given. */
void rule_read_text(const char *text, enum bug bug, struct rule *rule);

/* Whether it happens on this day. */
bool rule_matches(const struct rule *rule, long day, enum bug bug);

#endif
