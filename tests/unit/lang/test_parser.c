/* The parser by itself: ends, readings, and agreement with a slow one. What
 * texts mean is in tests/golden/lang. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "lang/front/parser.h"

struct bench {
    struct arena arena;
    struct intern names;
    struct source_table sources;
    struct diag_list diags;
    struct token_list tokens;
    struct mixfix mixfix;
    struct parser parser;
    struct buf text;
};

static void begin(struct bench *bench)
{
    arena_init(&bench->arena);
    intern_init(&bench->names);
    source_table_init(&bench->sources);
    diag_list_init(&bench->diags);
    buf_init(&bench->text);
    bench->tokens = (struct token_list){NULL, 0, 0};
    mixfix_init(&bench->mixfix, &bench->arena, &bench->names);
}

static void end(struct bench *bench)
{
    parser_finish(&bench->parser);
    mixfix_finish(&bench->mixfix);
    token_list_finish(&bench->tokens);
    buf_finish(&bench->text);
    diag_list_finish(&bench->diags);
    source_table_finish(&bench->sources);
    intern_finish(&bench->names);
    arena_finish(&bench->arena);
}

/* The operator whose names are the words of the text. */
static void add(struct bench *bench, const char *text, int64_t level,
                enum mixfix_side side)
{
    intern_t names[16];
    size_t count = 0;
    const struct mixfix_operator *added;
    while (*text != '\0') {
        size_t length = strcspn(text, " ");
        names[count++] = intern_str(&bench->names, str_from(text, length));
        text += length + (text[length] == ' ');
    }
    assert_int_equal(
        mixfix_add(&bench->mixfix, names, count, level, side, &added),
        MIXFIX_ADDED);
}

static const struct parse_list *parse(struct bench *bench, const char *text)
{
    uint32_t source =
        source_add(&bench->sources, "t", "t", str_from(text, strlen(text)));
    assert_true(lexer_run(&bench->tokens, &bench->sources, source,
                          &bench->arena, &bench->names, &bench->diags));
    parser_init(&bench->parser, &bench->mixfix, &bench->arena,
                bench->tokens.items, bench->tokens.count);
    parser_start(&bench->parser, 0);
    return parser_ends(&bench->parser, 0, 0);
}

static const char *reading(struct bench *bench, const struct tree *tree)
{
    buf_clear(&bench->text);
    tree_add_reading(&bench->text, tree);
    return buf_text(&bench->text);
}

static void an_end_is_dropped_where_the_next_token_cannot_follow(void **state)
{
    (void)state;
    struct bench b;
    begin(&b);
    add(&b, "_ + _", 8, MIXFIX_LEFT);
    add(&b, "_ = _", 7, MIXFIX_NONE);
    const struct parse_list *all = parse(&b, "a + b + c");
    assert_int_equal(all->count, 1);
    assert_int_equal(all->items[0].end, 5);
    /* as the left operand of a +, each sum may end where a + stands */
    const struct parse_list *sums = parser_ends(&b.parser, 1, 0);
    assert_int_equal(sums->count, 3);
    assert_int_equal(sums->items[0].end, 1);
    assert_int_equal(sums->items[2].end, 5);
    end(&b);
}

static void every_end_is_kept_where_a_longer_text_may_need_it(void **state)
{
    (void)state;
    struct bench b;
    begin(&b);
    add(&b, "_ + _", 8, MIXFIX_LEFT);
    add(&b, "pair _ + _", 9, MIXFIX_NONE);
    parse(&b, "pair a + b + c");
    /* inside `pair`, a, a + b and a + b + c are operands before a + */
    assert_int_equal(parser_ends(&b.parser, 0, 1)->count, 3);
    end(&b);
}

static void both_readings_of_an_ambiguous_text_are_there(void **state)
{
    (void)state;
    struct bench b;
    begin(&b);
    add(&b, "_ = _", 7, MIXFIX_NONE);
    const struct parse_list *ends = parse(&b, "[a = b = c]");
    assert_int_equal(ends->count, 1);
    assert_int_equal(ends->items[0].ways, PARSE_MANY);
    assert_string_equal(reading(&b, ends->items[0].tree), "[a = (b = c)]");
    assert_string_equal(reading(&b, ends->items[0].other), "[(a = b) = c]");
    end(&b);
}

static void one_way_through_shared_parts_counts_once(void **state)
{
    (void)state;
    struct bench b;
    begin(&b);
    mixfix_add_builtin(&b.mixfix);
    const struct parse_list *ends =
        parse(&b, "not (a && b || c ==> d) && f(x, [y + 1, {k: z * 2}]).k");
    assert_int_equal(ends->count, 1);
    assert_int_equal(ends->items[0].ways, 1);
    assert_null(ends->items[0].other);
    end(&b);
}

static void an_operand_directly_after_another_is_possible(void **state)
{
    (void)state;
    struct bench b;
    begin(&b);
    add(&b, "move _ _", 5, MIXFIX_RIGHT);
    add(&b, "_ + _", 8, MIXFIX_LEFT);
    const struct parse_list *ends = parse(&b, "move f (x)");
    assert_int_equal(ends->count, 1);
    assert_string_equal(reading(&b, ends->items[0].tree), "move f x");
    end(&b);
}

static void what_was_expected_is_known_at_the_furthest_place(void **state)
{
    (void)state;
    struct bench b;
    begin(&b);
    add(&b, "if _ then _", 5, MIXFIX_NONE);
    assert_int_equal(parse(&b, "if a b")->count, 0);
    assert_int_equal(b.parser.furthest, 2);
    assert_int_equal(b.parser.expected_count, 2);
    assert_string_equal(b.parser.expected[0].text, "an operator");
    assert_string_equal(b.parser.expected[1].text, "then");
    end(&b);
}

/* Chances that are the same in every run. */
static uint32_t draw(uint64_t *seed, uint32_t below)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*seed >> 33) % below;
}

/* The levels of `slow` are straight from the reference: E(i) is E(i+1) or an
 * operator of level i; nothing remembered, nothing pruned. Counts the ways to
 * read tokens [from, to) as E(level); tokens are letters. */
struct slow {
    const struct mixfix *mixfix;
    const struct token *tokens;
};

static uint64_t slow_ways(const struct slow *slow, size_t level, size_t from,
                          size_t to, int fuel);

static uint64_t slow_match(const struct slow *slow,
                           const struct mixfix_operator *op, size_t element,
                           size_t from, size_t to, int fuel)
{
    if (element == op->count)
        return from == to;
    if (from >= to)
        return 0;
    const struct mixfix_element *e = &op->elements[element];
    if (e->part != NULL)
        return slow->tokens[from].name == e->part
                   ? slow_match(slow, op, element + 1, from + 1, to, fuel)
                   : 0;
    uint64_t ways = 0;
    for (size_t end = from + 1; end <= to; end++) {
        if (element == 0 && end == to)
            continue; /* left recursion would not end */
        uint64_t rest = slow_match(slow, op, element + 1, end, to, fuel);
        if (rest > 0)
            ways += rest * slow_ways(slow, mixfix_hole_level(op, e->hole), from,
                                     end, fuel - 1);
    }
    return ways;
}

static uint64_t slow_ways(const struct slow *slow, size_t level, size_t from,
                          size_t to, int fuel)
{
    uint64_t ways = 0;
    if (fuel == 0)
        return 0;
    if (level == slow->mixfix->level_count)
        return to == from + 1 &&
               mixfix_part(slow->mixfix, slow->tokens[from].name) == NULL;
    ways = slow_ways(slow, level + 1, from, to, fuel);
    const struct mixfix_operators *ops = &slow->mixfix->levels[level].operators;
    for (size_t i = 0; i < ops->count; i++)
        ways += slow_match(slow, ops->items[i], 0, from, to, fuel);
    return ways;
}

static void add_random_operator(struct bench *b, uint64_t *seed)
{
    static const char *const shapes[] = {
        "_ + _",   "_ - _",     "_ * _", "n _",     "_ p",       "i _ t _ e _",
        "i _ t _", "_ q _ c _", "o _ k", "_ o _ k", "_ m _ m _", "n _ _",
    };
    static const enum mixfix_side sides[] = {MIXFIX_NONE, MIXFIX_LEFT,
                                             MIXFIX_RIGHT};
    const char *text = shapes[draw(seed, sizeof shapes / sizeof *shapes)];
    intern_t names[16];
    size_t count = 0;
    while (*text != '\0') {
        size_t length = strcspn(text, " ");
        names[count++] = intern_str(&b->names, str_from(text, length));
        text += length + (text[length] == ' ');
    }
    const struct mixfix_operator
        *added; /* a shape drawn twice stays as it is */
    mixfix_add(&b->mixfix, names, count, (int64_t)draw(seed, 5) - 1,
               sides[draw(seed, 3)], &added);
}

/* One text of the grammar: a word for each hole, now and then an operator. */
static void add_random_text(struct bench *b, struct buf *text, uint64_t *seed,
                            int depth)
{
    size_t level = draw(seed, (uint32_t)b->mixfix.level_count);
    const struct mixfix_operators *ops = &b->mixfix.levels[level].operators;
    if (depth == 0 || draw(seed, 4) == 0) {
        buf_addf(text, "%c ", "xyz"[draw(seed, 3)]);
        return;
    }
    const struct mixfix_operator *op =
        ops->items[draw(seed, (uint32_t)ops->count)];
    for (size_t i = 0; i < op->count; i++) {
        if (op->elements[i].part != NULL)
            buf_addf(text, "%s ", op->elements[i].part->text);
        else
            add_random_text(b, text, seed, depth - 1);
    }
}

/* Returns in how many ways the text can be read. */
static uint64_t compare_once(uint64_t seed)
{
    struct bench b;
    struct buf text;
    begin(&b);
    buf_init(&text);
    uint32_t operators = 1 + draw(&seed, 4);
    for (uint32_t i = 0; i < operators; i++)
        add_random_operator(&b, &seed);
    add_random_text(&b, &text, &seed, 3);
    const struct parse_list *ends = parse(&b, buf_text(&text));
    size_t count = b.tokens.count - 1;
    uint32_t ways = 0;
    for (size_t i = 0; i < ends->count; i++)
        if (ends->items[i].end == count)
            ways = ends->items[i].ways;
    struct slow slow = {&b.mixfix, b.tokens.items};
    uint64_t expected = count > 11 ? ways : slow_ways(&slow, 0, 0, count, 12);
    if ((ways > 1) != (expected > 1) || (ways > 0) != (expected > 0))
        fail_msg("%s: %u ways, not %u", buf_text(&text), ways,
                 (unsigned)expected);
    buf_finish(&text);
    end(&b);
    return expected;
}

static void it_finds_what_the_rules_allow_and_counts_alike(void **state)
{
    (void)state;
    size_t read = 0;
    size_t ambiguous = 0;
    for (uint64_t i = 0; i < 3000; i++) {
        uint64_t ways = compare_once(i * 7919 + 1);
        read += ways > 0;
        ambiguous += ways > 1;
    }
    /* the texts are worth comparing */
    assert_true(read > 1000);
    assert_true(ambiguous > 100);
    assert_true(read < 2900);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_end_is_dropped_where_the_next_token_cannot_follow),
        cmocka_unit_test(every_end_is_kept_where_a_longer_text_may_need_it),
        cmocka_unit_test(both_readings_of_an_ambiguous_text_are_there),
        cmocka_unit_test(one_way_through_shared_parts_counts_once),
        cmocka_unit_test(an_operand_directly_after_another_is_possible),
        cmocka_unit_test(what_was_expected_is_known_at_the_furthest_place),
        cmocka_unit_test(it_finds_what_the_rules_allow_and_counts_alike),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
