#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "base/intern.h"

static void equal_texts_are_one_name(void **state)
{
    (void)state;
    struct intern table;
    intern_init(&table);
    char text[] = "name";
    intern_t name = intern_text(&table, text);
    text[0] = 'g';
    assert_ptr_equal(intern_text(&table, "name"), name);
    assert_ptr_not_equal(intern_text(&table, text), name);
    assert_string_equal(name->text, "name");
    assert_true(str_is(intern_as_str(name), "name"));
    intern_finish(&table);
}

static void nul_belongs_to_a_name(void **state)
{
    (void)state;
    struct intern table;
    intern_init(&table);
    intern_t name = intern_str(&table, STR("a\0b"));
    assert_int_equal(name->length, 3);
    assert_ptr_not_equal(intern_str(&table, STR("a")), name);
    assert_ptr_equal(intern_str(&table, STR("a\0b")), name);
    assert_int_equal(intern_text(&table, "")->length, 0);
    intern_finish(&table);
}

static void names_stay_where_they_are(void **state)
{
    (void)state;
    enum { COUNT = 5000 };
    struct intern table;
    intern_t names[COUNT];
    char text[20];
    intern_init(&table);
    for (int i = 0; i < COUNT; i++) {
        snprintf(text, sizeof text, "n%d", i);
        names[i] = intern_text(&table, text);
    }
    for (int i = 0; i < COUNT; i++) {
        snprintf(text, sizeof text, "n%d", i);
        assert_ptr_equal(intern_text(&table, text), names[i]);
        assert_string_equal(names[i]->text, text);
    }
    intern_finish(&table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_texts_are_one_name),
        cmocka_unit_test(nul_belongs_to_a_name),
        cmocka_unit_test(names_stay_where_they_are),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
