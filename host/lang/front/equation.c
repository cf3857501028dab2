/* Declarations with a left and a right side: let, action, macro. The longest
 * reading wins (reference, 2.1); where there is none, the paper's forms are
 * tried. */
#include "lang/front/declaration_internal.h"

/* LEFT = RIGHT ; as found so far. */
struct equation {
    uint32_t end; /* after it; 0: none found */
    uint32_t ways;
    const struct parse *left;
    const struct parse *right;
    const struct parse *other_right; /* of another split of the same length */
};

/* The longest declaration wins (reference, 2.1). */
static void consider(struct equation *best, const struct parse *left,
                     const struct parse *right, uint32_t end)
{
    uint32_t ways = ways_times(left->ways, right->ways);
    if (end < best->end)
        return;
    if (end == best->end) {
        best->ways = ways_plus(best->ways, ways);
        best->other_right = right;
        return;
    }
    *best = (struct equation){
        .end = end, .ways = ways, .left = left, .right = right};
}

static struct equation parse_equation(struct parser *parser, uint32_t at)
{
    struct equation best = {.end = 0};
    const struct parse_list *lefts = parser_ends(parser, 0, at);
    for (size_t i = 0; i < lefts->count; i++) {
        const struct parse *left = &lefts->items[i];
        if (!parser_accepts(parser, left->end, "="))
            continue;
        const struct parse_list *rights = parser_ends(parser, 0, left->end + 1);
        for (size_t k = 0; k < rights->count; k++)
            if (parser_accepts(parser, rights->items[k].end, ";"))
                consider(&best, left, &rights->items[k],
                         rights->items[k].end + 1);
    }
    if (parser->trouble != PARSER_FINE)
        best.end = 0;
    return best;
}

/* The paper's LEFT { RIGHT }, with or without a semicolon. */
static void parse_block(struct parser *parser, uint32_t at,
                        struct equation *best)
{
    const struct parse_list *lefts = parser_ends(parser, 0, at);
    for (size_t i = 0; i < lefts->count; i++) {
        const struct parse *left = &lefts->items[i];
        if (!parser_is(parser, left->end, "{"))
            continue;
        const struct parse_list *rights = parser_ends(parser, 0, left->end + 1);
        for (size_t k = 0; k < rights->count; k++) {
            uint32_t end = rights->items[k].end;
            if (parser_accepts(parser, end, "}"))
                consider(best, left, &rights->items[k],
                         end + 1 + parser_is(parser, end + 1, ";"));
        }
    }
    if (parser->trouble != PARSER_FINE)
        best->end = 0;
}

/* As the original reads it; when it cannot, as the paper writes it. */
static struct equation find_equation(const struct reading *reading)
{
    struct parser *parser = reading->parser;
    uint32_t at = reading->start + 1;
    struct equation found = parse_equation(parser, at);
    if (found.end != 0 || parser->trouble != PARSER_FINE)
        return found;
    parser_start_paper(parser, reading->start);
    found = parse_equation(parser, at);
    if (parser_is(parser, reading->start, "let"))
        parse_block(parser, at, &found);
    return found;
}

static void report_ambiguous(struct front *front, const struct equation *e)
{
    if (e->left->ways > 1)
        ambiguity_report(front, e->left->tree, e->left->other);
    else if (e->right->ways > 1 || e->other_right == NULL)
        ambiguity_report(front, e->right->tree, e->right->other);
    else
        ambiguity_report(front, e->right->tree, e->other_right->tree);
}

static void use_binding(const struct reading *reading, struct tree *left,
                        struct tree *right, struct span span)
{
    struct front *front = reading->front;
    bool action = parser_is(reading->parser, reading->start, "action");
    if (!action)
        right = defines_replace(front, left, right);
    left = macro_expand(front, left);
    right = left == NULL ? NULL : macro_expand(front, right);
    if (right == NULL)
        return;
    if (action)
        bind_action(front, left, right, span, reading->doc);
    else
        bind_let(front, left, right, span, reading->doc);
}

/* let, action, macro. Returns the token after the declaration, 0 when there
 * is none. */
uint32_t equation_read(const struct reading *reading)
{
    struct front *front = reading->front;
    struct equation e = find_equation(reading);
    if (e.end == 0) {
        mistake_report(front, reading->start);
        return 0;
    }
    if (e.ways > 1) {
        report_ambiguous(front, &e);
        return 0;
    }
    front->module->at = e.end;
    if (parser_is(reading->parser, reading->start, "macro"))
        macro_define(front, e.left->tree, e.right->tree);
    else
        use_binding(reading, e.left->tree, e.right->tree,
                    reading_span_to(reading, e.end));
    return e.end;
}
