/* Where expanded text stands and what it is called; what macros mean is in
 * tests/golden/lang/macros.txt. */
#include "front_fixture.h"

static const struct ast_expr *body_of_last(const struct fixture *f)
{
    return f->program.decls[f->program.decl_count - 1]->let.body;
}

static struct str text_of(const struct fixture *f, const struct ast_expr *expr)
{
    return source_text(&f->program.sources, expr->span);
}

static void read_with_library(struct fixture *f, const char *text)
{
    fixture_init(f);
    f->options.library = WEIR_TEST_LIBRARY;
    if (!fixture_read(f, str_from(text, strlen(text))))
        fail_msg("%s", buf_text(&f->text));
}

static void a_local_let_is_named_and_stands_where_it_was_written(void **state)
{
    (void)state;
    struct fixture f;
    read_with_library(&f, "import control; let a = let x = 1; x + 2;");
    const struct ast_expr *body = body_of_last(&f);
    assert_int_equal(body->kind, AST_APPLY);
    assert_string_equal(body->form, "let");
    assert_true(str_is(text_of(&f, body), "let x = 1; x + 2"));
    assert_string_equal(body->apply.function->form, "let");
    assert_null(body->apply.items[0]->form);
    assert_true(str_is(text_of(&f, body->apply.items[0]), "1"));
    const struct ast_expr *sum = body->apply.function->lambda.body;
    assert_null(sum->form);
    assert_true(str_is(text_of(&f, sum), "x + 2"));
    fixture_finish(&f);
}

static void a_form_made_of_forms_keeps_the_outermost_name(void **state)
{
    (void)state;
    struct fixture f;
    read_with_library(&f, "import control;\n"
                          "syntax twice _ in _ -1 right;\n"
                          "macro twice p in e = let p = 2; e;\n"
                          "let a = twice n in n * n;");
    const struct ast_expr *body = body_of_last(&f);
    assert_string_equal(body->form, "twice");
    assert_string_equal(body->apply.function->form, "twice");
    assert_true(str_is(text_of(&f, body->apply.items[0]), "twice n in n * n"));
    fixture_finish(&f);
}

static void a_macro_that_is_a_name_is_called_by_it(void **state)
{
    (void)state;
    struct fixture f;
    read_with_library(&f, "macro square(x) = x * x; let a = square(3);");
    assert_string_equal(body_of_last(&f)->form, "square");
    assert_null(body_of_last(&f)->apply.items[0]->form);
    fixture_finish(&f);
}

static void plain_text_has_no_form(void **state)
{
    (void)state;
    struct fixture f;
    read_with_library(&f, "import quickstrom; let a = [1] == [2] && true;");
    assert_null(body_of_last(&f)->form);
    fixture_finish(&f);
}

static void a_function_in_a_call_trace_has_its_name(void **state)
{
    (void)state;
    struct fixture f;
    read_with_library(&f, "let f(x) = x;");
    assert_int_equal(body_of_last(&f)->kind, AST_LAMBDA);
    assert_string_equal(body_of_last(&f)->lambda.name->text, "f");
    fixture_finish(&f);
}

static void every_local_has_its_own_number(void **state)
{
    (void)state;
    struct fixture f;
    read_with_library(&f, "macro pair(e) = [fun (x) { e }, fun (x) { e }];\n"
                          "let a = pair(x);");
    const struct ast_expr *body = body_of_last(&f);
    const struct ast_expr *one = body->list.items[0];
    const struct ast_expr *two = body->list.items[1];
    assert_int_equal(f.program.local_count, 2);
    assert_ptr_equal(one->lambda.body->local, one->lambda.parameters[0]->local);
    assert_ptr_equal(two->lambda.body->local, two->lambda.parameters[0]->local);
    assert_int_not_equal(one->lambda.body->local->id,
                         two->lambda.body->local->id);
    fixture_finish(&f);
}

static void documentation_goes_to_the_next_declaration(void **state)
{
    (void)state;
    struct fixture f;
    read_with_library(&f, "/// one\n///# alone\n/// two\n///three\n"
                          "let a = 1;\nlet b = 2;\n///# only\nlet c = 3;");
    struct ast_decl **decls = f.program.decls;
    assert_true(str_is(decls[0]->doc, "two\nthree"));
    assert_int_equal(decls[1]->doc.length, 0);
    assert_int_equal(decls[2]->doc.length, 0);
    fixture_finish(&f);
}

static void properties_are_listed_in_the_order_of_the_checks(void **state)
{
    (void)state;
    struct fixture f;
    read_with_library(&f, "let p = 1; let q = 2;\n"
                          "action a! = {id: \"a\", event: false, args: []};\n"
                          "check q, p with *;\ncheck p with a!;");
    assert_int_equal(f.program.property_count, 3);
    assert_string_equal(f.program.properties[0].global->name->text, "q");
    assert_string_equal(f.program.properties[1].global->name->text, "p");
    assert_string_equal(f.program.properties[2].global->name->text, "p");
    assert_ptr_equal(f.program.properties[1].check, f.program.decls[3]);
    assert_ptr_equal(f.program.properties[2].check, f.program.decls[4]);
    fixture_finish(&f);
}

static void the_subscript_is_a_hundred_unless_given(void **state)
{
    (void)state;
    struct fixture f;
    read_with_library(&f, "");
    assert_int_equal(f.program.subscript, 100);
    fixture_finish(&f);
    fixture_init(&f);
    f.options.subscript = 7;
    assert_true(fixture_read(&f, STR("")));
    assert_int_equal(f.program.subscript, 7);
    fixture_finish(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_local_let_is_named_and_stands_where_it_was_written),
        cmocka_unit_test(a_form_made_of_forms_keeps_the_outermost_name),
        cmocka_unit_test(a_macro_that_is_a_name_is_called_by_it),
        cmocka_unit_test(plain_text_has_no_form),
        cmocka_unit_test(a_function_in_a_call_trace_has_its_name),
        cmocka_unit_test(every_local_has_its_own_number),
        cmocka_unit_test(documentation_goes_to_the_next_declaration),
        cmocka_unit_test(properties_are_listed_in_the_order_of_the_checks),
        cmocka_unit_test(the_subscript_is_a_hundred_unless_given),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
