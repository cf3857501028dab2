/* What all parts of the parser use: tokens, names and their scopes. */
#include "exec/ccs/parser.h"

#include <stdio.h>

/* ---- tools -------------------------------------------------------------- */

struct ccs_place ccs_here(const struct ccs_parser *parser)
{
    return (struct ccs_place){parser->lexer.source, parser->lexer.token.offset};
}

bool ccs_next(struct ccs_parser *parser)
{
    return ccs_lexer_next(&parser->lexer, parser->error);
}

bool ccs_is_kind(const struct ccs_parser *parser, enum ccs_token_kind kind)
{
    return parser->lexer.token.kind == kind;
}

bool ccs_is_sign(const struct ccs_parser *parser, const char *sign)
{
    return ccs_is_kind(parser, CCS_TOKEN_SIGN) &&
           str_is(parser->lexer.token.text, sign);
}

bool ccs_is_word(const struct ccs_parser *parser, const char *word)
{
    return ccs_is_kind(parser, CCS_TOKEN_WORD) &&
           str_is(parser->lexer.token.text, word);
}

bool ccs_unexpected(struct ccs_parser *parser, const char *what)
{
    const struct ccs_token *token = &parser->lexer.token;
    struct ccs_place place = ccs_here(parser);
    if (token->kind == CCS_TOKEN_END)
        return ccs_wrong(parser->error, ERROR_SETUP, place,
                         "expected %s, but the text ends", what);
    if (token->kind == CCS_TOKEN_STRING)
        return ccs_wrong(parser->error, ERROR_SETUP, place,
                         "expected %s, not a string", what);
    return ccs_wrong(parser->error, ERROR_SETUP, place,
                     "expected %s, not %s`%.*s`", what,
                     token->kind == CCS_TOKEN_WORD ? "the reserved word " : "",
                     STR_ARGS(token->text));
}

bool ccs_expect(struct ccs_parser *parser, const char *sign, const char *where)
{
    if (ccs_is_sign(parser, sign))
        return ccs_next(parser);
    char what[80];
    snprintf(what, sizeof what, "`%s` %s", sign, where);
    return ccs_unexpected(parser, what);
}

bool ccs_expect_end(struct ccs_parser *parser)
{
    return ccs_is_kind(parser, CCS_TOKEN_END) ||
           ccs_unexpected(parser, "nothing more");
}

intern_t ccs_take_name(struct ccs_parser *parser, enum ccs_token_kind kind,
                       const char *what)
{
    if (!ccs_is_kind(parser, kind)) {
        ccs_unexpected(parser, what);
        return NULL;
    }
    intern_t name = intern_str(&parser->model->names, parser->lexer.token.text);
    return ccs_next(parser) ? name : NULL;
}

bool ccs_bind(struct ccs_parser *parser, size_t from, const char *what)
{
    struct ccs_place place = ccs_here(parser);
    intern_t name = ccs_take_name(parser, CCS_TOKEN_LOWER, what);
    if (name == NULL)
        return false;
    for (size_t i = from; i < parser->scope.count; i++)
        if (parser->scope.items[i] == name)
            return ccs_wrong(parser->error, ERROR_SETUP, place,
                             "`%s` stands here twice", name->text);
    vec_push(&parser->scope, name);
    return true;
}

bool ccs_enter(struct ccs_parser *parser)
{
    if (parser->depth == CCS_DEPTH_LIMIT)
        return ccs_wrong(parser->error, ERROR_SETUP, ccs_here(parser),
                         "this nests more than %d levels deep",
                         CCS_DEPTH_LIMIT);
    parser->depth++;
    return true;
}

void ccs_leave(struct ccs_parser *parser)
{
    parser->depth--;
}

void ccs_add_use(struct ccs_parser *parser, struct ccs_use use)
{
    if (use.name != NULL)
        vec_push(&parser->uses, use);
}

/* ---- names -------------------------------------------------------------- */

const struct ccs_definition *
ccs_find_definition(const struct ccs_definitions *list, intern_t name,
                    uint32_t *index)
{
    for (size_t i = 0; i < list->count; i++) {
        if (list->items[i].name != name)
            continue;
        *index = (uint32_t)i;
        return &list->items[i];
    }
    return NULL;
}

bool ccs_find_global(const struct ccs_model *model, intern_t name,
                     uint32_t *index)
{
    for (size_t i = 0; i < model->globals.count; i++) {
        if (model->globals.items[i].name != name)
            continue;
        *index = (uint32_t)i;
        return true;
    }
    return false;
}

static bool resolve(struct ccs_parser *parser, const struct ccs_use *use)
{
    const struct ccs_model *model = parser->model;
    bool is_process = use->kind == CCS_USE_PROCESS;
    if (use->kind == CCS_USE_GLOBAL)
        return ccs_find_global(model, use->name, use->index) ||
               ccs_wrong(parser->error, ERROR_SETUP, use->place,
                         "there is no variable `%s`: it needs a `var %s = "
                         "...;`",
                         use->name->text, use->name->text);
    const struct ccs_definition *found =
        ccs_find_definition(is_process ? &model->processes : &model->functions,
                            use->name, use->index);
    if (found == NULL)
        return ccs_wrong(parser->error, ERROR_SETUP, use->place,
                         "there is no %s `%s`",
                         is_process ? "process" : "function", use->name->text);
    return found->parameter_count == use->argument_count ||
           ccs_wrong(parser->error, ERROR_SETUP, use->place,
                     "`%s` has %u parameters, but %u arguments are given",
                     use->name->text, found->parameter_count,
                     use->argument_count);
}

bool ccs_resolve(struct ccs_parser *parser)
{
    for (size_t i = 0; i < parser->uses.count; i++)
        if (!resolve(parser, &parser->uses.items[i]))
            return false;
    return true;
}
