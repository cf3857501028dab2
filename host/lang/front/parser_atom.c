/* Simple expressions: atoms, projections, calls, and the sequences in brackets
 * (reference, 2.2). */
#include "lang/front/parser.h"

#include "base/vec.h"

/* The items of a sequence so far, newest first; tails are shared. */
struct link {
    const struct link *previous;
    size_t count; /* with this one */
    struct tree *tree;
    struct tree_field field;
};

/* A place inside a sequence where the next item may begin, or, in a list of
 * results, where the sequence has ended. */
struct place {
    uint32_t at;
    uint32_t ways;
    const struct link *items;
    const struct link *other; /* another reading when ways > 1 */
};

struct places {
    struct place *items;
    size_t count;
    size_t capacity;
};

enum closer { CLOSE_ROUND, CLOSE_SQUARE, CLOSE_CURLY };

struct sequence {
    enum closer closer;
    bool fields; /* NAME ":" before each item */
    struct places open;
    struct places closed;
};

static void make_room(struct parser *parser, struct places *places)
{
    if (places->count < places->capacity)
        return;
    size_t capacity = places->capacity == 0 ? 2 : places->capacity * 2;
    struct place *items = ARENA_ARRAY(parser->arena, capacity, struct place);
    for (size_t i = 0; i < places->count; i++)
        items[i] = places->items[i];
    places->items = items;
    places->capacity = capacity;
}

/* Keeps them in rising order; one that is there already has one way more. */
static void places_add(struct parser *parser, struct places *places,
                       struct place place)
{
    size_t at = places->count;
    while (at > 0 && places->items[at - 1].at > place.at)
        at--;
    if (at > 0 && places->items[at - 1].at == place.at) {
        struct place *same = &places->items[at - 1];
        same->ways = ways_plus(same->ways, place.ways);
        if (same->other == NULL)
            same->other = place.items;
        return;
    }
    make_room(parser, places);
    for (size_t i = places->count; i > at; i--)
        places->items[i] = places->items[i - 1];
    places->items[at] = place;
    places->count++;
}

static const struct link *link_to(struct parser *parser,
                                  const struct link *previous,
                                  struct tree *tree, struct tree_field field)
{
    struct link *link = ARENA_NEW(parser->arena, struct link);
    link->previous = previous;
    link->count = previous == NULL ? 1 : previous->count + 1;
    link->tree = tree;
    link->field = field;
    return link;
}

static const char *closer_text(enum closer closer)
{
    static const char *const texts[] = {")", "]", "}"};
    return texts[closer];
}

static bool closes(struct parser *parser, const struct sequence *sequence,
                   uint32_t at)
{
    if (sequence->closer == CLOSE_ROUND)
        return parser->tokens[at].kind == TOKEN_CLOSE;
    return parser_is(parser, at, closer_text(sequence->closer));
}

/* After an item: a comma opens the next place, the closer ends it all. */
static void after_item(struct parser *parser, struct sequence *sequence,
                       struct place place)
{
    if (closes(parser, sequence, place.at)) {
        place.at++;
        places_add(parser, &sequence->closed, place);
        return;
    }
    parser_expect(parser, place.at, closer_text(sequence->closer), true);
    if (!parser_accepts(parser, place.at, ","))
        return;
    place.at++;
    places_add(parser, &sequence->open, place);
}

static void add_item(struct parser *parser, struct sequence *sequence,
                     const struct place *place, const struct parse *item,
                     struct tree_field field)
{
    struct place next = {.at = item->end,
                         .ways = ways_times(place->ways, item->ways),
                         .items =
                             link_to(parser, place->items, item->tree, field)};
    if (item->ways > 1)
        next.other = link_to(parser, place->items, item->other, field);
    else if (place->ways > 1)
        next.other = link_to(parser, place->other, item->tree, field);
    after_item(parser, sequence, next);
}

static bool is_bracket(intern_t name)
{
    return strchr("[]{};,", name->text[0]) != NULL;
}

/* NAME ":" of an object field; false when it is not there. */
static bool read_field(struct parser *parser, uint32_t at,
                       struct tree_field *field)
{
    const struct token *token = &parser->tokens[at];
    if (token->kind != TOKEN_NAME || is_bracket(token->name)) {
        parser_expect(parser, at, "a field name", false);
        return false;
    }
    if (!parser_accepts(parser, at + 1, ":"))
        return false;
    *field = (struct tree_field){token->name, token->span};
    return true;
}

static void read_place(struct parser *parser, struct sequence *sequence,
                       struct place place)
{
    struct tree_field field = {NULL, {0, 0, 0}};
    if (closes(parser, sequence, place.at)) {
        place.at++;
        places_add(parser, &sequence->closed, place);
        return;
    }
    if (place.items == NULL)
        parser_expect(parser, place.at, closer_text(sequence->closer), true);
    uint32_t at = place.at;
    if (sequence->fields) {
        if (!read_field(parser, at, &field))
            return;
        at += 2;
    }
    const struct parse_list *items = parser_ends(parser, 0, at);
    for (size_t i = 0; i < items->count; i++)
        add_item(parser, sequence, &place, &items->items[i], field);
}

/* Reads a sequence whose opening bracket is behind us. Each place leads to
 * later ones only, so that one pass in rising order sees each complete. */
static void read_sequence(struct parser *parser, struct sequence *sequence,
                          uint32_t at)
{
    places_add(parser, &sequence->open, (struct place){.at = at, .ways = 1});
    for (size_t i = 0; i < sequence->open.count; i++)
        read_place(parser, sequence, sequence->open.items[i]);
}

/* Gives the node the items of the sequence. */
static struct tree *with_items(struct parser *parser, struct tree *tree,
                               const struct link *items, bool fields)
{
    tree->count = items == NULL ? 0 : items->count;
    if (tree->count > 0)
        tree->items = ARENA_ARRAY(parser->arena, tree->count, struct tree *);
    if (fields && tree->count > 0)
        tree->fields =
            ARENA_ARRAY(parser->arena, tree->count, struct tree_field);
    for (size_t i = tree->count; i > 0; i--, items = items->previous) {
        tree->items[i - 1] = items->tree;
        if (fields)
            tree->fields[i - 1] = items->field;
    }
    return tree_finish(tree);
}

static struct tree *node(struct parser *parser, enum tree_kind kind,
                         uint32_t start, uint32_t end, struct tree *head)
{
    struct tree *tree =
        tree_leaf(parser->arena, kind, parser_span(parser, start, end));
    tree->head = head;
    return tree;
}

/* One expression for every way the sequence can end. */
static void add_bracketed(struct parser *parser, struct parse_list *out,
                          enum tree_kind kind, uint32_t start,
                          const struct parse *head,
                          const struct sequence *sequence)
{
    struct tree *plain = head == NULL ? NULL : head->tree;
    uint32_t ways = head == NULL ? 1 : head->ways;
    for (size_t i = 0; i < sequence->closed.count; i++) {
        const struct place *place = &sequence->closed.items[i];
        struct parse parse = {.end = place->at,
                              .ways = ways_times(ways, place->ways)};
        parse.tree =
            with_items(parser, node(parser, kind, start, place->at, plain),
                       place->items, sequence->fields);
        if (ways > 1)
            parse.other = with_items(
                parser, node(parser, kind, start, place->at, head->other),
                place->items, sequence->fields);
        else if (place->ways > 1)
            parse.other =
                with_items(parser, node(parser, kind, start, place->at, plain),
                           place->other, sequence->fields);
        parse_list_add(parser, out, parse);
    }
}

static void read_bracketed(struct parser *parser, struct parse_list *out,
                           enum tree_kind kind, enum closer closer,
                           uint32_t start)
{
    struct sequence sequence = {.closer = closer,
                                .fields = kind == TREE_OBJECT};
    read_sequence(parser, &sequence, start + 1);
    add_bracketed(parser, out, kind, start, NULL, &sequence);
}

/* "(" expr ")" */
static void read_group(struct parser *parser, struct parse_list *out,
                       uint32_t start)
{
    const struct parse_list *inner = parser_ends(parser, 0, start + 1);
    for (size_t i = 0; i < inner->count; i++) {
        struct parse parse = inner->items[i];
        if (parser->tokens[parse.end].kind == TOKEN_CLOSE) {
            parse.end++;
            parse_list_add(parser, out, parse);
        } else {
            parser_expect(parser, parse.end, ")", true);
        }
    }
}

/* The body of a lambda whose parameters end at `place`. */
static void read_body(struct parser *parser, struct parse_list *out,
                      uint32_t start, const struct place *place)
{
    const struct parse_list *bodies = parser_ends(parser, 0, place->at + 1);
    for (size_t i = 0; i < bodies->count; i++) {
        const struct parse *body = &bodies->items[i];
        if (!parser_accepts(parser, body->end, "}"))
            continue;
        struct sequence one = {.closed = {NULL, 0, 0}};
        struct place end = *place;
        end.at = body->end + 1;
        places_add(parser, &one.closed, end);
        add_bracketed(parser, out, TREE_LAMBDA, start, body, &one);
    }
}

/* "fun" "(" [ args ] ")" "{" expr "}" */
static void read_lambda(struct parser *parser, struct parse_list *out,
                        uint32_t start)
{
    struct sequence sequence = {.closer = CLOSE_ROUND};
    read_sequence(parser, &sequence, start + 2);
    for (size_t i = 0; i < sequence.closed.count; i++) {
        const struct place *place = &sequence.closed.items[i];
        if (parser_accepts(parser, place->at, "{"))
            read_body(parser, out, start, place);
    }
}

static void add_leaf(struct parser *parser, struct parse_list *out,
                     enum tree_kind kind, uint32_t start, uint32_t end)
{
    const struct token *token = &parser->tokens[end - 1];
    struct tree *tree = node(parser, kind, start, end, NULL);
    switch (kind) {
    case TREE_INT:
        tree->integer = token->integer;
        break;
    case TREE_FLOAT:
        tree->number = token->number;
        break;
    case TREE_CHAR:
        tree->character = token->character;
        break;
    case TREE_STRING:
    case TREE_SELECTOR:
        tree->text = token->text;
        break;
    default:
        tree->name = token->name;
        break;
    }
    struct parse parse = {.end = end, .ways = 1, .tree = tree};
    parse_list_add(parser, out, parse);
}

/* Brackets and marks of the grammar, which no one may want as a variable. */
static bool is_punctuation(intern_t name)
{
    return is_bracket(name) || str_is(intern_as_str(name), "=") ||
           str_is(intern_as_str(name), ":");
}

static void read_name(struct parser *parser, struct parse_list *out,
                      uint32_t start)
{
    const struct token *next = &parser->tokens[start + 1];
    intern_t name = parser->tokens[start].name;
    if (parser_is(parser, start, "["))
        read_bracketed(parser, out, TREE_LIST, CLOSE_SQUARE, start);
    else if (parser_is(parser, start, "{"))
        read_bracketed(parser, out, TREE_OBJECT, CLOSE_CURLY, start);
    else if (parser_is(parser, start, ":") && next->kind == TOKEN_NAME &&
             !is_bracket(next->name))
        add_leaf(parser, out, TREE_SYMBOL, start, start + 2);
    else if (parser_is(parser, start, "fun") && next->kind == TOKEN_OPEN)
        read_lambda(parser, out, start);
    if (parser_part(parser, start) == NULL && !is_punctuation(name))
        add_leaf(parser, out, TREE_NAME, start, start + 1);
}

static void read_atom(struct parser *parser, struct parse_list *out,
                      uint32_t start)
{
    switch (parser->tokens[start].kind) {
    case TOKEN_NAME:
        read_name(parser, out, start);
        break;
    case TOKEN_OPEN:
        read_group(parser, out, start);
        break;
    case TOKEN_INT:
        add_leaf(parser, out, TREE_INT, start, start + 1);
        break;
    case TOKEN_FLOAT:
        add_leaf(parser, out, TREE_FLOAT, start, start + 1);
        break;
    case TOKEN_CHAR:
        add_leaf(parser, out, TREE_CHAR, start, start + 1);
        break;
    case TOKEN_STRING:
        add_leaf(parser, out, TREE_STRING, start, start + 1);
        break;
    case TOKEN_SELECTOR:
        add_leaf(parser, out, TREE_SELECTOR, start, start + 1);
        break;
    default:
        break;
    }
}

static struct tree *project(struct parser *parser, uint32_t start, uint32_t end,
                            struct tree *operand)
{
    struct tree *tree = node(parser, TREE_PROJECT, start, end + 1, NULL);
    tree->name = parser->tokens[end].name;
    tree->count = 1;
    tree->items = ARENA_ARRAY(parser->arena, 1, struct tree *);
    tree->items[0] = operand;
    return tree_finish(tree);
}

/* What stands directly after a simple expression; false when nothing that
 * belongs to it does. */
static bool read_suffix(struct parser *parser, struct parse_list *out,
                        uint32_t start, const struct parse *first)
{
    enum token_kind kind = parser->tokens[first->end].kind;
    if (kind == TOKEN_PROJECTION) {
        struct parse parse = {.end = first->end + 1, .ways = first->ways};
        parse.tree = project(parser, start, first->end, first->tree);
        if (first->ways > 1)
            parse.other = project(parser, start, first->end, first->other);
        parse_list_add(parser, out, parse);
        return true;
    }
    if (kind != TOKEN_OPEN)
        return false;
    struct sequence sequence = {.closer = CLOSE_ROUND};
    read_sequence(parser, &sequence, first->end + 1);
    add_bracketed(parser, out, TREE_CALL, start, first, &sequence);
    return true;
}

struct parse_list *parser_simple(struct parser *parser, uint32_t start)
{
    struct parse_list *out = ARENA_NEW(parser->arena, struct parse_list);
    read_atom(parser, out, start);
    size_t kept = 0;
    for (size_t i = 0; i < out->count; i++) {
        struct parse first = out->items[i];
        bool goes_on = read_suffix(parser, out, start, &first);
        if (!goes_on)
            parser_expect_operator(parser, first.end);
        /* No operator has a parenthesis or a projection as a part, so what can
         * go on must, unless an operand may stand directly after another. */
        if (!goes_on || parser->mixfix->has_adjacent_holes)
            out->items[kept++] = first;
    }
    out->count = kept;
    return out;
}
