/* Values: identity (which makes leaves of the logic one) and printing. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "back_support.h"
#include "base/utf8.h"
#include "lang/eval/eval.h"
#include "lang/eval/machine.h"

/* Values that no program can confuse, each written twice. */
static const char *const distinct[] = {
    "null",
    "true",
    "false",
    "1",
    "2",
    "1.0",
    "0.0",
    "0 * (0 - 1.0)", /* minus zero */
    "\"1\"",
    "\"\"",
    "'a'",
    "'b'",
    "[]",
    "[1]",
    "[1.0]",
    "[1, 2]",
    "[[1], 2]",
    "{a: 1}",
    "{a: 2}",
    "{b: 1}",
    ":x",
    ":x(1)",
    ":y(1)",
    "noop!",
    "noop! timeout 5",
    "keyPress!(\"a\")",
    "keyPress!(\"b\")",
    "`l`",
    "`o`",
    "next p",
    "nextT p",
    "always {3} p",
};

enum { DISTINCT = sizeof distinct / sizeof distinct[0] };

/* The values of globals v0, v1, …, each expression in turn. */
static void evaluate_all(struct machine *machine, struct val *values,
                         size_t first)
{
    for (size_t i = 0; i < DISTINCT; i++) {
        machine_begin(machine);
        values[i] =
            eval_force(machine, NULL,
                       machine_global(machine, NULL, (uint32_t)(first + i)));
        assert_int_not_equal(values[i].kind, VAL_FAIL);
    }
}

static void release_all(struct val *values)
{
    for (size_t i = 0; i < DISTINCT; i++)
        val_unref(values[i]);
}

static void equal_expressions_are_identical_and_others_are_not(void **state)
{
    struct buf text;
    struct machine machine;
    struct val a[DISTINCT];
    struct val b[DISTINCT];
    (void)state;
    buf_init(&text);
    buf_add_text(&text, "let ~p = `p`;");
    for (int copy = 0; copy < 2; copy++)
        for (size_t i = 0; i < DISTINCT; i++)
            buf_addf(&text, "let ~v%d_%zu = %s;", copy, i, distinct[i]);
    struct lang_program *program = load(buf_text(&text));
    struct value *json = value_parse(
        STR("{\"p\": true, \"l\": [1, {\"k\": [2]}], \"o\": {\"a\": 1}}"),
        NULL);
    machine_init(&machine, program->code);
    machine_enter(&machine, json, 1);
    evaluate_all(&machine, a, program->global_count - 2 * DISTINCT);
    evaluate_all(&machine, b, program->global_count - DISTINCT);
    for (size_t i = 0; i < DISTINCT; i++) {
        assert_true(val_hash_items(0, &a[i], 1, 4) ==
                    val_hash_items(0, &b[i], 1, 4));
        for (size_t j = 0; j < DISTINCT; j++) {
            int64_t steps = 1000;
            assert_int_equal(val_identical(a[i], b[j], &steps), i == j);
        }
    }
    release_all(a);
    release_all(b);
    machine_finish(&machine);
    value_unref(json);
    lang_program_destroy(program);
    buf_finish(&text);
}

static void identity_gives_up_when_it_takes_too_long(void **state)
{
    int64_t steps = 3;
    (void)state;
    struct val_block *a = val_block_create(5);
    struct val_block *b = val_block_create(5);
    struct val x = val_block_seal(VAL_LIST, a);
    struct val y = val_block_seal(VAL_LIST, b);
    assert_false(val_identical(x, y, &steps));
    steps = 100;
    assert_true(val_identical(x, y, &steps));
    val_unref(x);
    val_unref(y);
}

static void blocks_nest_up_to_the_limit_and_no_deeper(void **state)
{
    (void)state;
    struct val at = val_null();
    for (int depth = 1; depth <= VAL_DEPTH_LIMIT; depth++) {
        struct val_block *block = val_block_create(1);
        block->items[0] = at;
        at = val_block_seal(VAL_LIST, block);
        assert_int_equal(at.kind, VAL_LIST);
        assert_int_equal(val_depth(at), depth);
    }
    struct val_block *block = val_block_create(1);
    block->items[0] = at;
    assert_int_equal(val_block_seal(VAL_LIST, block).kind, VAL_FAIL);
}

static void printing(void **state)
{
    (void)state;
    assert_value("{a: [1, 2.5, \"x\\n\"], b: :s('c', null)}",
                 "{a: [1, 2.5, \"x\\n\"], b: :s('c', null)}");
    assert_value("keyPress!(\"a\") timeout 3", "keyPress!(\"a\") timeout 3");
    assert_value("fun x. x", "<function>");
    assert_value("next true", "<formula>");
    assert_value("0.0 / 0.0", "NaN");
    assert_value("0 - 1 / 0.0", "-Infinity");
    assert_value_in("{\"#a\": [{\"ref\": \"e\", \"position\": {\"x\": 1},"
                    " \"v\": true}]}",
                    "", "[click!(`#a`), `#a`]", "[click!(`#a`), [{v: true}]]");
    assert_value("[[[[[[[[1]]]]]]]]", "[[[[[[\xe2\x80\xa6]]]]]]");
}

static void long_values_are_cut(void **state)
{
    struct buf buf;
    (void)state;
    struct val text = val_string(STR("a \xc3\xa9\xc3\xa9\xc3\xa9"));
    buf_init(&buf);
    val_print(&buf, text, 5);
    assert_string_equal(buf_text(&buf), "\"a \xc3\xa9\"\xe2\x80\xa6");
    buf_finish(&buf);
    val_unref(text);
}

/* What stands after a long text has room, and the text keeps its end. */
static void long_texts_inside_are_cut_in_their_middle(void **state)
{
    enum { ACCENTS = 150 };
    struct buf text, printed;
    (void)state;
    buf_init(&text);
    buf_init(&printed);
    for (int i = 0; i < ACCENTS; i++)
        buf_add_text(&text, "\xc3\xa9");
    buf_add_text(&text, "/the/end");
    struct val_block *block = val_block_create(2);
    block->items[0] = val_string(buf_str(&text));
    block->items[1] = val_int(404);
    struct val list = val_block_seal(VAL_LIST, block);
    val_print_brief(&printed, list, 480);
    assert_true(str_starts_with(buf_str(&printed), "[\"\xc3\xa9"));
    assert_int_equal(utf8_first_invalid(buf_str(&printed)), printed.length);
    assert_non_null(
        strstr(buf_text(&printed), "\xc3\xa9\"\xe2\x80\xa6\"\xc3\xa9"));
    assert_non_null(strstr(buf_text(&printed), "/the/end\", 404]"));
    assert_true(printed.length < text.length);
    buf_clear(&printed);
    val_print(&printed, list, 480);
    assert_non_null(strstr(buf_text(&printed), buf_text(&text)));
    val_unref(list);
    buf_finish(&text);
    buf_finish(&printed);
}

static void conversion_to_data_refuses_what_cannot_cross(void **state)
{
    int64_t steps = 100;
    (void)state;
    assert_null(val_to_data(val_char('a'), &steps));
    struct value *one = val_to_data(val_float(1.0), &steps);
    assert_int_equal(one->kind, VALUE_INT);
    value_unref(one);
    struct val_block *block = val_block_create(2);
    block->items[0] = val_int(1);
    block->items[1] = val_char('a');
    struct val list = val_block_seal(VAL_LIST, block);
    assert_null(val_to_data(list, &steps));
    val_unref(list);
    steps = 0;
    assert_null(val_to_data(val_int(1), &steps));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_expressions_are_identical_and_others_are_not),
        cmocka_unit_test(identity_gives_up_when_it_takes_too_long),
        cmocka_unit_test(blocks_nest_up_to_the_limit_and_no_deeper),
        cmocka_unit_test(printing),
        cmocka_unit_test(long_values_are_cut),
        cmocka_unit_test(long_texts_inside_are_cut_in_their_middle),
        cmocka_unit_test(conversion_to_data_refuses_what_cannot_cross),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
