/* Texts made to hurt: each limit from both sides, and nothing takes long. */
#include "front_fixture.h"

#include "lang/front/parser.h"

static void add_times(struct buf *text, const char *part, int times)
{
    for (int i = 0; i < times; i++)
        buf_add_text(text, part);
}

static bool read_text(struct fixture *f, struct buf *text)
{
    fixture_init(f);
    bool good = fixture_read(f, buf_str(text));
    buf_finish(text);
    return good;
}

/* let a = FIRST × times MIDDLE LAST × times; */
static bool read_nested(struct fixture *f, const char *first,
                        const char *middle, const char *last, int times)
{
    struct buf text;
    buf_init(&text);
    buf_add_text(&text, "let a = ");
    add_times(&text, first, times);
    buf_add_text(&text, middle);
    add_times(&text, last, times);
    buf_add_text(&text, ";");
    return read_text(f, &text);
}

static void assert_limit(const char *first, const char *middle,
                         const char *last)
{
    struct fixture f;
    assert_true(read_nested(&f, first, middle, last, PARSER_DEPTH_LIMIT - 5));
    fixture_finish(&f);
    assert_false(read_nested(&f, first, middle, last, PARSER_DEPTH_LIMIT + 5));
    assert_int_equal(f.diags.error_count, 1);
    assert_true(fixture_says(&f, "nests more than 1000 levels deep"));
    fixture_finish(&f);
    assert_false(read_nested(&f, first, middle, last, 20000));
    fixture_finish(&f);
}

static void nesting_ends_with_a_message(void **state)
{
    (void)state;
    assert_limit("(", "1", ")");
    assert_limit("[", "", "]");
    assert_limit("{k: ", "1", "}");
    assert_limit("not ", "true", "");
    assert_limit("always {1} ", "true", "");
}

static void chains_end_with_a_message(void **state)
{
    (void)state;
    assert_limit("true && ", "true", "");
    assert_limit("1 + ", "1", "");
    assert_limit("", "1", ".k");
    assert_limit("", "map", "(1)");
}

static void brackets_that_never_close_do_no_harm(void **state)
{
    (void)state;
    struct fixture f;
    assert_false(read_nested(&f, "(", "", "", 500));
    fixture_finish(&f);
    assert_false(read_nested(&f, "[{k: (", "", "", 50000));
    fixture_finish(&f);
}

static void a_long_list_is_read(void **state)
{
    (void)state;
    struct fixture f;
    struct buf text;
    buf_init(&text);
    buf_add_text(&text, "let a = [");
    add_times(&text, "1, ", 50000);
    buf_add_text(&text, "];");
    assert_true(read_text(&f, &text));
    assert_int_equal(f.program.decls[0]->let.body->list.count, 50000);
    fixture_finish(&f);
}

static void a_heavily_ambiguous_text_ends_with_a_message(void **state)
{
    (void)state;
    struct fixture f;
    assert_false(read_nested(&f, "1 == ", "1", "", 30));
    assert_true(fixture_says(&f, "ambiguous expression"));
    fixture_finish(&f);
    assert_false(read_nested(&f, "1 == ", "1", "", 900));
    assert_true(fixture_says(&f, "too many ways to read this declaration"));
    fixture_finish(&f);
}

/* macro m0 = 1; macro m1 = [m0, m0]; …; let a = m<levels>; */
static bool read_doubling(struct fixture *f, int levels)
{
    struct buf text;
    buf_init(&text);
    buf_add_text(&text, "macro m0 = 1;\n");
    for (int i = 1; i <= levels; i++)
        buf_addf(&text, "macro m%d = [m%d, m%d];\n", i, i - 1, i - 1);
    buf_addf(&text, "let a = m%d;", levels);
    return read_text(f, &text);
}

static void macros_that_double_end_with_a_message(void **state)
{
    (void)state;
    struct fixture f;
    assert_true(read_doubling(&f, 10));
    fixture_finish(&f);
    assert_false(read_doubling(&f, 60));
    assert_true(fixture_says(&f, "macros expand to too much here"));
    fixture_finish(&f);
}

static bool read_doubled_arguments(struct fixture *f, int levels)
{
    struct buf text;
    buf_init(&text);
    buf_add_text(&text, "macro d(x) = [x, x]; let a = ");
    add_times(&text, "d(", levels);
    buf_add_text(&text, "1");
    add_times(&text, ")", levels);
    buf_add_text(&text, ";");
    return read_text(f, &text);
}

static void arguments_that_double_end_with_a_message(void **state)
{
    (void)state;
    struct fixture f;
    assert_true(read_doubled_arguments(&f, 10));
    fixture_finish(&f);
    assert_false(read_doubled_arguments(&f, 60));
    assert_true(fixture_says(&f, "macros expand to too much here"));
    fixture_finish(&f);
}

static void many_mistakes_are_counted_and_cut(void **state)
{
    (void)state;
    struct fixture f;
    struct buf text;
    buf_init(&text);
    for (int i = 0; i < 1000; i++)
        buf_addf(&text, "let a%d = b%d;\nlet = ;\n", i, i);
    assert_false(read_text(&f, &text));
    assert_int_equal(f.diags.error_count, 2000);
    assert_true(fixture_says(&f, "and 1950 more errors"));
    fixture_finish(&f);
}

static const char sample[] =
    "syntax _ plus _ 8 left; let ~a plus [b, {k: c}] = a + c;\n"
    "macro m(x) = fun (y) { x }; /// doc\n"
    "action go!(p) = {id: \"g\\x41\\&\", event: false, args: [`li`, 'c']};\n"
    "let q = always {1.5} m(:s(1, -2))(o!).k ==> not happened; // end\n"
    "check q*, q with *, go! when if true {1} else {2};\n";

/* Nothing may crash, and a refusal always has a reason. */
static void assert_survived(struct str text)
{
    struct fixture f;
    fixture_init(&f);
    bool good = fixture_read(&f, text);
    assert_true(good == (f.diags.error_count == 0));
    fixture_finish(&f);
}

static void every_prefix_of_a_text_is_survived(void **state)
{
    (void)state;
    for (size_t length = 0; length < sizeof sample; length++)
        assert_survived(str_from(sample, length));
}

static void every_missing_byte_is_survived(void **state)
{
    (void)state;
    for (size_t at = 0; at + 1 < sizeof sample; at++) {
        char text[sizeof sample];
        memcpy(text, sample, at);
        memcpy(text + at, sample + at + 1, sizeof sample - at - 1);
        assert_survived(str_from(text, sizeof sample - 2));
    }
}

static void every_changed_byte_is_survived(void **state)
{
    (void)state;
    static const char changes[] = "([{`\"';:._~-=\xff";
    for (size_t at = 0; at + 1 < sizeof sample; at++) {
        char text[sizeof sample];
        memcpy(text, sample, sizeof sample);
        text[at] = changes[at % sizeof changes]; /* NUL is one of them */
        assert_survived(str_from(text, sizeof sample - 1));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nesting_ends_with_a_message),
        cmocka_unit_test(chains_end_with_a_message),
        cmocka_unit_test(brackets_that_never_close_do_no_harm),
        cmocka_unit_test(a_long_list_is_read),
        cmocka_unit_test(a_heavily_ambiguous_text_ends_with_a_message),
        cmocka_unit_test(macros_that_double_end_with_a_message),
        cmocka_unit_test(arguments_that_double_end_with_a_message),
        cmocka_unit_test(many_mistakes_are_counted_and_cut),
        cmocka_unit_test(every_prefix_of_a_text_is_survived),
        cmocka_unit_test(every_missing_byte_is_survived),
        cmocka_unit_test(every_changed_byte_is_survived),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
