/* Explanations of verdicts: a walk from a formula or leaf that is false to the
 * small parts of expressions that make it so. Internal to explain*.c. */
#ifndef WEIR_LANG_EXPLAIN_EXPLAIN_H
#define WEIR_LANG_EXPLAIN_EXPLAIN_H

#include "lang/session_internal.h"
#include "port/checker.h"

enum {
    EXPLAIN_REASON_LIMIT = 10,  /* more would not be read */
    EXPLAIN_VALUE_LIMIT = 8,    /* names with their values in one reason */
    EXPLAIN_DEPTH_LIMIT = 60,   /* of the walk into expressions */
    EXPLAIN_TEXT_LIMIT = 160,   /* bytes of source quoted in a reason */
    EXPLAIN_VALUE_LENGTH = 480, /* bytes of a value in a reason, roughly */
};

/* A frame as the walk sees it: like a call under way, and for each slot where
 * its value came from. */
struct view {
    struct frame frame;
    struct origin *origins; /* one per slot */
    const struct view *caller;
};

/* The expression whose value a slot holds, and the view it belongs to; NULL:
 * not known. */
struct origin {
    const struct node *node;
    const struct view *view;
};

/* What a quantifier is at. */
struct element {
    intern_t name;
    struct val val; /* borrowed */
};

/* A quantifier under way: what its list is made of is read by whatever does not
 * hold of an element. */
struct loop {
    struct origin list;
    const struct loop *outer; /* or NULL */
};

struct explainer {
    struct lang_session *session;
    struct machine *machine;
    struct reason_list *reasons;
    uint32_t home; /* source in which the property stands */
    int depth;
    const struct node *unmet; /* said to be overdue, so that it need not be said
                                 to be false as well; may be NULL */
    const struct element *element; /* of the innermost quantifier, or NULL */
    const struct loop *loop;       /* the innermost quantifier, or NULL */
};

/* Whether the place is the specification's own: reasons are told there. */
bool explain_is_home(const struct explainer *explainer, struct span span);

/* Adds reasons why the expression is true or false now. */
void explain_why(struct explainer *explainer, const struct view *view,
                 const struct node *node, bool truth);

/* The same for a thunk. */
void explain_thunk(struct explainer *explainer, struct thunk *thunk,
                   bool truth);

/* Evaluates without leaving an error behind; VAL_FAIL when there is none. */
struct val explain_eval(struct explainer *explainer, const struct view *view,
                        const struct node *node);

/* Whether the expression is this boolean now. */
bool explain_is(struct explainer *explainer, const struct view *view,
                const struct node *node, bool truth);

/* An argument as the callee gets it: a thunk when it is lazy. */
struct val explain_argument(struct explainer *explainer,
                            const struct view *view, const struct node *node,
                            bool lazy);

/* The parts of explain_why for calls (explain_call.c). */
void explain_inline(struct explainer *explainer, const struct view *view,
                    const struct node *node, bool truth);
void explain_call(struct explainer *explainer, const struct view *view,
                  const struct node *node, bool truth);
void explain_apply(struct explainer *explainer, const struct view *view,
                   const struct node *node, bool truth);

/* Adds that the expression is true, or false. */
void explain_plain(struct explainer *explainer, const struct view *view,
                   const struct node *node, bool truth);

/* Adds "SOURCE TEXT", or "NAME TEXT: SOURCE" for the body of a definition, with
 * the place of the node, or of the call from the property's own file that led
 * there, and the values of the names in it. Nothing when it has been said. */
void explain_add(struct explainer *explainer, const struct view *view,
                 const struct node *node, const char *text);

/* "time is 179, old is 180": the names in the expression with their values;
 * heap text, or NULL. */
char *explain_values(struct explainer *explainer, const struct view *view,
                     const struct node *node);

/* The selectors that the expression reads, and the quantifiers around it: a
 * list of texts. */
struct value *explain_reads(struct explainer *explainer,
                            const struct view *view, const struct node *node);

/* Whether the code looks at the state whatever it is given. */
bool explain_reads_state(struct explainer *explainer, const struct code *code);

/* The source of an expression on one line, shortened. */
void explain_source(struct explainer *explainer, struct buf *buf,
                    struct span span);

/* A view without slots for code that is a thunk's. */
struct view explain_view(const struct thunk *thunk);

/* Gives the view slots for the code, and frees them. */
void explain_open(struct view *view, const struct code *code);
void explain_close(struct view *view);

/* Binds what a NODE_LET binds, in a view with slots; false when the pattern
 * does not fit or the value fails. */
bool explain_bind(struct explainer *explainer, const struct view *view,
                  const struct node *let);

#endif
