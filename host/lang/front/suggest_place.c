/* Help for names that are not known here and are elsewhere in the module:
 * later, or in a body. */
#include "lang/front/front_internal.h"

/* -- what comes later -- */

static int line_of(const struct front *front, struct span span)
{
    int line;
    int column;
    source_position(source_of(&front->program->sources, span), span.start,
                    &line, &column);
    return line;
}

/* Is the token the name that a let or an action declares? */
static bool declares(const struct token_list *tokens, uint32_t at,
                     intern_t name)
{
    if (at == 0 || tokens->items[at].kind != TOKEN_NAME ||
        tokens->items[at].name != name)
        return false;
    const struct token *before = &tokens->items[at - 1];
    if (at > 1 && before->kind == TOKEN_NAME && name_is(before->name, "~"))
        before = &tokens->items[at - 2];
    return before->kind == TOKEN_NAME &&
           (name_is(before->name, "let") || name_is(before->name, "action"));
}

static bool is_any_of(const struct token *token, const char *const words[],
                      size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (token->kind == TOKEN_NAME && name_is(token->name, words[i]))
            return true;
    return false;
}

/* How much deeper in brackets it is after the token. */
static int deeper(const struct token *token)
{
    static const char *const opening[] = {"[", "{"};
    static const char *const closing[] = {"]", "}"};
    if (token->kind == TOKEN_OPEN || is_any_of(token, opening, 2))
        return 1;
    return token->kind == TOKEN_CLOSE || is_any_of(token, closing, 2) ? -1 : 0;
}

/* The line where the module declares the name after the current declaration;
 * 0 when it does not: what a body binds is known in it alone. A `let` that does
 * not begin a declaration has a `;` of its own. */
static int later_line(const struct front *front, intern_t name)
{
    static const char *const binding[] = {"let", "action"};
    static const char *const ending[] = {"}"}; /* `let x { e }` has none */
    const struct module *module = front->module;
    const struct token *tokens = module->tokens.items;
    int depth = 0, open = 0; /* brackets; semicolons that are to come */
    for (uint32_t i = module->at; i < module->tokens.count; i++) {
        if (depth == 0 && open <= 1 && declares(&module->tokens, i, name))
            return line_of(front, tokens[i].span);
        depth += deeper(&tokens[i]);
        if (depth == 0 && is_any_of(&tokens[i], binding, 2))
            open = i > 0 && is_any_of(&tokens[i - 1], ending, 1) ? 1 : open + 1;
        else if (depth == 0 && open > 0 && tokens[i].kind == TOKEN_NAME &&
                 name_is(tokens[i].name, ";"))
            open--;
    }
    return 0;
}

bool suggest_later(const struct front *front, struct diag *diag, intern_t name)
{
    int line = later_line(front, name);
    if (line > 0)
        diag_help(diag,
                  "it is declared later, in line %d; a name can be used only "
                  "after its declaration",
                  line);
    return line > 0;
}

bool suggest_later_operator(const struct front *front, struct diag *diag,
                            intern_t word)
{
    const struct module *module = front->module;
    const struct token *tokens = module->tokens.items;
    bool inside = false; /* a declaration of syntax */
    for (uint32_t i = module->at; i < module->tokens.count; i++) {
        if (tokens[i].kind != TOKEN_NAME)
            inside = false;
        else if (name_is(tokens[i].name, "syntax"))
            inside = true;
        else if (inside && tokens[i].name == word) {
            diag_help(diag,
                      "'%s' becomes an operator later, in line %d; it can be "
                      "used only after that",
                      word->text, line_of(front, tokens[i].span));
            return true;
        }
    }
    return false;
}

/* -- bound in a body -- */

/* The token that begins there, in the current declaration or before it; the end
 * of the list when there is none (a macro brought it along). */
static size_t token_at(const struct token_list *tokens, size_t end,
                       struct span span)
{
    for (size_t i = end; i-- > 0;)
        if (tokens->items[i].span.start == span.start &&
            tokens->items[i].span.source == span.source)
            return i;
    return tokens->count;
}

static bool is_word(const struct token *token, const char *text)
{
    return token->kind == TOKEN_NAME && name_is(token->name, text);
}

/* for x in xs when c(x) { x }: what stands after `in` knows no x. */
bool suggest_body(const struct front *front, struct diag *diag,
                  const struct tree *tree)
{
    const struct token_list *tokens = &front->module->tokens;
    size_t at = token_at(tokens, front->module->at, tree->span);
    if (at == tokens->count)
        return false;
    for (; at > 1 && !is_word(&tokens->items[at], ";"); at--) {
        const struct token *name = &tokens->items[at - 1];
        const struct token *form = &tokens->items[at - 2];
        bool is_filter = is_word(form, "for");
        if (!is_word(&tokens->items[at], "in") || name->kind != TOKEN_NAME ||
            name->name != tree->name ||
            !(is_filter || is_word(form, "forall") || is_word(form, "exists")))
            continue;
        const char *text = tree->name->text;
        if (is_filter)
            diag_help(diag,
                      "'%s' is known only in the body of 'for': a filter "
                      "stands there, for %s in xs { %s when c }",
                      text, text, text);
        else
            diag_help(diag, "'%s' is known only in the body of '%s'", text,
                      form->name->text);
        return true;
    }
    return false;
}
