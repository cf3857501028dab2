/* Shared by the files of the formatter.
 *
 *     format_layout.c  from trees to gaps: what may stand between two tokens
 *     format_operator.c  the same for operators
 *     format_gap.c     from text to gaps: line ends and comments as written
 *     format_lines.c   which gaps become line ends
 *     format.c         the whole; output
 */
#ifndef WEIR_LANG_FORMAT_FORMAT_INTERNAL_H
#define WEIR_LANG_FORMAT_FORMAT_INTERNAL_H

#include "base/memory.h"
#include "base/vec.h"
#include "lang/format/format.h"
#include "lang/front/lexer.h"
#include "lang/front/listen.h"

/* What a gap is when it stays within a line. */
enum format_space { SPACE_ONE, SPACE_NONE, SPACE_WRITTEN };

/* What stands after the gap, for breaking lines. */
enum format_role {
    ROLE_FIXED,    /* no line may end here (but after a comment it does) */
    ROLE_FREE,     /* a line may end here, when the author wants it */
    ROLE_EQUALS,   /* the right side of a declaration or local let */
    ROLE_OPEN,     /* the first thing in brackets */
    ROLE_CLOSE,    /* a closing bracket */
    ROLE_ITEM,     /* another item in brackets */
    ROLE_OPERATOR, /* an infix operator */
    ROLE_OPERAND,  /* its right operand */
    ROLE_SEQUEL,   /* what a local let is for */
    ROLE_CLAUSE,   /* `when` of a check, its actions */
};

/* How far in a line begins that begins after the gap. "The anchor's line" is
 * the line in which the token `anchor` stands. */
enum format_indent {
    INDENT_MARGIN, /* not at all */
    INDENT_INSIDE, /* one unit more than the anchor's line */
    INDENT_LEVEL,  /* as much as the anchor's line */
    INDENT_FLOW,   /* as the anchor when that begins its line (or one unit
                      more, if the author wrote so), else one unit more than
                      the anchor's line */
};

struct format_comment {
    struct span span;
    bool own_line;     /* else it stands after code */
    bool blank_before; /* a blank line */
    uint32_t distance; /* columns to the code before it */
};

/* Between a token and the one before it; one per token. */
struct format_gap {
    /* from the text */
    bool written_break; /* a line ended here */
    bool written_space; /* anything was here */
    bool blank_before;  /* a blank line, after all comments */
    uint32_t column;    /* of the token */
    uint32_t margin;    /* column at which its line began */
    uint32_t comment;   /* the first one, in the list of all */
    uint32_t comment_count;
    /* from the structure */
    enum format_space space;
    enum format_role role;
    enum format_indent indent;
    uint32_t anchor; /* a token */
    uint32_t node;
    /* the decision */
    bool broken;
    bool begins_line; /* true also for the first token of a declaration */
    uint32_t level;   /* of its line, in units */
};

enum format_node_kind {
    FORMAT_EQUATION,
    FORMAT_CLAUSES,
    FORMAT_INFIX, /* a chain of operators of one level */
    FORMAT_BRACKETS,
    FORMAT_BLOCK, /* { } that belong to an operator */
    FORMAT_LET,
    FORMAT_OTHER,
};

/* Gaps that belong together. */
struct format_node {
    enum format_node_kind kind;
    uint32_t depth; /* in the tree */
    uint32_t first; /* its tokens */
    uint32_t end;
    bool sole;  /* BRACKETS around one thing that has brackets of its own */
    bool plain; /* BRACKETS around literals and names only */
    /* INFIX: how many operators, and is the last operand something in
     * parentheses that is better broken than the line before it? */
    uint32_t operators;
    bool hugs;
    /* INFIX: did the author indent the operators, or the operands after
     * them, more than what they follow? */
    bool hang_known[2];
    bool hangs[2];
};

struct format_range {
    uint32_t start;
    uint32_t end;
};

struct formatter {
    struct source_table *sources;
    uint32_t source;
    struct arena arena;
    struct token_list tokens; /* as they are lexed in `arena` */
    struct format_gap *gaps;  /* one per token */
    VEC(struct format_node) nodes;
    VEC(struct format_comment) comments;
    VEC(struct format_range) declarations;
    uint32_t unit;
};

/* What an expression knows of its surroundings. */
struct layout_place {
    uint32_t depth;
    /* The chain to go on with when this is an operator like `chain_of`. */
    const struct mixfix_operator *chain_of;
    uint32_t chain; /* a node */
    uint32_t anchor;
    bool leads; /* `anchor` leads the expression: the | of a match */
    bool opens; /* parentheses around it may be broken */
};

struct layout {
    struct formatter *formatter;
    const struct token *tokens;
    bool shape; /* on the left side of a macro: spaces are the author's */
};

enum { LAYOUT_NO_NODE = UINT32_MAX };

/* Lays out what begins at the token; returns the token after it. */
uint32_t layout_expression(struct layout *layout, const struct tree *tree,
                           uint32_t at, struct layout_place place);
uint32_t layout_mixfix(struct layout *layout, const struct tree *tree,
                       uint32_t at, struct layout_place place);

/* One level further in. */
static inline struct layout_place layout_inner(struct layout_place place)
{
    return (struct layout_place){.depth = place.depth + 1};
}

void layout_gap(struct layout *layout, uint32_t token, enum format_space space,
                enum format_role role, enum format_indent indent,
                uint32_t anchor, uint32_t node);
/* A line ends here only after a comment. */
void layout_fixed(struct layout *layout, uint32_t token,
                  enum format_space space, uint32_t anchor);
/* After the bracket, and before its partner at the token. */
void layout_open(struct layout *layout, uint32_t bracket, uint32_t node,
                 enum format_space space);
void layout_close(struct layout *layout, uint32_t bracket, uint32_t at,
                  uint32_t node, enum format_space space);
uint32_t layout_node(struct layout *layout, enum format_node_kind kind,
                     uint32_t depth, uint32_t first);

/* Does it end with a bracket of its own? */
bool layout_has_brackets(const struct tree *tree);

/* Fills in the structure of the gaps inside one declaration. */
void format_layout(struct formatter *formatter,
                   const struct lang_declaration *declaration);

/* Fills in what the text says about every gap. */
void format_read_gaps(struct formatter *formatter);

/* May these two stand side by side and be two tokens still? */
bool format_may_touch(struct formatter *formatter, uint32_t token);

/* Decides for every gap. */
void format_break_lines(struct formatter *formatter);

struct str format_token_text(const struct formatter *formatter, uint32_t token);

/* Is there a space in front of the token when it does not begin a line? */
bool format_has_space(struct formatter *formatter, uint32_t token);

#endif
