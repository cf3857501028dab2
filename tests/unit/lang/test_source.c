#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "lang/front/source.h"

struct places {
    struct source_table table;
    uint32_t index;
};

static void begin(struct places *places, const char *text)
{
    source_table_init(&places->table);
    places->index = source_add(&places->table, "a/b.strom", "b",
                               str_from(text, strlen(text)));
}

static void assert_place(const struct places *places, uint32_t offset, int line,
                         int column)
{
    int got_line;
    int got_column;
    source_position(places->table.items[places->index], offset, &got_line,
                    &got_column);
    assert_int_equal(got_line, line);
    assert_int_equal(got_column, column);
}

static void lines_and_columns_count_from_one(void **state)
{
    (void)state;
    struct places places;
    begin(&places, "ab\n\ncd");
    assert_place(&places, 0, 1, 1);
    assert_place(&places, 1, 1, 2);
    assert_place(&places, 2, 1, 3); /* the newline itself */
    assert_place(&places, 3, 2, 1);
    assert_place(&places, 4, 3, 1);
    assert_place(&places, 6, 3, 3); /* the end */
    assert_place(&places, 99, 3, 3);
    source_table_finish(&places.table);
}

static void columns_count_characters_not_bytes(void **state)
{
    (void)state;
    struct places places;
    begin(&places, "é日x");
    assert_place(&places, 2, 1, 2);
    assert_place(&places, 5, 1, 3);
    source_table_finish(&places.table);
}

static void a_line_comes_without_its_end(void **state)
{
    (void)state;
    struct places places;
    begin(&places, "one\r\ntwo\n");
    const struct source *source = places.table.items[0];
    assert_true(str_is(source_line(source, 1), "one"));
    assert_true(str_is(source_line(source, 2), "two"));
    assert_true(str_is(source_line(source, 3), ""));
    assert_true(str_is(source_line(source, 4), ""));
    assert_true(str_is(source_line(source, 0), ""));
    source_table_finish(&places.table);
}

static void a_span_gives_its_text_and_its_source(void **state)
{
    (void)state;
    struct places places;
    begin(&places, "let x = 1;");
    struct span x = {0, 4, 5};
    struct span one = {0, 8, 9};
    assert_true(str_is(source_text(&places.table, x), "x"));
    assert_true(str_is(source_text(&places.table, span_join(x, one)), "x = 1"));
    assert_ptr_equal(source_of(&places.table, x), places.table.items[0]);
    source_table_finish(&places.table);
}

static void a_span_of_no_source_is_harmless(void **state)
{
    (void)state;
    struct places places;
    begin(&places, "x");
    struct span nowhere = {UINT32_MAX, 0, 0};
    struct span beyond = {0, 0, 2};
    assert_null(source_of(&places.table, nowhere));
    assert_int_equal(source_text(&places.table, nowhere).length, 0);
    assert_int_equal(source_text(&places.table, beyond).length, 0);
    source_table_finish(&places.table);
}

static void an_empty_source_has_one_line(void **state)
{
    (void)state;
    struct places places;
    begin(&places, "");
    assert_place(&places, 0, 1, 1);
    assert_int_equal(places.table.items[0]->line_count, 1);
    source_table_finish(&places.table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_and_columns_count_from_one),
        cmocka_unit_test(columns_count_characters_not_bytes),
        cmocka_unit_test(a_line_comes_without_its_end),
        cmocka_unit_test(a_span_gives_its_text_and_its_source),
        cmocka_unit_test(a_span_of_no_source_is_harmless),
        cmocka_unit_test(an_empty_source_has_one_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
