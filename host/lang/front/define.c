/* --define NAME=VALUE: another literal for a top-level let. */
#include "lang/front/front_internal.h"

#include "base/vec.h"

static bool is_literal(const struct tree *tree)
{
    switch (tree->kind) {
    case TREE_INT:
    case TREE_FLOAT:
    case TREE_CHAR:
    case TREE_STRING:
    case TREE_SELECTOR:
        return true;
    default:
        return tree_is_name(tree, "true") || tree_is_name(tree, "false") ||
               tree_is_name(tree, "null");
    }
}

/* The one expression that the value of a definition must be. */
static struct tree *parse_value(struct front *front, struct define *define,
                                uint32_t source)
{
    struct token_list tokens = VEC_EMPTY;
    struct parser parser;
    struct tree *literal = NULL;
    struct lang_program *program = front->program;
    bool lexed = lexer_run(&tokens, &program->sources, source, &front->keep,
                           &program->names, front->diags);
    parser_init(&parser, &front->mixfix, &front->keep, tokens.items,
                tokens.count);
    if (lexed && tokens.count == 2) {
        parser_start(&parser, 0);
        const struct parse_list *ends = parser_ends(&parser, 0, 0);
        if (ends->count == 1 && is_literal(ends->items[0].tree))
            literal = ends->items[0].tree;
    }
    struct span span = {source, 0,
                        (uint32_t)program->sources.items[source]->text.length};
    if (lexed && literal == NULL)
        diag_help(front_error(front, DIAG_PARSE, span,
                              "the value of '%s' is not a literal",
                              define->given->name),
                  "a number, a text in double quotes, a selector in "
                  "backticks, true, false or null");
    parser_finish(&parser);
    token_list_finish(&tokens);
    return literal;
}

void defines_read(struct front *front)
{
    const struct lang_options *options = front->options;
    front->defines =
        ARENA_ARRAY(&front->keep, options->define_count, struct define);
    for (size_t i = 0; i < options->define_count; i++) {
        struct define *define = &front->defines[i];
        define->given = &options->defines[i];
        char *path =
            arena_format(&front->keep, "--define %s", define->given->name);
        uint32_t source = source_add(&front->program->sources, path, path,
                                     str_text(define->given->value));
        front->program->sources.items[source]->is_given = true;
        define->literal = parse_value(front, define, source);
    }
}

struct tree *defines_replace(struct front *front, const struct tree *left,
                             struct tree *body)
{
    const struct tree *name = pattern_lazy_name(left);
    if (name == NULL)
        name = left;
    if (name->kind != TREE_NAME)
        return body;
    for (size_t i = 0; i < front->options->define_count; i++) {
        struct define *define = &front->defines[i];
        if (!name_is(name->name, define->given->name))
            continue;
        define->used = true;
        if (!is_literal(body))
            front_error(front, DIAG_PARSE, body->span,
                        "--define %s: this is not a literal that could be "
                        "replaced",
                        define->given->name);
        else if (define->literal != NULL)
            body = define->literal;
    }
    return body;
}

void defines_report_unused(struct front *front)
{
    for (size_t i = 0; i < front->options->define_count; i++) {
        const struct define *define = &front->defines[i];
        if (define->used)
            continue;
        struct diag *diag =
            front_error(front, DIAG_PARSE, span_nowhere(),
                        "--define %s: there is no top-level let of this name",
                        define->given->name);
        intern_t name =
            intern_text(&front->program->names, define->given->name);
        const char *near = suggest_from(&front->globals, name);
        if (near != NULL)
            diag_help(diag, "did you mean '%s'?", near);
    }
}
