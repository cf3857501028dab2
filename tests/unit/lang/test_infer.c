/* Types: section 4 of the reference, items 39 to 41 of its checklist. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "back_support.h"

static void accept(const char *text)
{
    lang_program_destroy(load(text));
}

static void reject(const char *text, const char *part)
{
    assert_rejected(text, DIAG_TYPE, part);
}

#define MISMATCH "Type mismatch, cannot unify"

static void functions_are_no_data_item_39(void **state)
{
    (void)state;
    reject("let f(x) = x; let ~l = [f];", MISMATCH);
    reject("let f(x) = x; let ~l = {k: f};", MISMATCH);
    reject("let f(x) = x; let ~l = :t(f);", MISMATCH);
    reject("let f(x) = x; let g(x) = x; let ~l = f == g;", MISMATCH);
    reject("let f(x) = x; let ~l = f && true;", MISMATCH);
    reject("let f(x) = x; let ~l = f timeout 5;", MISMATCH);
    reject("let f(x) = x; let ~l = foldr(fun x. fun a. f, f, []);", MISMATCH);
    reject("let f(x) = x; let ~l = f.k;", MISMATCH);
}

static void data_is_no_function_item_39(void **state)
{
    (void)state;
    reject("let o = {k: 1}; let ~l = o.k(1);", MISMATCH);
    reject("let ~l = `x`(1);", MISMATCH);
    reject("let ~l = 1(2);", MISMATCH);
}

static void self_application_and_self_reference_item_39(void **state)
{
    (void)state;
    reject("let w(x) = x(x);", "Cannot construct infinite type");
    assert_rejected("let f(x) = f(x);", DIAG_TYPE, "not in scope");
}

static void duplicate_fields_are_type_errors_item_39(void **state)
{
    (void)state;
    reject("let o = {a: 1, b: 2, a: 3};",
           "Duplicate fields in object literal: a");
}

static void functions_may_be_chosen_item_40(void **state)
{
    (void)state;
    accept("let f(x) = x; let g(x) = x + 1; let ~c = true;"
           "let ~a = (if c {f} else {g})(1);"
           "let ~b = (f when c)(1);"
           "let ~d = null(1);"
           "let ~e = f(f);"
           "let twice(h, x) = h(h(x)); let ~i = twice(f, 1);"
           "let compose(h, k) = fun x. h(k(x)); let ~j = compose(f, g)(1);");
}

static void local_bindings_are_monomorphic(void **state)
{
    (void)state;
    reject("let ~x = (let f = fun y. y; f(f(1)) + f(fun z. z)(1));", MISMATCH);
    accept("let f(y) = y; let ~x = f(f(1)) + f(fun z. z)(1);");
}

/* The reference, 4.1 [F]: two quantified variables must not be confused. */
static void instances_of_schemes_with_several_variables_are_fresh(void **state)
{
    (void)state;
    accept("let const(x, y) = x;"
           "let f(h) = fun z. [const(1, h), const(h, 2)(z), const(z, z)];"
           "let ~v = f(fun q. q);");
    accept("let flip(h, x, y) = h(y, x);"
           "let ~v = (fun a. flip(fun p. fun q. p, a, fun r. r))(1)(2);");
}

static void parameters_and_bodies_of_actions_are_values_item_41(void **state)
{
    (void)state;
    reject("let f(x) = x; action ~a! = f;", MISMATCH);
    reject("action a!(x) = noop! when x(1);", MISMATCH);
    reject("let f(x) = x; action a!(x) = noop!; let ~b = a!(f);", MISMATCH);
    accept("action a!(x, {k: y}) = noop! when x == y;"
           "action ~b! = a!(1, {k: 2});");
}

static void patterns_other_than_names_are_values(void **state)
{
    (void)state;
    reject("let f([x]) = x(1);", MISMATCH);
    reject("let f({k: x}) = x; let ~g = f(fun z. z);", MISMATCH);
    reject("let f(x) = x; let [a] = f;", MISMATCH);
    accept("let f(null) = 1; let g(_) = 2; let h(x) = x; let ~a = f(h) ;"
           "let ~b = g(h); let _ = h; let null = null;");
}

static void several_mistakes_are_reported(void **state)
{
    struct diag_list diags;
    struct source_table sources;
    struct lang_options options = {0};
    (void)state;
    diag_list_init(&diags);
    struct lang_program *program = lang_load_text(
        "x.strom",
        STR("let f(x) = x;\nlet ~a = [f];\nlet ~b = f.k;\nlet ~c = a.k;\n"),
        &options, &diags, &sources);
    assert_null(program);
    assert_int_equal(diags.error_count, 2);
    assert_int_equal(diags.items[0].span.start, 24);
    assert_int_equal(diags.items[0].span.end, 25);
    assert_non_null(strstr(diags.items[0].message, "a -> a with V"));
    assert_non_null(strstr(diags.items[0].message, "this is a function"));
    assert_string_equal(diags.items[0].help,
                        "'f' needs 1 argument, in parentheses after it");
    assert_non_null(strstr(diags.items[0].details, "x.strom:2:10"));
    assert_int_equal(diags.items[1].span.start, 37);
    diag_list_finish(&diags);
    source_table_finish(&sources);
}

static void the_when_of_a_check_is_inferred(void **state)
{
    (void)state;
    reject("let ~p = true; check p with noop! when [fun x. x];", MISMATCH);
    accept("let ~p = true; check p with noop! when fun x. x;");
}

/* Types that double with each declaration are shared, not copied out. */
static void large_types_do_not_explode(void **state)
{
    struct buf text;
    (void)state;
    buf_init(&text);
    buf_add_text(&text, "let p0(x, k) = k(x, x);");
    for (int i = 1; i < 20; i++)
        buf_addf(&text, "let p%d(x) = p%d(p%d(x));", i, i - 1, i - 1);
    struct diag_list diags;
    struct source_table sources;
    struct lang_options options = {0};
    diag_list_init(&diags);
    struct lang_program *program =
        lang_load_text("x.strom", buf_str(&text), &options, &diags, &sources);
    /* It may be refused, but it ends. */
    if (program == NULL)
        assert_true(diags.error_count > 0);
    lang_program_destroy(program);
    source_table_finish(&sources);
    diag_list_finish(&diags);
    buf_finish(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(functions_are_no_data_item_39),
        cmocka_unit_test(data_is_no_function_item_39),
        cmocka_unit_test(self_application_and_self_reference_item_39),
        cmocka_unit_test(duplicate_fields_are_type_errors_item_39),
        cmocka_unit_test(functions_may_be_chosen_item_40),
        cmocka_unit_test(local_bindings_are_monomorphic),
        cmocka_unit_test(instances_of_schemes_with_several_variables_are_fresh),
        cmocka_unit_test(parameters_and_bodies_of_actions_are_values_item_41),
        cmocka_unit_test(patterns_other_than_names_are_values),
        cmocka_unit_test(several_mistakes_are_reported),
        cmocka_unit_test(the_when_of_a_check_is_inferred),
        cmocka_unit_test(large_types_do_not_explode),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
