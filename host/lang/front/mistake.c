/* What is said about a declaration that cannot be parsed: what was expected at
 * the furthest place that was reached; and about one that can be read in two
 * ways. */
#include "lang/front/mistake_internal.h"

#include "base/utf8.h"

/* Tokens are quoted up to this length. */
enum { QUOTE_BYTES = 40 };

static void add_token(struct buf *buf, const struct front *front,
                      const struct token *token)
{
    if (token->kind == TOKEN_END) {
        buf_add_text(buf, "the end of the text");
        return;
    }
    struct str text = source_text(&front->program->sources, token->span);
    size_t line = 0;
    while (line < text.length && text.data[line] != '\n')
        line++;
    bool cut = line < text.length || line > QUOTE_BYTES;
    if (line > QUOTE_BYTES)
        line = QUOTE_BYTES;
    line = utf8_floor(text, line);
    buf_addf(buf, "'%.*s%s'", (int)line, text.data, cut ? "…" : "");
}

static void add_expected(struct buf *buf, const struct parser *parser)
{
    if (parser->expected_count > 1)
        buf_add_text(buf, "one of: ");
    for (size_t i = 0; i < parser->expected_count; i++) {
        const struct expectation *e = &parser->expected[i];
        if (i > 0)
            buf_add_text(buf, ", ");
        buf_addf(buf, e->quoted ? "'%s'" : "%s", e->text);
    }
}

/* An operator too loose for the place where it begins: a && always {5} b. Such
 * places were noted; the one that leads on further than everything else is
 * what is wrong. Returns its token, 0 when there is none. */
static uint32_t find_blocked(struct parser *parser, uint32_t furthest,
                             size_t count)
{
    for (size_t i = count; i > 0; i--) {
        uint32_t at = parser->blocked.items[i - 1];
        const struct parse_list *ends = parser_ends(parser, 0, at);
        if (ends->count > 0 && ends->items[ends->count - 1].end > furthest)
            return at;
    }
    return 0;
}

static bool report_blocked(struct front *front)
{
    struct parser *parser = &front->module->parser;
    struct parser before = *parser;
    uint32_t at = find_blocked(parser, parser->furthest, parser->blocked.count);
    /* what was tried here must not show in the message */
    parser->furthest = before.furthest;
    parser->expected_count = before.expected_count;
    memcpy(parser->expected, before.expected, sizeof before.expected);
    if (at == 0)
        return false;
    intern_t name = parser->tokens[at].name;
    struct diag *diag = front_error(front, DIAG_PARSE, parser->tokens[at].span,
                                    "'%s' needs parentheses here", name->text);
    diag_help(diag,
              "it does not bind tighter than the operator before it: write "
              "(%s …)",
              name->text);
    return true;
}

static void report_trouble(struct front *front)
{
    const struct parser *parser = &front->module->parser;
    struct span span = parser->tokens[parser->trouble_at].span;
    if (parser->trouble == PARSER_TOO_DEEP)
        diag_help(front_error(front, DIAG_PARSE, span,
                              "this nests more than %d levels deep",
                              PARSER_DEPTH_LIMIT),
                  "split it into several declarations");
    else
        diag_help(front_error(front, DIAG_PARSE, span,
                              "there are too many ways to read this "
                              "declaration"),
                  "put parentheses around the operands");
}

/* Something in these tokens was reported by the lexer, or misses an operator
 * whose declaration failed. */
static bool is_follow_up(const struct front *front, uint32_t start)
{
    const struct parser *parser = &front->module->parser;
    for (uint32_t i = start; i <= parser->furthest; i++) {
        const struct token *token = &parser->tokens[i];
        if (token->kind == TOKEN_BAD)
            return true;
        if (token->kind == TOKEN_NAME &&
            map_has(&front->poisoned_parts, intern_as_str(token->name)))
            return true;
    }
    return false;
}

/* An operator with a looser operator on its left: exists … {p} && q. */
static bool report_loose_left(const struct mistake *m)
{
    const struct token *token = mistake_token(m, m->at);
    if (token->kind != TOKEN_NAME || !mistake_expects(m, "an operator") ||
        mistake_expects(m, "an expression"))
        return false;
    const struct mixfix_part *part =
        mixfix_part(&m->front->mixfix, token->name);
    if (part == NULL || part->following.count == 0)
        return false;
    diag_help(front_error(m->front, DIAG_PARSE, token->span,
                          "what stands before '%s' needs parentheses",
                          token->name->text),
              "the operator there does not bind tighter: write (…) %s",
              token->name->text);
    return true;
}

/* The token; when the declaration should have ended before it, the end of what
 * stands before. */
static struct span place_of(const struct mistake *m)
{
    const struct token *token = mistake_token(m, m->at);
    bool missed = mistake_expects(m, ";") || mistake_expects(m, "}") ||
                  token->kind == TOKEN_END;
    if (!missed || m->at == m->start || !mistake_begins_next(m, m->at))
        return token->span;
    uint32_t end = mistake_token(m, m->at - 1)->span.end;
    return (struct span){token->span.source, end, end};
}

void mistake_report(struct front *front, uint32_t start)
{
    struct parser *parser = &front->module->parser;
    if (is_follow_up(front, start))
        return;
    if (parser->trouble != PARSER_FINE) {
        report_trouble(front);
        return;
    }
    if (report_blocked(front))
        return;
    struct mistake m = {.front = front,
                        .parser = parser,
                        .start = start,
                        .at = parser->furthest};
    if (report_loose_left(&m))
        return;
    struct buf expected;
    struct buf got;
    buf_init(&expected);
    buf_init(&got);
    add_expected(&expected, parser);
    add_token(&got, front, &parser->tokens[m.at]);
    m.diag =
        front_error(front, DIAG_PARSE, place_of(&m), "expected %s but got: %s",
                    buf_text(&expected), buf_text(&got));
    buf_finish(&got);
    buf_finish(&expected);
    mistake_find_help(&m);
}

static bool same_leaf(const struct tree *a, const struct tree *b)
{
    return a->kind == b->kind && a->count == b->count &&
           a->mixfix == b->mixfix && (a->head == NULL) == (b->head == NULL);
}

/* Equal as far as the two readings may differ: the same words in the same
 * order grouped in the same way. */
static bool same_shape(const struct tree *a, const struct tree *b)
{
    if (a == b)
        return true;
    if (!same_leaf(a, b) || a->span.start != b->span.start ||
        a->span.end != b->span.end)
        return false;
    if (a->head != NULL && !same_shape(a->head, b->head))
        return false;
    for (size_t i = 0; i < a->count; i++)
        if (!same_shape(a->items[i], b->items[i]))
            return false;
    return true;
}

/* Goes down as long as exactly one child differs. */
static bool descend(const struct tree **a, const struct tree **b)
{
    const struct tree *one = NULL;
    const struct tree *other = NULL;
    size_t differences = 0;
    if (!same_leaf(*a, *b))
        return false;
    if ((*a)->head != NULL && !same_shape((*a)->head, (*b)->head)) {
        one = (*a)->head;
        other = (*b)->head;
        differences++;
    }
    for (size_t i = 0; i < (*a)->count; i++) {
        if (same_shape((*a)->items[i], (*b)->items[i]))
            continue;
        one = (*a)->items[i];
        other = (*b)->items[i];
        differences++;
    }
    if (differences != 1 || one->span.start != other->span.start ||
        one->span.end != other->span.end)
        return false;
    *a = one;
    *b = other;
    return true;
}

void ambiguity_report(struct front *front, const struct tree *one,
                      const struct tree *other)
{
    while (descend(&one, &other))
        ;
    struct buf readings;
    buf_init(&readings);
    tree_add_reading(&readings, one);
    buf_add_text(&readings, " or: ");
    tree_add_reading(&readings, other);
    diag_help(front_error(front, DIAG_PARSE, one->span,
                          "ambiguous expression; can be parsed as: %s",
                          buf_text(&readings)),
              "put parentheses around the one that is meant");
    buf_finish(&readings);
}
