/* The declaration of an operator. */
#include "lang/front/declaration_internal.h"

static void report_syntax(struct front *front, enum mixfix_result result,
                          const struct mixfix_operator *op, struct span span)
{
    switch (result) {
    case MIXFIX_ADDED:
        break;
    case MIXFIX_DECLARED:
        front_error(front, DIAG_PARSE, span, "syntax already declared: %s",
                    mixfix_shape(&front->mixfix, op));
        break;
    case MIXFIX_NO_PART:
        front_error(front, DIAG_PARSE, span,
                    "an operator needs at least one part beside its holes");
        break;
    case MIXFIX_FAR_LEVEL:
        front_error(front, DIAG_PARSE, span, "a level lies between -%d and %d",
                    MIXFIX_LEVEL_LIMIT, MIXFIX_LEVEL_LIMIT);
        break;
    case MIXFIX_TOO_LONG:
        front_error(front, DIAG_PARSE, span,
                    "an operator has at most %d parts and holes",
                    MIXFIX_ELEMENT_LIMIT);
        break;
    }
}

/* The names of the shape. A semicolon can be one of them; the one that ends the
 * declaration too early is recognised by what follows. */
static uint32_t skip_shape(const struct reading *reading)
{
    uint32_t at = reading->start + 1;
    for (; reading_token(reading, at)->kind == TOKEN_NAME; at++) {
        if (!parser_is(reading->parser, at, ";"))
            continue;
        if (reading_token(reading, at + 1)->kind == TOKEN_END ||
            reading_token(reading, at + 1)->kind == TOKEN_DOC ||
            recover_seems_new(reading->front, reading->start, at + 1))
            break;
    }
    return at;
}

static void add_syntax(const struct reading *reading, uint32_t end,
                       int64_t level, enum mixfix_side side)
{
    struct front *front = reading->front;
    uint32_t start = reading->start + 1;
    size_t count = end - start;
    intern_t *names = ARENA_ARRAY(&front->scratch, count, intern_t);
    for (size_t i = 0; i < count; i++)
        names[i] = reading_token(reading, start + (uint32_t)i)->name;
    const struct mixfix_operator *op = NULL;
    enum mixfix_result result =
        mixfix_add(&front->mixfix, names, count, level, side, &op);
    report_syntax(front, result, op, parser_span(reading->parser, start, end));
}

/* "syntax" name { name } INT [ "left" | "right" ] ";" */
uint32_t syntax_read(const struct reading *reading)
{
    uint32_t at = skip_shape(reading);
    uint32_t names_end = at;
    if (at == reading->start + 1)
        return reading_fail(reading, at, "the shape of an operator", false);
    if (reading_token(reading, at)->kind != TOKEN_INT)
        return reading_fail(reading, at, "a level (an integer)", false);
    int64_t level = reading_token(reading, at++)->integer;
    enum mixfix_side side = MIXFIX_NONE;
    if (parser_is(reading->parser, at, "left"))
        side = MIXFIX_LEFT;
    else if (parser_is(reading->parser, at, "right"))
        side = MIXFIX_RIGHT;
    at += side != MIXFIX_NONE;
    if (!parser_is(reading->parser, at, ";"))
        return reading_fail(reading, at, ";", true);
    add_syntax(reading, names_end, level, side);
    return at + 1;
}
