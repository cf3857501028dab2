/* The primitives of the language, by what they work on (reference, section 5).
 * What is wrong with an argument is noted in the machine, at `site`, and the
 * result is VAL_FAIL. Arguments are borrowed. */
#ifndef WEIR_LANG_EVAL_PRIMITIVES_H
#define WEIR_LANG_EVAL_PRIMITIVES_H

#include <stdbool.h>

#include "lang/eval/code.h"
#include "lang/eval/machine.h"
#include "lang/eval/value.h"

/* Applies a primitive to all its arguments (borrowed; lazy ones may be
 * thunks). */
struct val primitive_run(struct machine *machine, const struct node *site,
                         enum primitive primitive, const struct val *arguments);

struct val number_operate(struct machine *machine, const struct node *site,
                          enum primitive primitive, struct val a, struct val b);
struct val text_parse_int(struct machine *machine, const struct node *site,
                          struct val text);
struct val text_parse_float(struct machine *machine, const struct node *site,
                            struct val text);
struct val text_trim(struct machine *machine, const struct node *site,
                     struct val text);
struct val text_split(struct machine *machine, const struct node *site,
                      struct val separator, struct val text);
struct val list_nth(struct machine *machine, const struct node *site,
                    struct val list, struct val index);
struct val list_map(struct machine *machine, const struct node *site,
                    struct val function, struct val list);
struct val list_fold(struct machine *machine, const struct node *site,
                     bool from_right, const struct val *arguments);
struct val list_unfold(struct machine *machine, const struct node *site,
                       struct val step, struct val seed);
struct val list_zip(struct machine *machine, const struct node *site,
                    struct val a, struct val b);
struct val list_zip_all(struct machine *machine, const struct node *site,
                        struct val lists);

#endif
