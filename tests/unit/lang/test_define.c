#include "front_fixture.h"

static bool read_with(struct fixture *f, const char *name, const char *value,
                      const char *text)
{
    struct lang_define define = {name, value};
    fixture_init(f);
    f->options.defines = &define;
    f->options.define_count = 1;
    return fixture_read(f, str_from(text, strlen(text)));
}

static void assert_defined(const char *value, const char *body,
                           const char *expected)
{
    struct fixture f;
    struct buf text;
    buf_init(&text);
    buf_addf(&text, "let n = %s;", body);
    assert_true(read_with(&f, "n", value, buf_text(&text)));
    assert_string_equal(buf_text(&f.text), expected);
    buf_finish(&text);
    fixture_finish(&f);
}

static void assert_refused(const char *name, const char *value,
                           const char *text, const char *words)
{
    struct fixture f;
    assert_false(read_with(&f, name, value, text));
    assert_int_equal(f.diags.error_count, 1);
    if (!fixture_says(&f, words))
        fail_msg("'%s' is not in: %s", words, buf_text(&f.text));
    fixture_finish(&f);
}

static void a_literal_takes_the_place_of_a_literal(void **state)
{
    (void)state;
    assert_defined("5", "1", "(let @n 5)\n");
    assert_defined("-5", "1", "(let @n -5)\n");
    assert_defined("1.5", "\"a\"", "(let @n 1.5)\n");
    assert_defined("\"b c\"", "1", "(let @n \"b c\")\n");
    assert_defined("`li`", "1", "(let @n `li`)\n");
    assert_defined("true", "false", "(let @n true)\n");
    assert_defined(" null ", "1", "(let @n null)\n");
}

static void it_reaches_every_module_and_every_let_of_the_name(void **state)
{
    (void)state;
    struct fixture f;
    assert_true(read_with(&f, "n", "5",
                          "let n = 1; let a = n; let n = 2; let ~m = 3;"));
    assert_string_equal(buf_text(&f.text),
                        "(let @n 5)\n(let @a @n)\n(let @n@2 5)\n(let ~@m 3)\n");
    fixture_finish(&f);
    assert_true(read_with(&f, "m", "5", "let ~m = 3;"));
    assert_string_equal(buf_text(&f.text), "(let ~@m 5)\n");
    fixture_finish(&f);
}

static void a_name_that_is_not_there_is_an_error(void **state)
{
    (void)state;
    assert_refused("number", "5", "let numbr = 1;",
                   "--define number: there is no top-level let of this name");
    assert_refused("number", "5", "let numbr = 1;", "did you mean 'numbr'?");
}

static void another_mistake_hides_the_missing_name(void **state)
{
    (void)state;
    assert_refused("n", "5", "let a = 1 2;", "expected");
}

static void what_is_no_literal_is_not_replaced(void **state)
{
    (void)state;
    assert_refused("n", "5", "let n = 1 + 1;",
                   "t.strom:1:9: error: --define n: this is not a literal");
}

static void the_value_must_be_one_literal(void **state)
{
    (void)state;
    assert_refused("n", "abc", "let n = 1;",
                   "--define n:1:1: error: the value of 'n' is not a literal");
    assert_refused("n", "1 2", "let n = 1;", "is not a literal");
    assert_refused("n", "", "let n = 1;", "is not a literal");
    assert_refused("n", "\"a", "let n = 1;", "no closing quote");
}

static void functions_and_actions_are_left_alone(void **state)
{
    (void)state;
    struct fixture f;
    assert_true(
        read_with(&f, "n", "5", "let n(x) = 1; action n! = 2; let n = 3;"));
    assert_true(fixture_says(&f, "(let @n (fun (x) 1))"));
    assert_true(fixture_says(&f, "(action @n! () 2)"));
    fixture_finish(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_literal_takes_the_place_of_a_literal),
        cmocka_unit_test(it_reaches_every_module_and_every_let_of_the_name),
        cmocka_unit_test(a_name_that_is_not_there_is_an_error),
        cmocka_unit_test(another_mistake_hides_the_missing_name),
        cmocka_unit_test(what_is_no_literal_is_not_replaced),
        cmocka_unit_test(the_value_must_be_one_literal),
        cmocka_unit_test(functions_and_actions_are_left_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
