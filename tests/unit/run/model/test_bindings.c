/* What references stand for in a run. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "run/model/bindings.h"

static struct value *json(const char *text)
{
    struct value *value = value_parse(str_text(text), NULL);
    assert_non_null(value);
    return value;
}

static void learn(struct bindings *bindings, int64_t number,
                  const char *expected, const char *got)
{
    struct value *fake = json(expected), *real = json(got);
    bindings_learn(bindings, number, fake, real);
    value_unref(fake);
    value_unref(real);
}

static void assert_list(struct bindings *bindings, const char *list)
{
    struct value *expected = json(list);
    assert_int_equal(bindings->items.count, expected->count);
    for (size_t i = 0; i < expected->count; i++) {
        const struct binding *own = &bindings->items.items[i];
        struct value *const *parts = expected->items[i]->items;
        assert_int_equal(own->number, parts[0]->integer);
        assert_int_equal(own->slot, parts[1]->integer);
        assert_true(value_equal(own->value, parts[2]));
    }
    value_unref(expected);
}

static void what_is_learned_is_found(void **state)
{
    (void)state;
    struct bindings bindings = {.items = VEC_EMPTY};
    learn(&bindings, 2, "{\"id\":{\"$ref\":[2,0]}}", "{\"id\":\"x-1\"}");
    bindings_add(&bindings, &(struct binding){4, 1, json("7")});
    assert_string_equal(value_text(bindings_find(&bindings, 2, 0)).data, "x-1");
    assert_int_equal(bindings_find(&bindings, 4, 1)->integer, 7);
    assert_null(bindings_find(&bindings, 4, 0));
    assert_list(&bindings, "[[2,0,\"x-1\"],[4,1,7]]");
    bindings_finish(&bindings);
}

static void what_is_forgotten_can_be_learned_anew(void **state)
{
    (void)state;
    struct bindings bindings = {.items = VEC_EMPTY};
    learn(&bindings, 0, "{\"$ref\":[0,0]}", "\"a\"");
    learn(&bindings, 1, "{\"$ref\":[1,0]}", "\"b\"");
    assert_list(&bindings, "[[0,0,\"a\"],[1,0,\"b\"]]");
    bindings_forget(&bindings, 1);
    assert_null(bindings_find(&bindings, 1, 0));
    assert_non_null(bindings_find(&bindings, 0, 0));
    assert_list(&bindings, "[[0,0,\"a\"]]");
    learn(&bindings, 1, "{\"$ref\":[1,0]}", "\"c\"");
    assert_string_equal(value_text(bindings_find(&bindings, 1, 0)).data, "c");
    assert_list(&bindings, "[[0,0,\"a\"],[1,0,\"c\"]]");
    bindings_finish(&bindings);
}

/* A page shows what several commands have created, and what was hidden before.
 */
static void
what_any_command_created_is_learned_where_it_has_no_value(void **state)
{
    (void)state;
    struct bindings bindings = {.items = VEC_EMPTY};
    learn(&bindings, 1, "{\"$ref\":[1,0]}", "\"b\"");
    learn(&bindings, BINDINGS_ANY,
          "[{\"$ref\":[0,0]},{\"$ref\":[1,0]},{\"$ref\":[2,1]}]",
          "[\"a\",\"x\",7]");
    assert_list(&bindings, "[[1,0,\"b\"],[0,0,\"a\"],[2,1,7]]");
    bindings_finish(&bindings);
}

static void assert_symbolic(struct bindings *bindings, const char *value,
                            const char *expected, const char *wanted)
{
    struct value *real = json(value), *fake = json(expected);
    struct value *symbols = bindings_symbolic(bindings, real, fake);
    struct value *list = json(wanted);
    assert_true(value_equal(symbols, list));
    value_unref(real);
    value_unref(fake);
    value_unref(symbols);
    value_unref(list);
}

/* Two tables, each of which counts from 1: even numbers of commands create a
 * shelf, odd ones a book. */
static const char *table_of(const void *context, int64_t number, int64_t slot)
{
    (void)context;
    (void)slot;
    return number % 2 == 0 ? "shelf" : "book";
}

static void what_is_of_another_type_may_have_the_same_identifier(void **state)
{
    (void)state;
    struct bindings bindings = {.items = VEC_EMPTY, .type_of = table_of};
    learn(&bindings, 0, "{\"$ref\":[0,0]}", "1");
    learn(&bindings, 1, "{\"$ref\":[1,0]}", "1");
    assert_null(bindings_alias(&bindings, 1));
    learn(&bindings, 2, "{\"$ref\":[2,0]}", "1");
    assert_int_equal(bindings_alias(&bindings, 2)->number, 0);
    bindings_finish(&bindings);
}

/* In another order, and with one that is not expected: what a model's own
 * `same` may find to be no difference. */
static void a_number_is_a_symbol_where_one_is_expected(void **state)
{
    (void)state;
    struct bindings bindings = {.items = VEC_EMPTY};
    learn(&bindings, 0, "{\"$ref\":[0,0]}", "130");
    learn(&bindings, 1, "{\"$ref\":[1,0]}", "131");
    assert_symbolic(
        &bindings, "[{\"id\":131,\"n\":130},{\"id\":130,\"n\":1}]",
        "[{\"id\":{\"$ref\":[0,0]},\"n\":1},{\"id\":{\"$ref\":[1,0]}}]",
        "[{\"id\":{\"$ref\":[1,0]},\"n\":130},{\"id\":{\"$ref\":[0,0]},"
        "\"n\":1}]");
    assert_symbolic(&bindings, "[130,7,131]", "[{\"$ref\":[1,0]}]",
                    "[{\"$ref\":[0,0]},7,{\"$ref\":[1,0]}]");
    assert_symbolic(&bindings, "[130,131]", "[]", "[130,131]");
    assert_symbolic(&bindings, "\"no item 131\"", "\"no item 131\"",
                    "\"no item 131\"");
    bindings_finish(&bindings);
}

/* A loan that stands where another one is expected is no member. */
static void a_symbol_has_the_type_that_is_expected(void **state)
{
    (void)state;
    struct bindings bindings = {.items = VEC_EMPTY, .type_of = table_of};
    bindings_add(&bindings, &(struct binding){0, 0, json("7")});
    bindings_add(&bindings, &(struct binding){1, 0, json("6")});
    bindings_add(&bindings, &(struct binding){3, 0, json("7")});
    assert_symbolic(&bindings, "[7]", "[{\"$ref\":[1,0]}]",
                    "[{\"$ref\":[3,0]}]");
    assert_symbolic(&bindings, "[6]", "[{\"$ref\":[0,0]}]", "[6]");
    bindings_finish(&bindings);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_of_another_type_may_have_the_same_identifier),
        cmocka_unit_test(a_symbol_has_the_type_that_is_expected),
        cmocka_unit_test(what_is_learned_is_found),
        cmocka_unit_test(what_is_forgotten_can_be_learned_anew),
        cmocka_unit_test(
            what_any_command_created_is_learned_where_it_has_no_value),
        cmocka_unit_test(a_number_is_a_symbol_where_one_is_expected),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
