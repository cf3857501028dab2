/* What golden texts cannot hold: bytes that are no text. The rest of the
 * scanner is in tests/golden/lang/tokens.txt. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "lang/front/lexer.h"

struct scan {
    struct arena arena;
    struct intern names;
    struct source_table sources;
    struct diag_list diags;
    struct token_list tokens;
    bool good;
};

static void scan(struct scan *scan, struct str text)
{
    arena_init(&scan->arena);
    intern_init(&scan->names);
    source_table_init(&scan->sources);
    diag_list_init(&scan->diags);
    scan->tokens = (struct token_list){NULL, 0, 0};
    uint32_t source = source_add(&scan->sources, "t", "t", text);
    scan->good = lexer_run(&scan->tokens, &scan->sources, source, &scan->arena,
                           &scan->names, &scan->diags);
}

static void finish(struct scan *scan)
{
    token_list_finish(&scan->tokens);
    diag_list_finish(&scan->diags);
    source_table_finish(&scan->sources);
    intern_finish(&scan->names);
    arena_finish(&scan->arena);
}

static void assert_refused(struct str text, uint32_t place, const char *words)
{
    struct scan s;
    scan(&s, text);
    assert_false(s.good);
    assert_int_equal(s.diags.error_count, 1);
    assert_int_equal(s.diags.items[0].kind, DIAG_LEXICAL);
    assert_int_equal(s.diags.items[0].span.start, place);
    assert_non_null(strstr(s.diags.items[0].message, words));
    assert_int_equal(s.tokens.items[s.tokens.count - 1].kind, TOKEN_END);
    finish(&s);
}

static void bytes_that_are_not_utf8_are_an_error_with_a_place(void **state)
{
    (void)state;
    assert_refused(STR("let a = \xff;"), 8, "UTF-8");
    assert_refused(STR("// \xc0\x80"), 3, "UTF-8");
    assert_refused(STR("\"\xed\xa0\x80\""), 1, "UTF-8"); /* a surrogate */
    assert_refused(STR("a\xe6\x97"), 1, "UTF-8");        /* cut short */
}

static void a_nul_is_an_error_with_a_place(void **state)
{
    (void)state;
    assert_refused(STR("let a\0b"), 5, "NUL");
    assert_refused(STR("\0\xff"), 0, "NUL");
    assert_refused(STR("\xff\0"), 0, "UTF-8");
}

static void control_characters_begin_nothing(void **state)
{
    (void)state;
    assert_refused(STR("a \x01 b"), 2, "cannot begin");
    assert_refused(STR("\x7f"), 0, "cannot begin");
}

static void a_byte_order_mark_is_passed_over(void **state)
{
    (void)state;
    struct scan s;
    scan(&s, STR("\xEF\xBB\xBFlet"));
    assert_true(s.good);
    assert_int_equal(s.tokens.count, 2);
    assert_string_equal(s.tokens.items[0].name->text, "let");
    assert_int_equal(s.tokens.items[0].span.start, 3);
    finish(&s);
}

static void an_empty_text_has_only_an_end(void **state)
{
    (void)state;
    struct scan s;
    scan(&s, STR(""));
    assert_true(s.good);
    assert_int_equal(s.tokens.count, 1);
    assert_int_equal(s.tokens.items[0].kind, TOKEN_END);
    finish(&s);
}

static void a_decoded_string_may_hold_nul(void **state)
{
    (void)state;
    struct scan s;
    scan(&s, STR("\"a\\0b\""));
    assert_true(s.good);
    assert_int_equal(s.tokens.items[0].text.length, 3);
    assert_memory_equal(s.tokens.items[0].text.data, "a\0b", 4);
    finish(&s);
}

static void spans_cover_the_token_with_its_marks(void **state)
{
    (void)state;
    struct scan s;
    scan(&s, STR("ab .cd `e f` \"g\""));
    static const uint32_t starts[] = {0, 3, 7, 13, 16};
    static const uint32_t ends[] = {2, 6, 12, 16, 16};
    assert_int_equal(s.tokens.count, 5);
    for (size_t i = 0; i < 5; i++) {
        assert_int_equal(s.tokens.items[i].span.start, starts[i]);
        assert_int_equal(s.tokens.items[i].span.end, ends[i]);
    }
    finish(&s);
}

static void a_backslash_at_the_very_end_does_not_run_over(void **state)
{
    (void)state;
    assert_refused(STR("\"\\"), 0, "closing quote");
    assert_refused(STR("`\\"), 0, "closing backtick");
    assert_refused(STR("'\\"), 0, "char literal");
}

static void windows_line_ends_are_white_space(void **state)
{
    (void)state;
    struct scan s;
    scan(&s, STR("/// doc\r\na\r\n"));
    assert_int_equal(s.tokens.count, 3);
    assert_string_equal(s.tokens.items[0].text.data, " doc");
    assert_string_equal(s.tokens.items[1].name->text, "a");
    finish(&s);
}

/* One word a byte, up to the limit, and one more. */
static void a_module_has_at_most_a_million_words(void **state)
{
    (void)state;
    static char text[LEXER_TOKEN_LIMIT + 1];
    memset(text, ';', sizeof text);
    struct scan s;
    scan(&s, str_from(text, LEXER_TOKEN_LIMIT));
    assert_true(s.good);
    assert_int_equal(s.tokens.count, LEXER_TOKEN_LIMIT + 1); /* and the end */
    finish(&s);
    assert_refused(str_from(text, sizeof text), LEXER_TOKEN_LIMIT, "too long");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bytes_that_are_not_utf8_are_an_error_with_a_place),
        cmocka_unit_test(a_nul_is_an_error_with_a_place),
        cmocka_unit_test(control_characters_begin_nothing),
        cmocka_unit_test(a_byte_order_mark_is_passed_over),
        cmocka_unit_test(an_empty_text_has_only_an_end),
        cmocka_unit_test(a_decoded_string_may_hold_nul),
        cmocka_unit_test(spans_cover_the_token_with_its_marks),
        cmocka_unit_test(a_backslash_at_the_very_end_does_not_run_over),
        cmocka_unit_test(windows_line_ends_are_white_space),
        cmocka_unit_test(a_module_has_at_most_a_million_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
