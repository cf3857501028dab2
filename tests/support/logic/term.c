#include "support/logic/term.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static void ref_leaf(void *context, ltl_leaf leaf)
{
    struct world *world = context;
    (void)leaf;
    world->leaf_references++;
}

static void unref_leaf(void *context, ltl_leaf leaf)
{
    struct world *world = context;
    (void)leaf;
    world->leaf_references--;
}

static bool evaluate_leaf(void *context, ltl_leaf leaf,
                          struct ltl_formula **result)
{
    struct world *world = context;
    world->evaluations++;
    return term_evaluate(world, leaf, result);
}

static void add_operand(struct buf *buf, const struct term *term);

static void print_leaf(void *context, ltl_leaf leaf, struct buf *buf)
{
    (void)context;
    add_operand(buf, leaf);
}

static const struct ltl_leaf_ops leaf_ops = {
    .ref = ref_leaf,
    .unref = unref_leaf,
    .evaluate = evaluate_leaf,
    .print = print_leaf,
};

void world_init(struct world *world)
{
    *world = (struct world){0};
    arena_init(&world->arena);
    map_init(&world->terms);
    world->store = ltl_store_create(&leaf_ops, world);
}

void world_finish(struct world *world)
{
    ltl_store_destroy(world->store);
    assert(world->leaf_references == 0);
    map_finish(&world->terms);
    arena_finish(&world->arena);
}

void world_enter(struct world *world, term_state state)
{
    world->state = state;
    ltl_store_new_state(world->store);
}

const struct term *term_make(struct world *world, const struct term *like)
{
    struct buf text;
    buf_init(&text);
    term_add_text(&text, like);
    struct term *term = map_find(&world->terms, buf_str(&text));
    if (term == NULL) {
        term = ARENA_NEW(&world->arena, struct term);
        *term = *like;
        map_set(&world->terms, buf_str(&text), term);
    }
    buf_finish(&text);
    return term;
}

struct word {
    enum term_kind kind;
    const char *text;
    bool binary;
    bool subscript;
};

static const struct word words[] = {
    {TERM_TRUE, "true", false, false},
    {TERM_FALSE, "false", false, false},
    {TERM_FAIL, "fail", false, false},
    {TERM_ATOM, "", false, false},
    {TERM_NOT, "not", false, false},
    {TERM_AND, "&&", true, false},
    {TERM_OR, "||", true, false},
    {TERM_IMPLIES, "==>", true, false},
    {TERM_NEXT, "next", false, false},
    {TERM_NEXT_WEAK, "nextT", false, false},
    {TERM_NEXT_STRONG, "nextF", false, false},
    {TERM_ALWAYS, "always", false, true},
    {TERM_EVENTUALLY, "eventually", false, true},
    {TERM_UNTIL, "until", true, true},
    {TERM_RELEASE, "release", true, true},
};

static void add_operand(struct buf *buf, const struct term *term)
{
    if (term->kind <= TERM_ATOM) {
        term_add_text(buf, term);
        return;
    }
    buf_add_char(buf, '(');
    term_add_text(buf, term);
    buf_add_char(buf, ')');
}

void term_add_text(struct buf *buf, const struct term *term)
{
    const struct word *word = &words[term->kind];
    if (term->kind == TERM_ATOM) {
        buf_add_char(buf, (char)('a' + term->atom));
        return;
    }
    if (word->binary) {
        add_operand(buf, term->a);
        buf_add_char(buf, ' ');
    }
    buf_add_text(buf, word->text);
    if (word->subscript)
        buf_addf(buf, "{%lld}", (long long)term->count);
    if (term->a != NULL) {
        buf_add_char(buf, ' ');
        add_operand(buf, word->binary ? term->b : term->a);
    }
}

/* A parser by descent; the levels from loose to tight:
 * until release | ==> | || | && | prefix operators and the rest. */
struct parser {
    struct world *world;
    const char *at;
};

static const struct term *parse_loose(struct parser *parser);

static void skip_spaces(struct parser *parser)
{
    parser->at += strspn(parser->at, " ");
}

static bool accept(struct parser *parser, const char *text)
{
    skip_spaces(parser);
    size_t length = strlen(text);
    if (strncmp(parser->at, text, length) != 0)
        return false;
    parser->at += length;
    return true;
}

static bool is_letter(char byte)
{
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
}

static bool accept_word(struct parser *parser, const char *text)
{
    skip_spaces(parser);
    size_t length = strlen(text);
    if (strncmp(parser->at, text, length) != 0 || is_letter(parser->at[length]))
        return false;
    parser->at += length;
    return true;
}

static int64_t parse_subscript(struct parser *parser)
{
    bool opened = accept(parser, "{");
    assert(opened);
    char *end = NULL;
    long long count = strtoll(parser->at, &end, 10);
    parser->at = end;
    bool closed = accept(parser, "}");
    assert(closed);
    (void)opened;
    (void)closed;
    return count;
}

static const struct term *make(struct parser *parser, enum term_kind kind,
                               int64_t count, const struct term *a,
                               const struct term *b)
{
    struct term like = {.kind = kind, .count = count, .a = a, .b = b};
    return term_make(parser->world, &like);
}

static const struct term *parse_atom(struct parser *parser)
{
    skip_spaces(parser);
    struct term like = {.kind = TERM_ATOM, .atom = *parser->at - 'a'};
    assert(like.atom >= 0 && like.atom < TERM_ATOMS);
    parser->at++;
    assert(!is_letter(*parser->at));
    return term_make(parser->world, &like);
}

static const struct term *parse_tight(struct parser *parser)
{
    if (accept(parser, "(")) {
        const struct term *inner = parse_loose(parser);
        bool closed = accept(parser, ")");
        assert(closed);
        (void)closed;
        return inner;
    }
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        const struct word *word = &words[i];
        if (word->binary || word->kind == TERM_ATOM ||
            !accept_word(parser, word->text))
            continue;
        if (word->kind < TERM_ATOM)
            return make(parser, word->kind, 0, NULL, NULL);
        int64_t count = word->subscript ? parse_subscript(parser) : 0;
        return make(parser, word->kind, count, parse_tight(parser), NULL);
    }
    return parse_atom(parser);
}

static const struct term *parse_and(struct parser *parser)
{
    const struct term *term = parse_tight(parser);
    while (accept(parser, "&&"))
        term = make(parser, TERM_AND, 0, term, parse_tight(parser));
    return term;
}

static const struct term *parse_or(struct parser *parser)
{
    const struct term *term = parse_and(parser);
    while (accept(parser, "||"))
        term = make(parser, TERM_OR, 0, term, parse_and(parser));
    return term;
}

static const struct term *parse_implies(struct parser *parser)
{
    const struct term *term = parse_or(parser);
    if (accept(parser, "==>"))
        term = make(parser, TERM_IMPLIES, 0, term, parse_implies(parser));
    return term;
}

static const struct term *parse_loose(struct parser *parser)
{
    const struct term *term = parse_implies(parser);
    bool until = accept_word(parser, "until");
    if (!until && !accept_word(parser, "release"))
        return term;
    int64_t count = parse_subscript(parser);
    return make(parser, until ? TERM_UNTIL : TERM_RELEASE, count, term,
                parse_loose(parser));
}

const struct term *term_parse(struct world *world, const char *text)
{
    struct parser parser = {.world = world, .at = text};
    const struct term *term = parse_loose(&parser);
    skip_spaces(&parser);
    assert(*parser.at == '\0');
    return term;
}

static bool evaluate_connective(struct world *world, const struct term *term,
                                struct ltl_formula **result)
{
    struct ltl_formula *a = NULL, *b = NULL;
    bool good = term_evaluate(world, term->a, &a);
    if (good && term->b != NULL)
        good = term_evaluate(world, term->b, &b);
    if (good && term->kind == TERM_NOT)
        *result = ltl_not(world->store, a);
    else if (good && term->kind == TERM_AND)
        *result = ltl_and(world->store, a, b);
    else if (good && term->kind == TERM_OR)
        *result = ltl_or(world->store, a, b);
    else if (good)
        *result = ltl_implies(world->store, a, b);
    ltl_formula_unref(world->store, a);
    ltl_formula_unref(world->store, b);
    return good;
}

bool term_evaluate(struct world *world, const struct term *term,
                   struct ltl_formula **result)
{
    static const enum ltl_operator operators[] = {
        [TERM_ALWAYS] = LTL_ALWAYS,
        [TERM_EVENTUALLY] = LTL_EVENTUALLY,
        [TERM_UNTIL] = LTL_UNTIL,
        [TERM_RELEASE] = LTL_RELEASE,
    };
    static const enum ltl_strength strengths[] = {
        [TERM_NEXT] = LTL_REQUIRED,
        [TERM_NEXT_WEAK] = LTL_WEAK,
        [TERM_NEXT_STRONG] = LTL_STRONG,
    };
    switch (term->kind) {
    case TERM_FAIL:
        return false;
    case TERM_TRUE:
    case TERM_FALSE:
        *result = ltl_constant(world->store, term->kind == TERM_TRUE);
        return true;
    case TERM_ATOM:
        *result = ltl_constant(world->store, world->state >> term->atom & 1);
        return true;
    case TERM_NOT:
    case TERM_AND:
    case TERM_OR:
    case TERM_IMPLIES:
        return evaluate_connective(world, term, result);
    case TERM_NEXT:
    case TERM_NEXT_WEAK:
    case TERM_NEXT_STRONG:
        *result = ltl_next(world->store, strengths[term->kind], term->a);
        return true;
    case TERM_ALWAYS:
    case TERM_EVENTUALLY:
    case TERM_UNTIL:
    case TERM_RELEASE:
        return ltl_start(world->store, operators[term->kind], term->count,
                         term->a, term->b, result);
    }
    return false;
}
