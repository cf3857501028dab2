/* The declaration `check` as it is written; check.c says what it means. */
#include "lang/front/declaration_internal.h"

#include "base/vec.h"

/* globs = glob { "," glob }, up to `stop` or a semicolon; `stop` itself may be
 * a name where a glob must begin. */
static uint32_t read_globs(const struct reading *reading, uint32_t at,
                           const char *stop, struct glob_list *globs)
{
    for (;;) {
        struct glob glob = {at, at};
        while (reading_is_plain_name(reading, at) &&
               !parser_is(reading->parser, at, "=") &&
               !recover_seems_new(reading->front, reading->start, at) &&
               !(at > glob.start && parser_is(reading->parser, at, stop)))
            at++;
        glob.end = at;
        if (glob.end == glob.start) {
            parser_expect(reading->parser, at, "a name", false);
            return 0;
        }
        vec_push(globs, glob);
        if (!parser_is(reading->parser, at, ","))
            return at;
        at++;
    }
}

/* The longest expression up to a semicolon. */
static const struct parse *parse_when(struct parser *parser, uint32_t at)
{
    const struct parse *best = NULL;
    const struct parse_list *ends = parser_ends(parser, 0, at);
    for (size_t i = 0; i < ends->count; i++)
        if (parser_accepts(parser, ends->items[i].end, ";"))
            best = &ends->items[i];
    return parser->trouble == PARSER_FINE ? best : NULL;
}

/* "when" expr ";". The token after, 0 when there is none. */
static uint32_t read_when(const struct reading *reading, uint32_t at,
                          struct tree **when)
{
    struct parser *parser = reading->parser;
    const struct parse *best = parse_when(parser, at);
    if (best == NULL && parser->trouble == PARSER_FINE) {
        parser_start_paper(parser, reading->start);
        best = parse_when(parser, at);
    }
    if (best == NULL) {
        mistake_report(reading->front, reading->start);
        return 0;
    }
    if (best->ways > 1) {
        ambiguity_report(reading->front, best->tree, best->other);
        return 0;
    }
    *when = macro_expand(reading->front, best->tree);
    return *when == NULL ? 0 : best->end + 1;
}

/* Is there a "with" in this declaration? The first name may be called so. */
static bool has_with(const struct reading *reading)
{
    uint32_t at = reading->start + 2;
    for (; reading_token(reading, at - 1)->kind != TOKEN_END &&
           !parser_is(reading->parser, at - 1, ";");
         at++)
        if (parser_is(reading->parser, at, "with") &&
            !parser_is(reading->parser, at - 1, ","))
            return true;
    return false;
}

/* What stands after the last name. */
static uint32_t read_end(const struct reading *reading, uint32_t at,
                         struct tree **when)
{
    struct parser *parser = reading->parser;
    if (parser_is(parser, at, ";"))
        return at + 1;
    if (parser_is(parser, at, "when"))
        return read_when(reading, at + 1, when);
    parser_expect(parser, at, ";", true);
    return reading_fail(reading, at, "when", true);
}

static uint32_t read_clauses(const struct reading *reading,
                             struct check_clauses *clauses)
{
    struct parser *parser = reading->parser;
    uint32_t at = reading->start + 1;
    clauses->has_with = has_with(reading);
    if (!clauses->has_with && parser_is(parser, at, "with"))
        return reading_fail(reading, at, "the name of a property", false);
    at = read_globs(reading, at, clauses->has_with ? "with" : "when",
                    &clauses->properties);
    if (at == 0 || (clauses->has_with && !parser_accepts(parser, at, "with"))) {
        mistake_report(reading->front, reading->start);
        return 0;
    }
    if (clauses->has_with)
        at = read_globs(reading, at + 1, "when", &clauses->actions);
    if (at == 0) {
        mistake_report(reading->front, reading->start);
        return 0;
    }
    return read_end(reading, at, &clauses->when);
}

/* "check" globs [ "with" globs ] [ "when" expr ] ";" */
uint32_t clauses_read(const struct reading *reading)
{
    struct check_clauses clauses = {.when = NULL};
    uint32_t end = read_clauses(reading, &clauses);
    if (end != 0) {
        reading->front->module->at = end;
        check_resolve(reading->front, &clauses, reading_span_to(reading, end),
                      reading->doc);
    }
    vec_finish(&clauses.properties);
    vec_finish(&clauses.actions);
    return end;
}
