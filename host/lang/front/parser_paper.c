/* What the paper writes without parentheses (Figure 8): a temporal operator as
 * the right operand of a connective, although it binds looser. It is understood
 * only where it can mean one thing: nothing stands after the operand that
 * could belong to it or not, and the operand is no connective itself. After
 * `&&` and `||` the operand must also be in parentheses, as in the paper;
 * `a && always {5} b` stays an error (reference, section 12, number 11). */
#include "lang/front/parser.h"

#include <string.h>

static const struct parse_list no_operand = {NULL, 0, 0};

static bool is_among(const struct mixfix_operator *op, const char *const *names)
{
    for (; op != NULL && *names != NULL; names++)
        if (str_is(intern_as_str(op->name), *names))
            return true;
    return false;
}

static bool is_temporal(const struct mixfix_operator *op)
{
    static const char *const names[] = {"always{_}_", "eventually{_}_",
                                        "eventually_", NULL};
    return is_among(op, names);
}

/* Does the token in front of this place open parentheses? The span of a tree is
 * without those around it. */
static bool stands_in_parentheses(const struct parser *parser, uint32_t from,
                                  const struct tree *tree)
{
    uint32_t at = from;
    while (parser->tokens[at].span.start < tree->span.start)
        at++;
    return at > from && parser->tokens[at - 1].kind == TOKEN_OPEN;
}

/* Binds as tightly as the temporal operators without a count. */
static bool is_tight(const struct tree *tree)
{
    enum { PREFIX_LEVEL = 6 };
    return tree->mixfix == NULL || tree->mixfix->level >= PREFIX_LEVEL ||
           mixfix_is_closed(tree->mixfix);
}

static bool is_clear(const struct parser *parser, const struct parse_list *ends,
                     uint32_t at, bool behind_arrow)
{
    const struct tree *tree = ends->items[0].tree;
    if (ends->count != 1 || ends->items[0].ways != 1 ||
        !is_temporal(tree->mixfix))
        return false;
    const struct tree *operand = tree->items[tree->count - 1];
    return stands_in_parentheses(parser, at, operand) ||
           (behind_arrow && is_tight(operand));
}

const struct parse_list *parser_paper_operand(struct parser *parser,
                                              const struct mixfix_operator *op,
                                              uint32_t at)
{
    static const char *const arrow[] = {"_==>_", NULL};
    static const char *const others[] = {"_&&_", "_||_", NULL};
    bool behind_arrow = is_among(op, arrow);
    const struct mixfix_part *part = parser_part(parser, at);
    if ((!behind_arrow && !is_among(op, others)) || part == NULL ||
        part->starting.count == 0)
        return &no_operand;
    struct parser before = *parser;
    const struct parse_list *ends = parser_ends(parser, 0, at);
    if (ends->count == 0 || is_clear(parser, ends, at, behind_arrow))
        return ends;
    /* how far this went must not show in the message */
    parser->furthest = before.furthest;
    parser->expected_count = before.expected_count;
    memcpy(parser->expected, before.expected, sizeof before.expected);
    return &no_operand;
}
