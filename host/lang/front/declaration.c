/* One declaration after the other (reference, 2.1). Each changes how the text
 * after it is read, so nothing is parsed ahead. Bottom up: what the readers of
 * declarations share, imports, one declaration, the loop. */
#include "lang/front/declaration_internal.h"

#include "base/vec.h"
#include "lang/front/listen.h"

struct span reading_span_to(const struct reading *reading, uint32_t end)
{
    return parser_span(reading->parser, reading->start, end);
}

const struct token *reading_token(const struct reading *reading, uint32_t at)
{
    return &reading->parser->tokens[at];
}

bool reading_is_plain_name(const struct reading *reading, uint32_t at)
{
    const struct token *token = reading_token(reading, at);
    return token->kind == TOKEN_NAME &&
           strchr("[]{};,", token->name->text[0]) == NULL;
}

uint32_t reading_fail(const struct reading *reading, uint32_t at,
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
    for (; reading_is_plain_name(reading, at) &&
           !parser_is(reading->parser, at, "=") &&
           !recover_seems_new(front, reading->start, at);
         at++)
        buf_add_str(&name, intern_as_str(reading_token(reading, at)->name));
    uint32_t end = 0;
    if (name.length == 0) {
        reading_fail(reading, at, "the name of a module", false);
    } else if (!parser_is(reading->parser, at, ";")) {
        reading_fail(reading, at, ";", true);
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

static uint32_t read_one(const struct reading *reading)
{
    if (parser_is(reading->parser, reading->start, "import"))
        return read_import(reading);
    if (parser_is(reading->parser, reading->start, "syntax"))
        return syntax_read(reading);
    if (parser_is(reading->parser, reading->start, "check"))
        return clauses_read(reading);
    return equation_read(reading);
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
