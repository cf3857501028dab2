/* The levels of the operator table; simple expressions are in parser_atom.c.
 * Bottom up: lists of ends, one operator, one level, all levels. */
#include "lang/front/parser.h"

#include <stdlib.h>

#include "base/vec.h"

/* Ways found in one declaration before it is given up; far above what any
 * readable text needs (a few for each token), far below a second. */
enum { STEPS_BASE = 400 * 1000, STEPS_PER_TOKEN = 20 };

/* What is remembered about one token. */
struct parser_cell {
    bool part_known;
    bool blocked;
    const struct mixfix_part *part;
    size_t computed;                 /* lists from this level on are there */
    const struct parse_list **lists; /* by level; the last is `simple` */
};

static const struct parse_list no_ends = {NULL, 0, 0};

void parser_init(struct parser *parser, const struct mixfix *mixfix,
                 struct arena *arena, const struct token *tokens, size_t count)
{
    *parser = (struct parser){.mixfix = mixfix,
                              .arena = arena,
                              .tokens = tokens,
                              .token_count = count};
}

void parser_finish(struct parser *parser)
{
    vec_finish(&parser->cells);
    vec_finish(&parser->operands);
    vec_finish(&parser->blocked);
}

void parser_start(struct parser *parser, uint32_t at)
{
    parser->start = at;
    parser->paper = false;
    parser->furthest = at;
    parser->expected_count = 0;
    parser->depth = 0;
    parser->steps = 0;
    parser->trouble = PARSER_FINE;
    vec_clear(&parser->cells);
    vec_clear(&parser->blocked);
}

void parser_start_paper(struct parser *parser, uint32_t at)
{
    parser_start(parser, at);
    parser->paper = true;
}

static struct parser_cell *cell_at(struct parser *parser, uint32_t at)
{
    size_t index = at - parser->start;
    while (parser->cells.count <= index)
        vec_push(&parser->cells, NULL);
    if (parser->cells.items[index] == NULL)
        parser->cells.items[index] =
            ARENA_NEW(parser->arena, struct parser_cell);
    return parser->cells.items[index];
}

const struct mixfix_part *parser_part(struct parser *parser, uint32_t at)
{
    const struct token *token = &parser->tokens[at];
    if (token->kind != TOKEN_NAME)
        return NULL;
    struct parser_cell *cell = cell_at(parser, at);
    if (!cell->part_known) {
        cell->part = mixfix_part(parser->mixfix, token->name);
        cell->part_known = true;
    }
    return cell->part;
}

bool parser_is(const struct parser *parser, uint32_t at, const char *text)
{
    const struct token *token = &parser->tokens[at];
    return token->kind == TOKEN_NAME &&
           str_is(intern_as_str(token->name), text);
}

void parser_expect(struct parser *parser, uint32_t at, const char *text,
                   bool quoted)
{
    if (at < parser->furthest)
        return;
    if (at > parser->furthest) {
        parser->furthest = at;
        parser->expected_count = 0;
    }
    for (size_t i = 0; i < parser->expected_count; i++)
        if (strcmp(parser->expected[i].text, text) == 0)
            return;
    if (parser->expected_count < EXPECTATION_LIMIT)
        parser->expected[parser->expected_count++] =
            (struct expectation){text, quoted};
}

void parser_expect_operator(struct parser *parser, uint32_t at)
{
    const struct mixfix_part *part = parser_part(parser, at);
    if (part == NULL || part->following.count == 0)
        parser_expect(parser, at, "an operator", false);
}

bool parser_accepts(struct parser *parser, uint32_t at, const char *text)
{
    if (parser_is(parser, at, text))
        return true;
    parser_expect(parser, at, text, true);
    return false;
}

struct span parser_span(const struct parser *parser, uint32_t start,
                        uint32_t end)
{
    return span_join(parser->tokens[start].span, parser->tokens[end - 1].span);
}

uint32_t ways_times(uint32_t a, uint32_t b)
{
    return a > 1 || b > 1 ? PARSE_MANY : 1;
}

uint32_t ways_plus(uint32_t a, uint32_t b)
{
    (void)a;
    (void)b;
    return PARSE_MANY;
}

static bool give_up(struct parser *parser, enum parser_trouble trouble,
                    uint32_t at)
{
    if (parser->trouble == PARSER_FINE) {
        parser->trouble = trouble;
        parser->trouble_at = at;
    }
    return false;
}

/* Counts one piece of work; false when there was too much. */
static bool may_go_on(struct parser *parser, uint32_t at)
{
    size_t limit = STEPS_BASE + STEPS_PER_TOKEN * parser->token_count;
    if (parser->trouble != PARSER_FINE)
        return false;
    return ++parser->steps <= limit || give_up(parser, PARSER_TOO_COMPLEX, at);
}

static void make_room(struct parser *parser, struct parse_list *list)
{
    if (list->count < list->capacity)
        return;
    size_t capacity = list->capacity == 0 ? 2 : list->capacity * 2;
    struct parse *items = ARENA_ARRAY(parser->arena, capacity, struct parse);
    for (size_t i = 0; i < list->count; i++)
        items[i] = list->items[i];
    list->items = items;
    list->capacity = capacity;
}

void parse_list_add(struct parser *parser, struct parse_list *list,
                    struct parse parse)
{
    if (!may_go_on(parser, parse.end - 1))
        return;
    if (parse.tree->depth > PARSER_DEPTH_LIMIT) {
        give_up(parser, PARSER_TOO_DEEP, parse.end - 1);
        return;
    }
    size_t at = list->count;
    while (at > 0 && list->items[at - 1].end > parse.end)
        at--;
    if (at > 0 && list->items[at - 1].end == parse.end) {
        struct parse *same = &list->items[at - 1];
        same->ways = ways_plus(same->ways, parse.ways);
        if (same->other == NULL)
            same->other = parse.tree;
        return;
    }
    make_room(parser, list);
    for (size_t i = list->count; i > at; i--)
        list->items[i] = list->items[i - 1];
    list->items[at] = parse;
    list->count++;
}

/* One operator being matched. Its operands so far are those of the parser's
 * stack from `base` on. */
struct match {
    const struct mixfix_operator *op;
    uint32_t start;
    struct parse_list *out;
    size_t base;
};

/* The call that the operator stands for. Operand `ambiguous` is taken in its
 * other reading. */
static struct tree *build(struct parser *parser, const struct match *match,
                          uint32_t end, size_t ambiguous)
{
    struct span span = parser_span(parser, match->start, end);
    struct tree *tree = tree_leaf(parser->arena, TREE_CALL, span);
    tree->head = tree_leaf(parser->arena, TREE_NAME, span);
    tree->head->name = match->op->name;
    tree->mixfix = match->op;
    tree->count = match->op->hole_count;
    tree->items = ARENA_ARRAY(parser->arena, tree->count, struct tree *);
    for (size_t i = 0; i < tree->count; i++) {
        const struct parse *operand = &parser->operands.items[match->base + i];
        tree->items[i] = i == ambiguous ? operand->other : operand->tree;
    }
    return tree_finish(tree);
}

static void complete(struct parser *parser, const struct match *match,
                     uint32_t end)
{
    struct parse parse = {.end = end, .ways = 1};
    size_t ambiguous = SIZE_MAX;
    for (size_t i = match->op->hole_count; i > 0; i--) {
        uint32_t ways = parser->operands.items[match->base + i - 1].ways;
        parse.ways = ways_times(parse.ways, ways);
        if (ways > 1)
            ambiguous = i - 1;
    }
    parse.tree = build(parser, match, end, SIZE_MAX);
    if (ambiguous != SIZE_MAX)
        parse.other = build(parser, match, end, ambiguous);
    parse_list_add(parser, match->out, parse);
    parser_expect_operator(parser, end);
}

/* Matches the elements from `element` on at the token: parts one after the
 * other, a hole with every end its operand can have. */
static void match_from(struct parser *parser, const struct match *match,
                       size_t element, uint32_t at)
{
    const struct mixfix_operator *op = match->op;
    for (; element < op->count && op->elements[element].part != NULL;
         element++, at++) {
        const struct token *token = &parser->tokens[at];
        intern_t part = op->elements[element].part;
        if (token->kind != TOKEN_NAME || token->name != part) {
            parser_expect(parser, at, part->text, true);
            return;
        }
    }
    if (element == op->count) {
        complete(parser, match, at);
        return;
    }
    size_t level = mixfix_hole_level(op, op->elements[element].hole);
    const struct parse_list *ends = parser_ends(parser, level, at);
    if (ends->count == 0 && parser->paper && element + 1 == op->count)
        ends = parser_paper_operand(parser, op, at);
    for (size_t i = 0; i < ends->count; i++) {
        if (!may_go_on(parser, at))
            return;
        vec_push(&parser->operands, ends->items[i]);
        match_from(parser, match, element + 1, ends->items[i].end);
        parser->operands.count--;
    }
}

static void match_operator(struct parser *parser, const struct match *match,
                           const struct parse *first)
{
    if (first == NULL) {
        match_from(parser, match, 0, match->start);
        return;
    }
    vec_push(&parser->operands, *first);
    match_from(parser, match, 1, first->end);
    parser->operands.count--;
}

/* One level at one token. */
struct growth {
    size_t level;
    uint32_t start;
    const struct parse_list *tighter;
    struct parse_list *out;
};

/* With parts of its own at both ends (forall … in … { … }) it is clear how far
 * an operator reaches, whatever stands around it. In the second reading it
 * therefore binds as tightly as any. */
static size_t level_of(const struct parser *parser,
                       const struct mixfix_operator *op)
{
    return parser->paper && mixfix_is_closed(op)
               ? parser->mixfix->level_count - 1
               : op->level_index;
}

/* Matches those of the operators that are of this level. With a `first`
 * operand, those of the given side: left operands of the same level or of the
 * next tighter one. */
static void match_all(struct parser *parser, const struct growth *growth,
                      const struct mixfix_operators *operators,
                      const struct parse *first, enum mixfix_hole side)
{
    for (size_t i = 0; i < operators->count; i++) {
        const struct mixfix_operator *op = operators->items[i];
        if (level_of(parser, op) != growth->level ||
            (first != NULL && op->elements[0].hole != side))
            continue;
        struct match match = {.op = op,
                              .start = growth->start,
                              .out = growth->out,
                              .base = parser->operands.count};
        match_operator(parser, &match, first);
    }
}

/* The paper's operators are not indexed by their parts. */
static void extend_paper(struct parser *parser, const struct growth *growth,
                         const struct parse *first, enum mixfix_hole side)
{
    const struct mixfix_operators *paper = &parser->mixfix->paper;
    const struct token *token = &parser->tokens[first->end];
    for (size_t i = 0; i < paper->count && token->kind == TOKEN_NAME; i++) {
        struct mixfix_operators one = {&paper->items[i], 1, 1};
        if (paper->items[i]->elements[1].part == token->name)
            match_all(parser, growth, &one, first, side);
    }
}

/* Applies the operators that begin with a hole to one operand. */
static void extend(struct parser *parser, const struct growth *growth,
                   const struct parse *first, enum mixfix_hole side)
{
    const struct mixfix_part *part = parser_part(parser, first->end);
    if (part != NULL)
        match_all(parser, growth, &part->following, first, side);
    match_all(parser, growth, &parser->mixfix->adjacent, first, side);
    if (parser->paper)
        extend_paper(parser, growth, first, side);
}

/* Can an expression of the level stand before the token? */
static bool may_follow(struct parser *parser, size_t level, uint32_t at)
{
    if (parser->mixfix->has_adjacent_holes)
        return true;
    const struct mixfix_part *part = parser_part(parser, at);
    int64_t number = parser->mixfix->levels[level].number;
    return part == NULL || part->follow == INT64_MAX ||
           number * 2 >= part->follow;
}

static void prune(struct parser *parser, struct growth *growth)
{
    size_t kept = 0;
    for (size_t i = 0; i < growth->out->count; i++) {
        struct parse parse = growth->out->items[i];
        if (may_follow(parser, growth->level, parse.end))
            growth->out->items[kept++] = parse;
        else
            parser_expect(parser, parse.end, "an operator", false);
    }
    growth->out->count = kept;
}

static bool has_level(const struct parser *parser,
                      const struct mixfix_operators *operators, size_t level)
{
    for (size_t i = 0; i < operators->count; i++)
        if (level_of(parser, operators->items[i]) == level)
            return true;
    return false;
}

/* Would this level add or drop anything? If not, its list is the tighter
 * one. */
static bool changes_anything(struct parser *parser, uint32_t start,
                             size_t level, const struct parse_list *tighter)
{
    const struct mixfix_part *part = parser_part(parser, start);
    if (part != NULL && has_level(parser, &part->starting, level))
        return true;
    if (tighter->count > 0 &&
        has_level(parser, &parser->mixfix->adjacent, level))
        return true;
    if (parser->paper && has_level(parser, &parser->mixfix->paper, level))
        return true;
    for (size_t i = 0; i < tighter->count; i++) {
        uint32_t end = tighter->items[i].end;
        part = parser_part(parser, end);
        if (part != NULL && has_level(parser, &part->following, level))
            return true;
        if (!may_follow(parser, level, end))
            return true;
    }
    return false;
}

/* E(i) = E(i+1) or any operator of level i. Operators that begin with a part
 * come first; then each end, from the nearest on, may be the left operand of a
 * longer one. An operator always ends later than its left operand, so that an
 * end is complete when its turn comes, and left recursion needs no recursion.
 */
static struct parse_list *grow(struct parser *parser, uint32_t start,
                               size_t level, const struct parse_list *tighter)
{
    struct growth growth = {.level = level,
                            .start = start,
                            .tighter = tighter,
                            .out = ARENA_NEW(parser->arena, struct parse_list)};
    for (size_t i = 0; i < tighter->count; i++) {
        make_room(parser, growth.out);
        growth.out->items[growth.out->count++] = tighter->items[i];
    }
    const struct mixfix_part *part = parser_part(parser, start);
    if (part != NULL)
        match_all(parser, &growth, &part->starting, NULL, MIXFIX_PART);
    for (size_t i = 0; i < tighter->count; i++)
        extend(parser, &growth, &tighter->items[i], MIXFIX_TIGHTER);
    for (size_t i = 0; i < growth.out->count; i++) {
        struct parse first = growth.out->items[i];
        extend(parser, &growth, &first, MIXFIX_SAME);
    }
    prune(parser, &growth);
    return growth.out;
}

static void note_empty(struct parser *parser, struct parser_cell *cell,
                       uint32_t at)
{
    const struct mixfix_part *part = parser_part(parser, at);
    parser_expect(parser, at, "an expression", false);
    if (part == NULL || part->starting.count == 0 || cell->blocked)
        return;
    cell->blocked = true;
    vec_push(&parser->blocked, at);
}

const struct parse_list *parser_ends(struct parser *parser, size_t level,
                                     uint32_t at)
{
    struct parser_cell *cell = cell_at(parser, at);
    size_t simple = parser->mixfix->level_count;
    if (cell->lists == NULL) {
        cell->lists =
            ARENA_ARRAY(parser->arena, simple + 1, const struct parse_list *);
        cell->computed = simple + 1;
    }
    if (parser->depth >= PARSER_DEPTH_LIMIT)
        give_up(parser, PARSER_TOO_DEEP, at);
    if (parser->trouble != PARSER_FINE)
        return &no_ends;
    parser->depth++;
    while (cell->computed > level) {
        size_t next = cell->computed - 1;
        const struct parse_list *list;
        if (next == simple)
            list = parser_simple(parser, at);
        else if (changes_anything(parser, at, next, cell->lists[next + 1]))
            list = grow(parser, at, next, cell->lists[next + 1]);
        else
            list = cell->lists[next + 1];
        cell->lists[next] = list;
        cell->computed = next;
    }
    parser->depth--;
    if (cell->lists[level]->count == 0)
        note_empty(parser, cell, at);
    return cell->lists[level];
}
