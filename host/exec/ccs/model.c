/* Declarations, then models. */
#include "exec/ccs/model.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/memory.h"
#include "exec/ccs/parser.h"

/* ---- declarations ------------------------------------------------------- */

/* "(" [ lower {"," lower} ] ")", or nothing when that is allowed. */
static bool parse_parameters(struct ccs_parser *parser, uint32_t *count)
{
    if (!ccs_next(parser))
        return false;
    while (!(parser->scope.count == 0 && ccs_is_sign(parser, ")"))) {
        if (!ccs_bind(parser, 0, "a parameter"))
            return false;
        if (!ccs_is_sign(parser, ","))
            break;
        if (!ccs_next(parser))
            return false;
    }
    *count = (uint32_t)parser->scope.count;
    return ccs_expect(parser, ")", "after the parameters");
}

/* The first definition of a name wins (reference, 9.1). */
static void define(struct ccs_definitions *list,
                   struct ccs_definition definition)
{
    uint32_t index;
    if (ccs_find_definition(list, definition.name, &index) == NULL)
        vec_push(list, definition);
}

static bool parse_process(struct ccs_parser *parser)
{
    struct ccs_definition definition = {.parameter_count = 0};
    definition.name =
        ccs_take_name(parser, CCS_TOKEN_UPPER,
                      "a declaration: `Process = ...;`, `var` or `fun`");
    if (definition.name == NULL)
        return false;
    if (ccs_is_sign(parser, "(") &&
        !parse_parameters(parser, &definition.parameter_count))
        return false;
    if (!ccs_expect(parser, "=", "after the process"))
        return false;
    definition.process = ccs_parse_proc(parser);
    define(&parser->model->processes, definition);
    return definition.process != NULL;
}

/* "var" Upper "=" expr ";" */
static bool parse_global(struct ccs_parser *parser)
{
    struct ccs_global global;
    uint32_t index;
    if (!ccs_next(parser))
        return false;
    global.name = ccs_take_name(parser, CCS_TOKEN_UPPER,
                                "a variable (it begins with a capital)");
    if (global.name == NULL || !ccs_expect(parser, "=", "after the variable"))
        return false;
    global.first = ccs_parse_expr(parser);
    if (!ccs_find_global(parser->model, global.name, &index))
        vec_push(&parser->model->globals, global);
    return global.first != NULL;
}

/* "fun" lower "(" [ lower {"," lower} ] ")" "=" expr ";" */
static bool parse_function(struct ccs_parser *parser)
{
    struct ccs_definition definition = {.parameter_count = 0};
    if (!ccs_next(parser))
        return false;
    definition.name = ccs_take_name(
        parser, CCS_TOKEN_LOWER, "a function (it begins with a small letter)");
    if (definition.name == NULL)
        return false;
    if (!ccs_is_sign(parser, "("))
        return ccs_unexpected(parser, "`(` and the parameters");
    if (!parse_parameters(parser, &definition.parameter_count) ||
        !ccs_expect(parser, "=", "after the parameters"))
        return false;
    definition.result = ccs_parse_expr(parser);
    define(&parser->model->functions, definition);
    return definition.result != NULL;
}

static bool parse_declaration(struct ccs_parser *parser)
{
    bool fine;
    vec_clear(&parser->scope);
    if (ccs_is_word(parser, "var"))
        fine = parse_global(parser);
    else if (ccs_is_word(parser, "fun"))
        fine = parse_function(parser);
    else
        fine = parse_process(parser);
    return fine && ccs_expect(parser, ";", "after the declaration");
}

static bool parse_model(struct ccs_parser *parser)
{
    while (!ccs_is_kind(parser, CCS_TOKEN_END))
        if (!parse_declaration(parser))
            return false;
    return true;
}

/* ---- models ------------------------------------------------------------- */

static const struct ccs_source *make_source(struct ccs_model *model,
                                            const char *name, struct str text)
{
    struct ccs_source *source = ARENA_NEW(&model->arena, struct ccs_source);
    char *copy = arena_copy_string(&model->arena, text.data, text.length);
    source->name = arena_copy_string(&model->arena, name, strlen(name));
    source->text = str_from(copy, text.length);
    return source;
}

/* What a text is to be read as. */
enum goal { GOAL_MODEL, GOAL_PROCESS, GOAL_EXPRESSION, GOAL_ACTION };

static void *parse_goal(struct ccs_parser *parser, enum goal goal)
{
    switch (goal) {
    case GOAL_MODEL:
        return parse_model(parser) ? parser->model : NULL;
    case GOAL_PROCESS:
        return ccs_parse_proc(parser);
    case GOAL_EXPRESSION:
        return ccs_parse_expr(parser);
    case GOAL_ACTION:
        return ccs_parse_act(parser, true);
    }
    return NULL;
}

static void *parse_text(struct ccs_model *model, const char *name,
                        struct str text, enum goal goal, struct error *error)
{
    struct ccs_parser parser = {.model = model, .error = error};
    void *made = NULL;
    if (ccs_lexer_init(&parser.lexer, make_source(model, name, text), error))
        made = parse_goal(&parser, goal);
    if (made != NULL && (!ccs_expect_end(&parser) || !ccs_resolve(&parser)))
        made = NULL;
    ccs_lexer_finish(&parser.lexer);
    vec_finish(&parser.scope);
    vec_finish(&parser.uses);
    return made;
}

struct ccs_model *ccs_model_empty(void)
{
    struct ccs_model *model = MEMORY_NEW(struct ccs_model);
    arena_init(&model->arena);
    intern_init(&model->names);
    return model;
}

struct ccs_model *ccs_model_read(const char *name, struct str text,
                                 struct error *error)
{
    struct ccs_model *model = ccs_model_empty();
    if (parse_text(model, name, text, GOAL_MODEL, error) != NULL)
        return model;
    ccs_model_destroy(model);
    return NULL;
}

static bool read_file(const char *path, struct buf *text, struct error *error)
{
    FILE *file = fopen(path, "re");
    size_t got = 1;
    while (file != NULL && got > 0 && text->length <= CCS_MODEL_LIMIT_BYTES) {
        char *space = buf_reserve(text, BUFSIZ);
        got = fread(space, 1, BUFSIZ, file);
        text->length += got;
    }
    bool fine = file != NULL && !ferror(file);
    if (!fine)
        error_set(error, ERROR_SETUP, "cannot read %s: %s", path,
                  strerror(errno));
    else if (text->length > CCS_MODEL_LIMIT_BYTES)
        fine = error_set(error, ERROR_SETUP,
                         "%s is larger than %d bytes: that is no model", path,
                         CCS_MODEL_LIMIT_BYTES);
    if (file != NULL)
        fclose(file);
    return fine;
}

struct ccs_model *ccs_model_load(const char *path, struct error *error)
{
    struct ccs_model *model = NULL;
    struct buf text;
    buf_init(&text);
    if (read_file(path, &text, error))
        model = ccs_model_read(path, buf_str(&text), error);
    buf_finish(&text);
    return model;
}

void ccs_model_destroy(struct ccs_model *model)
{
    if (model == NULL)
        return;
    for (size_t i = 0; i < model->constants.count; i++)
        value_unref(model->constants.items[i]);
    vec_finish(&model->constants);
    vec_finish(&model->globals);
    vec_finish(&model->processes);
    vec_finish(&model->functions);
    intern_finish(&model->names);
    arena_finish(&model->arena);
    free(model);
}

const struct ccs_proc *ccs_model_process(struct ccs_model *model,
                                         const char *name, struct str text,
                                         struct error *error)
{
    return parse_text(model, name, text, GOAL_PROCESS, error);
}

const struct ccs_expr *ccs_model_expression(struct ccs_model *model,
                                            const char *name, struct str text,
                                            struct error *error)
{
    return parse_text(model, name, text, GOAL_EXPRESSION, error);
}

const struct ccs_proc *ccs_model_action(struct ccs_model *model,
                                        const char *name, struct str text,
                                        struct error *error)
{
    return parse_text(model, name, text, GOAL_ACTION, error);
}
