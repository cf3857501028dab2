/* One declaration after the other (reference, 2.1). Each changes how the text
 * behind it is read, so nothing is parsed ahead. Bottom up: single
 * declarations, then the loop. */
#include "lang/front/front_internal.h"

#include "base/vec.h"
#include "lang/front/listen.h"

/* What stands at the place of a declaration. */
struct reading {
    struct front *front;
    struct parser *parser;
    uint32_t start; /* the keyword */
    struct str doc;
};

static struct span span_to(const struct reading *reading, uint32_t end)
{
    return parser_span(reading->parser, reading->start, end);
}

/* A declaration LEFT = RIGHT ; as found so far. */
struct equation {
    uint32_t end; /* behind it; 0: none found */
    uint32_t ways;
    const struct parse *left;
    const struct parse *right;
    const struct parse *other_left; /* another split of the same length */
    const struct parse *other_right;
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
        best->other_left = left;
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
    else if (e->right->ways > 1)
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

/* let, action, macro. Returns the token behind the declaration, 0 when there
 * is none. */
static uint32_t read_equation(const struct reading *reading)
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
                    span_to(reading, e.end));
    return e.end;
}

static const struct token *token_at(const struct reading *reading, uint32_t at)
{
    return &reading->parser->tokens[at];
}

/* A name that is no bracket, comma or semicolon. */
static bool is_plain_name(const struct reading *reading, uint32_t at)
{
    const struct token *token = token_at(reading, at);
    return token->kind == TOKEN_NAME &&
           strchr("[]{};,", token->name->text[0]) == NULL;
}

static uint32_t fail_at(const struct reading *reading, uint32_t at,
                        const char *text, bool quoted)
{
    parser_expect(reading->parser, at, text, quoted);
    mistake_report(reading->front, reading->start);
    return 0;
}

/* "import" name { name } ";" */
static uint32_t read_import(const struct reading *reading)
{
    struct front *front = reading->front;
    struct buf name;
    uint32_t at = reading->start + 1;
    buf_init(&name);
    for (; is_plain_name(reading, at) && !parser_is(reading->parser, at, "=") &&
           !recover_seems_new(front, reading->start, at);
         at++)
        buf_add_str(&name, intern_as_str(token_at(reading, at)->name));
    uint32_t end = 0;
    if (name.length == 0) {
        fail_at(reading, at, "the name of a module", false);
    } else if (!parser_is(reading->parser, at, ";")) {
        fail_at(reading, at, ";", true);
    } else {
        end = at + 1;
        front->module->at = end;
        struct span span = parser_span(reading->parser, reading->start + 1, at);
        front->imports = true;
        if (!modules_import(front, buf_text(&name), span))
            front->blind = true;
    }
    buf_finish(&name);
    return end;
}

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
    for (; token_at(reading, at)->kind == TOKEN_NAME; at++) {
        if (!parser_is(reading->parser, at, ";"))
            continue;
        if (token_at(reading, at + 1)->kind == TOKEN_END ||
            token_at(reading, at + 1)->kind == TOKEN_DOC ||
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
        names[i] = token_at(reading, start + (uint32_t)i)->name;
    const struct mixfix_operator *op = NULL;
    enum mixfix_result result =
        mixfix_add(&front->mixfix, names, count, level, side, &op);
    report_syntax(front, result, op, parser_span(reading->parser, start, end));
}

/* "syntax" name { name } INT [ "left" | "right" ] ";" */
static uint32_t read_syntax(const struct reading *reading)
{
    uint32_t at = skip_shape(reading);
    uint32_t names_end = at;
    if (at == reading->start + 1)
        return fail_at(reading, at, "the shape of an operator", false);
    if (token_at(reading, at)->kind != TOKEN_INT)
        return fail_at(reading, at, "a level (an integer)", false);
    int64_t level = token_at(reading, at++)->integer;
    enum mixfix_side side = MIXFIX_NONE;
    if (parser_is(reading->parser, at, "left"))
        side = MIXFIX_LEFT;
    else if (parser_is(reading->parser, at, "right"))
        side = MIXFIX_RIGHT;
    at += side != MIXFIX_NONE;
    if (!parser_is(reading->parser, at, ";"))
        return fail_at(reading, at, ";", true);
    add_syntax(reading, names_end, level, side);
    return at + 1;
}

/* globs = glob { "," glob }, up to `stop` or a semicolon; `stop` itself may be
 * a name where a glob must begin. */
static uint32_t read_globs(const struct reading *reading, uint32_t at,
                           const char *stop, struct glob_list *globs)
{
    for (;;) {
        struct glob glob = {at, at};
        while (is_plain_name(reading, at) &&
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

/* "when" expr ";". The token behind, 0 when there is none. */
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
    for (; token_at(reading, at - 1)->kind != TOKEN_END &&
           !parser_is(reading->parser, at - 1, ";");
         at++)
        if (parser_is(reading->parser, at, "with") &&
            !parser_is(reading->parser, at - 1, ","))
            return true;
    return false;
}

/* What stands behind the last name. */
static uint32_t read_end(const struct reading *reading, uint32_t at,
                         struct tree **when)
{
    struct parser *parser = reading->parser;
    if (parser_is(parser, at, ";"))
        return at + 1;
    if (parser_is(parser, at, "when"))
        return read_when(reading, at + 1, when);
    parser_expect(parser, at, ";", true);
    return fail_at(reading, at, "when", true);
}

static uint32_t read_clauses(const struct reading *reading,
                             struct check_clauses *clauses)
{
    struct parser *parser = reading->parser;
    uint32_t at = reading->start + 1;
    clauses->has_with = has_with(reading);
    if (!clauses->has_with && parser_is(parser, at, "with"))
        return fail_at(reading, at, "the name of a property", false);
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
static uint32_t read_check(const struct reading *reading)
{
    struct check_clauses clauses = {.when = NULL};
    uint32_t end = read_clauses(reading, &clauses);
    if (end != 0) {
        reading->front->module->at = end;
        check_resolve(reading->front, &clauses, span_to(reading, end),
                      reading->doc);
    }
    vec_finish(&clauses.properties);
    vec_finish(&clauses.actions);
    return end;
}

static uint32_t read_one(const struct reading *reading)
{
    if (parser_is(reading->parser, reading->start, "import"))
        return read_import(reading);
    if (parser_is(reading->parser, reading->start, "syntax"))
        return read_syntax(reading);
    if (parser_is(reading->parser, reading->start, "check"))
        return read_check(reading);
    return read_equation(reading);
}

/* Mistakes of one declaration in the order of the text, whatever order the
 * passes found them in. */
static void sort_diags(struct diag_list *diags, size_t first)
{
    for (size_t i = first + 1; i < diags->count; i++) {
        struct diag diag = diags->items[i];
        size_t at = i;
        for (; at > first &&
               diags->items[at - 1].span.source == diag.span.source &&
               diags->items[at - 1].span.start > diag.span.start;
             at--)
            diags->items[at] = diags->items[at - 1];
        diags->items[at] = diag;
    }
}

static void read_declaration(struct front *front, uint32_t start,
                             struct str doc)
{
    struct parser *parser = &front->module->parser;
    struct reading reading = {front, parser, start, doc};
    front->recovering &= !recover_is_first(front, start);
    size_t diags_before = front->diags->count;
    uint32_t end = read_one(&reading);
    if (end != 0) {
        listen_to(front, start, end);
    } else {
        end = recover(front, start);
        recover_poison(front, start, end);
        front->recovering = true;
    }
    if (!parser_is(parser, start, "import"))
        sort_diags(front->diags, diags_before);
    front->module->at = end;
    arena_reset(&front->scratch);
}

static void report_stray(struct front *front, uint32_t at)
{
    struct parser *parser = &front->module->parser;
    if (!front->recovering && !front->blind) {
        parser_expect(parser, at,
                      "a declaration (import, syntax, macro, let, action, "
                      "check)",
                      false);
        mistake_report(front, at);
    }
    uint32_t end = recover(front, at);
    recover_poison(front, at, end);
    front->module->at = end;
    front->recovering = true;
}

/* Lines of documentation, joined. `///#` begins a text that stands alone. */
static void add_doc(struct buf *doc, struct str text)
{
    if (str_starts_with(text, "#")) {
        buf_clear(doc);
        return;
    }
    if (str_starts_with(text, " "))
        text = str_from(text.data + 1, text.length - 1);
    if (doc->length > 0)
        buf_add_char(doc, '\n');
    buf_add_str(doc, text);
}

void declarations_read(struct front *front)
{
    struct module *module = front->module;
    struct parser *parser = &module->parser;
    struct buf doc;
    buf_init(&doc);
    while (parser->tokens[module->at].kind != TOKEN_END) {
        uint32_t at = module->at;
        parser_start(parser, at);
        if (parser->tokens[at].kind == TOKEN_DOC) {
            add_doc(&doc, parser->tokens[at].text);
            module->at++;
            continue;
        }
        bool import = parser_is(parser, at, "import");
        if (!recover_is_keyword(parser, at))
            report_stray(front, at);
        else if (front->blind && !import)
            module->at = recover(front, at);
        else
            read_declaration(front, at, buf_str(&doc));
        buf_clear(&doc);
    }
    listen_to(front, module->at, module->at);
    front->recovering = false;
    buf_finish(&doc);
}
