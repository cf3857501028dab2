/* Finding the trees of a declaration again: the parser still remembers every
 * end it found, so that asking a second time costs nothing. */
#include "lang/front/listen.h"

#include "lang/front/front_internal.h"

static const struct tree *tree_ending_at(struct parser *parser, uint32_t at,
                                         uint32_t end)
{
    const struct parse_list *ends = parser_ends(parser, 0, at);
    for (size_t i = 0; i < ends->count; i++)
        if (ends->items[i].end == end)
            return ends->items[i].tree;
    return NULL;
}

/* Where RIGHT of LEFT = RIGHT ; or LEFT { RIGHT } [ ; ] ends. */
static uint32_t right_end(const struct parser *parser,
                          const struct lang_declaration *declaration,
                          bool block)
{
    bool closed = parser_is(parser, declaration->end - 1, ";");
    return declaration->end - closed - block;
}

static void find_sides(struct parser *parser,
                       struct lang_declaration *declaration)
{
    const struct parse_list *lefts =
        parser_ends(parser, 0, declaration->start + 1);
    for (size_t i = 0; i < lefts->count && declaration->left == NULL; i++) {
        uint32_t at = lefts->items[i].end + 1;
        bool block = parser_is(parser, at - 1, "{");
        if (!block && !parser_is(parser, at - 1, "="))
            continue;
        declaration->right =
            tree_ending_at(parser, at, right_end(parser, declaration, block));
        declaration->right_at = at;
        if (declaration->right != NULL)
            declaration->left = lefts->items[i].tree;
    }
}

/* The `when` that begins no glob, as in clauses.c. */
static void find_when(struct parser *parser,
                      struct lang_declaration *declaration)
{
    uint32_t at = declaration->start + 2;
    for (; at + 1 < declaration->end && declaration->right == NULL; at++) {
        if (!parser_is(parser, at, "when") || parser_is(parser, at - 1, ",") ||
            parser_is(parser, at - 1, "with"))
            continue;
        declaration->right =
            tree_ending_at(parser, at + 1, declaration->end - 1);
        declaration->right_at = at + 1;
    }
}

static enum lang_declaration_kind kind_at(const struct parser *parser,
                                          uint32_t at)
{
    static const char *const keywords[] = {
        [LANG_IMPORT] = "import", [LANG_SYNTAX] = "syntax",
        [LANG_MACRO] = "macro",   [LANG_LET] = "let",
        [LANG_ACTION] = "action", [LANG_CHECK] = "check",
    };
    size_t kind = 0;
    if (parser->tokens[at].kind == TOKEN_END)
        return LANG_END;
    while (kind < LANG_CHECK && !parser_is(parser, at, keywords[kind]))
        kind++;
    return (enum lang_declaration_kind)kind;
}

void listen_to(struct front *front, uint32_t start, uint32_t end)
{
    const struct lang_listener *listener = front->options->listener;
    const struct module *module = front->module;
    struct parser *parser = &front->module->parser;
    if (listener == NULL)
        return;
    struct lang_declaration declaration = {
        .kind = kind_at(parser, start),
        .module = module->name,
        .source = module->tokens.items[start].span.source,
        .is_spec = module->importer == NULL,
        .text = source_of(&front->program->sources,
                          module->tokens.items[start].span)
                    ->text,
        .tokens = module->tokens.items,
        .start = start,
        .end = end,
    };
    if (declaration.kind == LANG_CHECK)
        find_when(parser, &declaration);
    else if (declaration.kind != LANG_IMPORT &&
             declaration.kind != LANG_SYNTAX && declaration.kind != LANG_END)
        find_sides(parser, &declaration);
    listener->declaration(listener->context, &declaration);
}
