/* What other languages write, and what it is called here. */
#include "lang/front/mistake_internal.h"

/* The token that is not understood, and the help. */
struct habit {
    const char *token;
    const char *help;
};

static bool help_from(struct mistake *m, uint32_t at, const struct habit *table,
                      size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (mistake_is(m, at, table[i].token)) {
            diag_help(m->diag, "%s", table[i].help);
            return true;
        }
    return false;
}

/* In the place of a keyword. */
static bool help_keyword(struct mistake *m, uint32_t at)
{
    static const char let[] =
        "a definition begins with 'let': let x = …; let f(x) = …;";
    static const char property[] = "a property is defined with 'let' and "
                                   "tested with 'check'";
    static const struct habit table[] = {
        {"var", let},
        {"const", let},
        {"def", let},
        {"fn", let},
        {"func", let},
        {"function", let},
        {"define", let},
        {"val", let},
        {"property", property},
        {"prop", property},
        {"spec", property},
        {"test", property},
        {"assert", property},
        {"use", "modules are read with 'import'"},
        {"include", "modules are read with 'import'"},
        {"from", "modules are read whole: import quickstrom;"},
        {"Let", "did you mean 'let'?"},
        {"Action", "did you mean 'action'?"},
        {"Check", "did you mean 'check'?"},
        {"Import", "did you mean 'import'?"},
        {";", "one ';' ends a declaration; this one is too many"},
    };
    return at == m->start &&
           help_from(m, at, table, sizeof table / sizeof *table);
}

/* In the place of an operator, or of an operand. */
static bool help_operator(struct mistake *m, uint32_t at)
{
    static const struct habit table[] = {
        {"!", "is 'not' meant?"},
        {"&", "is '&&' meant?"},
        {"and", "is '&&' meant?"},
        {"or", "is '||' meant?"},
        {"&&&", "is '&&' meant?"},
        {"===", "is '==' meant?"},
        {"!==", "is '!=' meant?"},
        {"<>", "is '!=' meant?"},
        {"/=", "is '!=' meant?"},
        {"=<", "is '<=' meant?"},
        {":=", "is '=' meant?"},
        {"mod", "is '%' meant?"},
        {"is", "is '==' meant?"},
        {"function", "is 'fun' meant?"},
        {"lambda", "is 'fun' meant?"},
        {"implies", "is '==>' meant?"},
        {"?", "a choice is written: if c { x } else { y }"},
        {"++", "there is no such operator: texts cannot be joined; to count "
               "up write 'x + 1'"},
        {"\\", "a function is written fun x. e"},
        {"**", "there is no such operator"},
        {"^", "there is no such operator"},
        {"<-", "is '=' meant?"},
        {"|>", "there is no such operator; write f(x)"},
    };
    return at > m->start &&
           help_from(m, at, table, sizeof table / sizeof *table);
}

/* if a = b, {k = 1} */
static bool help_equals(struct mistake *m, uint32_t at)
{
    bool key = mistake_expects(m, ":");
    if (!mistake_is(m, at, "=") || (!key && !mistake_expects(m, "an operator")))
        return false;
    diag_help(m->diag, "is '%s' meant?", key ? ":" : "==");
    return true;
}

/* for x of xs */
static bool help_of(struct mistake *m, uint32_t at)
{
    if (!mistake_expects(m, "in"))
        return false;
    diag_help(m->diag, "write '%s x in xs { … }'",
              mistake_is(m, at - 2, "forall")   ? "forall"
              : mistake_is(m, at - 2, "exists") ? "exists"
                                                : "for");
    return true;
}

/* Is the token inside a `match`, as far as one can tell? */
static bool is_in_match(const struct mistake *m, uint32_t at)
{
    for (uint32_t i = m->start; i < at; i++)
        if (mistake_is(m, i, "match"))
            return true;
    return false;
}

/* action a! = click!(x) if p; */
static bool help_guard(struct mistake *m, uint32_t at)
{
    if (!mistake_is(m, at, "if") || !mistake_is(m, m->start, "action") ||
        !mistake_expects(m, "an operator"))
        return false;
    diag_help(m->diag, "a guard is written with 'when': action a! = click!(…) "
                       "when p;");
    return true;
}

/* action a! = click!(x) p; */
static bool help_bare_guard(struct mistake *m, uint32_t at)
{
    bool begins_condition =
        mistake_is_word(m, at) || mistake_token(m, at)->kind == TOKEN_SELECTOR;
    if (!mistake_is(m, m->start, "action") || at == m->start ||
        mistake_token(m, at - 1)->kind != TOKEN_CLOSE ||
        !mistake_expects(m, "an operator") || !begins_condition ||
        mistake_begins_next(m, at))
        return false;
    diag_help(m->diag, "is 'when' missing? a guard is written: action a! = "
                       "click!(…) when p;");
    return true;
}

/* x => e: a function, an implication or a case. */
static bool help_arrow(struct mistake *m, uint32_t at)
{
    if (!mistake_is(m, at, "=>") && !mistake_is(m, at, "->"))
        return false;
    if (is_in_match(m, at))
        diag_help(m->diag, "a case is written: case p { e }");
    else
        diag_help(m->diag,
                  "an implication is written p ==> q, a function fun x. e");
    return true;
}

/* let f x y = e, let x: int = e, let rec f(x) = e */
static bool help_left_side(struct mistake *m, uint32_t at)
{
    if (!mistake_is(m, m->start, "let") || !mistake_expects(m, "=") ||
        at < m->start + 2)
        return false;
    const struct token *token = mistake_token(m, at);
    if (mistake_is(m, at - 1, "rec"))
        diag_help(m->diag, "there is no recursion: a name is not known in its "
                           "own definition");
    else if (mistake_is(m, at, ":"))
        diag_help(m->diag, "types are not written: let x = …;");
    else if (at == m->start + 2 && token->kind == TOKEN_NAME &&
             !mistake_is_symbols(token->name))
        diag_help(m->diag, "parameters stand in parentheses: let f(x, y) = …;");
    else
        return false;
    return true;
}

static bool help_return(struct mistake *m, uint32_t at)
{
    if (at <= m->start || !mistake_is(m, at - 1, "return"))
        return false;
    diag_help(m->diag, "there is no 'return': the body of a function is one "
                       "expression");
    return true;
}

/* let x = 1 in e, and x in xs */
static bool help_in(struct mistake *m, uint32_t at)
{
    if (!mistake_expects(m, "happened") || at <= m->start)
        return false;
    uint32_t i = at - 1;
    while (i > m->start && !mistake_is(m, i, "let") && !mistake_is(m, i, ";") &&
           !mistake_is(m, i, "{"))
        i--;
    bool bound =
        at >= m->start + 4 && mistake_token(m, at - 3)->kind == TOKEN_OPEN;
    if (mistake_is(m, i, "let") && i > m->start)
        diag_help(m->diag, "a local let is followed by ';': let x = 1; x + 1");
    else if (bound &&
             (mistake_is(m, at - 4, "for") || mistake_is(m, at - 4, "exists") ||
              mistake_is(m, at - 4, "forall")))
        diag_help(m->diag, "without parentheses: %s x in xs { … }",
                  mistake_token(m, at - 4)->name->text);
    else
        diag_help(m->diag,
                  "'x in happened' asks what led to this state; whether a list "
                  "has an element asks contains(x, xs)");
    return true;
}

static bool help_branches(struct mistake *m, uint32_t at)
{
    if (mistake_is(m, at, "if") && mistake_is(m, at - 1, "else"))
        diag_help(m->diag, "the inner 'if' stands in braces too: … else { if c "
                           "{ x } else { y } }");
    else if (mistake_expects(m, "else") && mistake_is_word(m, at) &&
             suggest_is_slip(mistake_token(m, at)->name->text, "else"))
        diag_help(m->diag, "did you mean 'else'?");
    else if (mistake_expects(m, "else"))
        diag_help(m->diag, "an 'if' without 'else' comes with the library: "
                           "import quickstrom;");
    else
        return false;
    return true;
}

/* p ? x : y, if c x else y */
static bool help_if(struct mistake *m, uint32_t at)
{
    if (!mistake_expects(m, "{") || mistake_expects(m, "in") ||
        mistake_expects(m, "."))
        return false;
    for (uint32_t i = at; i > m->start; i--)
        if (mistake_is(m, i - 1, "if")) {
            diag_help(m->diag, "the branches stand in braces: if c { x } else "
                               "{ y }");
            return true;
        }
    return false;
}

static bool help_operator_before(struct mistake *m, uint32_t at)
{
    return at > m->start + 1 && !mistake_is(m, at - 1, "=") &&
           !mistake_is(m, at - 1, "|") && help_operator(m, at - 1);
}

/* A page in the place of the specification. */
static bool help_page(struct mistake *m, uint32_t at)
{
    if (at != 0 || !(mistake_is(m, at, "<!") || mistake_is(m, at, "<")))
        return false;
    diag_help(m->diag, "this looks like a page; the specification comes first: "
                       "weir check SPEC PAGE");
    return true;
}

/* What is after the next token is of interest only when nothing else helps. */
const mistake_helper mistake_habits[] = {
    help_keyword,
    help_return,
    help_left_side,
    help_arrow,
    help_in,
    help_branches,
    help_of,
    help_equals,
    help_page,
    help_operator,
    help_if,
    help_guard,
    help_operator_before,
    help_bare_guard,
    NULL,
};
