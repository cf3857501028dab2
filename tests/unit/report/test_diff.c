#include "report/diff.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/buf.h"

/* Element differences in short: "+2" added as the third, "-0" removed from the
 * first place, "~1" modified, "=1" unmodified, "m" after what moved. */
static void elements_differ(const char *before, const char *after,
                            const char *expected)
{
    struct value *a = value_parse(str_text(before), NULL);
    struct value *b = value_parse(str_text(after), NULL);
    struct diff_element_list list = {0};
    struct buf out;
    buf_init(&out);
    diff_elements(&list, a, b);
    for (size_t i = 0; i < list.count; i++) {
        const struct diff_element *element = &list.items[i];
        buf_addf(&out, "%s%c%zu%s", i == 0 ? "" : " ", "=+-~"[element->kind],
                 element -> kind == DIFF_REMOVED ? element -> before_index
                                                 : element -> after_index,
                 element -> moved ? "m" : "");
    }
    assert_string_equal(buf_text(&out), expected);
    buf_finish(&out);
    diff_element_list_finish(&list);
    value_unref(a);
    value_unref(b);
}

/* The same after joining what was replaced, marked "r". */
static void replaced_differ(const char *before, const char *after,
                            const char *expected)
{
    struct value *a = value_parse(str_text(before), NULL);
    struct value *b = value_parse(str_text(after), NULL);
    struct diff_element_list list = {0};
    struct buf out;
    buf_init(&out);
    diff_elements(&list, a, b);
    diff_join_replaced(&list);
    for (size_t i = 0; i < list.count; i++)
        buf_addf(&out, "%s%c%zu%s", i == 0 ? "" : " ",
                 "=+-~"[list.items[i].kind],
                 list.items[i].kind == DIFF_REMOVED ? list.items[i].before_index
                                                    : list.items[i].after_index,
                 list.items[i].replaced ? "r" : "");
    assert_string_equal(buf_text(&out), expected);
    buf_finish(&out);
    diff_element_list_finish(&list);
    value_unref(a);
    value_unref(b);
}

/* Field differences as "path:before>after;", "_" for what is not there. */
static void fields_differ(const char *before, const char *after,
                          const char *expected)
{
    struct value *a = value_parse(str_text(before), NULL);
    struct value *b = value_parse(str_text(after), NULL);
    struct diff_field_list list = {0};
    struct buf out;
    buf_init(&out);
    diff_fields(&list, a, b);
    for (size_t i = 0; i < list.count; i++) {
        buf_addf(&out, "%s:", list.items[i].path);
        if (list.items[i].before == NULL)
            buf_add_char(&out, '_');
        else
            value_add_json(&out, list.items[i].before);
        buf_add_char(&out, '>');
        if (list.items[i].after == NULL)
            buf_add_char(&out, '_');
        else
            value_add_json(&out, list.items[i].after);
        buf_add_char(&out, ';');
    }
    assert_string_equal(buf_text(&out), expected);
    buf_finish(&out);
    diff_field_list_finish(&list);
    value_unref(a);
    value_unref(b);
}

static void elements_are_paired_by_ref(void **state)
{
    (void)state;
    elements_differ("[{\"ref\":\"a\",\"x\":1},{\"ref\":\"b\",\"x\":2}]",
                    "[{\"ref\":\"b\",\"x\":2}]", "-0 =0");
    elements_differ("[{\"ref\":\"a\",\"x\":1}]",
                    "[{\"ref\":\"a\",\"x\":2},{\"ref\":\"b\"}]", "~0 +1");
    elements_differ("[{\"ref\":\"a\",\"x\":1}]", "[{\"ref\":\"b\",\"x\":1}]",
                    "-0 +0");
}

static void without_refs_they_are_paired_by_place(void **state)
{
    (void)state;
    elements_differ("[{\"x\":1},{\"x\":2}]", "[{\"x\":1},{\"x\":3}]", "=0 ~1");
    elements_differ("[{\"x\":1}]", "[{\"x\":1},{\"x\":2}]", "=0 +1");
    elements_differ("[{\"x\":1},{\"x\":2}]", "[{\"x\":1}]", "=0 -1");
}

static void an_element_with_a_ref_is_no_partner_for_one_without(void **state)
{
    (void)state;
    elements_differ("[{\"ref\":\"a\"}]", "[{\"x\":1}]", "-0 +0");
    elements_differ("[{\"x\":1}]", "[{\"ref\":\"a\"}]", "-0 +0");
}

static void nothing_and_everything(void **state)
{
    (void)state;
    elements_differ("[]", "[]", "");
    elements_differ("[]", "[{},{}]", "+0 +1");
    elements_differ("[{},{}]", "[]", "-0 -1");
}

static void what_was_removed_stands_where_it_stood(void **state)
{
    (void)state;
    elements_differ("[{\"ref\":\"a\"},{\"ref\":\"b\"},{\"ref\":\"c\"}]",
                    "[{\"ref\":\"a\"},{\"ref\":\"c\"},{\"ref\":\"d\"}]",
                    "=0 -1 =1 +2");
}

static void elements_that_change_places_have_moved(void **state)
{
    (void)state;
    elements_differ("[{\"ref\":\"a\"},{\"ref\":\"b\"},{\"ref\":\"c\"}]",
                    "[{\"ref\":\"b\"},{\"ref\":\"a\"},{\"ref\":\"c\"}]",
                    "=0m =1m =2");
}

static void an_insertion_or_removal_moves_nobody(void **state)
{
    (void)state;
    elements_differ("[{\"ref\":\"a\"},{\"ref\":\"b\"},{\"ref\":\"c\"}]",
                    "[{\"ref\":\"n\"},{\"ref\":\"b\"},{\"ref\":\"c\"}]",
                    "-0 +0 =1 =2");
}

/* Pages may repeat anything. */
static void a_repeated_ref_finds_one_partner(void **state)
{
    (void)state;
    elements_differ("[{\"ref\":\"a\"},{\"ref\":\"a\"}]",
                    "[{\"ref\":\"a\"},{\"ref\":\"a\"},{\"ref\":\"a\"}]",
                    "=0 -1 +1 +2");
}

static void a_new_element_in_the_same_place_has_replaced_the_old(void **state)
{
    (void)state;
    replaced_differ("[{\"ref\":\"a\",\"x\":1}]", "[{\"ref\":\"b\",\"x\":2}]",
                    "~0r");
    replaced_differ("[{\"ref\":\"a\",\"x\":1},{\"ref\":\"b\"}]",
                    "[{\"ref\":\"c\",\"x\":1},{\"ref\":\"b\"}]", "=0r =1");
    replaced_differ("[{\"ref\":\"a\",\"x\":1},{\"ref\":\"b\",\"x\":2}]",
                    "[{\"ref\":\"c\",\"x\":2}]", "-1 ~0r");
    replaced_differ("[{\"ref\":\"a\"},{\"ref\":\"b\"}]", "[{\"ref\":\"b\"}]",
                    "-0 =0");
    replaced_differ("[]", "[{\"ref\":\"b\"}]", "+0");
}

static void ref_and_position_are_no_modification(void **state)
{
    (void)state;
    elements_differ("[{\"ref\":\"a\",\"position\":{\"x\":1}}]",
                    "[{\"ref\":\"a\",\"position\":{\"x\":2}}]", "=0");
    fields_differ("{\"ref\":\"a\",\"position\":null,\"x\":1}",
                  "{\"ref\":\"b\",\"x\":1}", "");
    fields_differ("{\"css\":{\"position\":\"a\"}}",
                  "{\"css\":{\"position\":\"b\"}}",
                  "css.position:\"a\">\"b\";");
}

static void fields_differ_down_to_the_leaf(void **state)
{
    (void)state;
    fields_differ("{\"a\":1,\"css\":{\"color\":\"x\",\"display\":\"none\"}}",
                  "{\"a\":1,\"css\":{\"color\":\"x\",\"display\":\"block\"}}",
                  "css.display:\"none\">\"block\";");
    fields_differ("{\"a\":[1]}", "{\"a\":[1,2]}", "a:[1]>[1,2];");
    fields_differ("{\"a\":{\"b\":1}}", "{\"a\":null}", "a:{\"b\":1}>null;");
}

static void fields_may_come_and_go(void **state)
{
    (void)state;
    fields_differ("{\"a\":1,\"b\":2}", "{\"c\":3,\"b\":2}", "c:_>3;a:1>_;");
}

static void only_lists_of_objects_are_elements(void **state)
{
    (void)state;
    static const struct {
        const char *json;
        bool expected;
    } cases[] = {
        {"[]", true},  {"[{}]", true},  {"[{},1]", false},
        {"{}", false}, {"null", false}, {"[[{}]]", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct value *value = value_parse(str_text(cases[i].json), NULL);
        assert_int_equal(diff_is_elements(value), cases[i].expected);
        value_unref(value);
    }
}

/* A list of elements with refs drawn from few letters. */
static struct value *random_list(void)
{
    struct buf text;
    buf_init(&text);
    buf_add_char(&text, '[');
    for (long i = random() % 8; i > 0; i--)
        buf_addf(&text, "{\"ref\":\"%c\",\"x\":%ld}%s",
                 (int)('a' + random() % 6), random() % 3, i > 1 ? "," : "");
    buf_add_char(&text, ']');
    struct value *list = value_parse(buf_str(&text), NULL);
    buf_finish(&text);
    return list;
}

/* Whatever the lists: each element of either stands in the result once. */
static void every_element_is_told_exactly_once(void **state)
{
    (void)state;
    srandom(3);
    for (int round = 0; round < 3000; round++) {
        struct value *a = random_list(), *b = random_list();
        struct diff_element_list list = {0};
        diff_elements(&list, a, b);
        size_t before = 0, after = 0;
        for (size_t i = 0; i < list.count; i++) {
            const struct diff_element *element = &list.items[i];
            before += element->before != NULL;
            if (element->after != NULL)
                assert_int_equal(element->after_index, after++);
            if (element->before != NULL)
                assert_ptr_equal(element->before,
                                 a->items[element->before_index]);
        }
        assert_int_equal(before, a->count);
        assert_int_equal(after, b->count);
        diff_element_list_finish(&list);
        value_unref(a);
        value_unref(b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(elements_are_paired_by_ref),
        cmocka_unit_test(without_refs_they_are_paired_by_place),
        cmocka_unit_test(an_element_with_a_ref_is_no_partner_for_one_without),
        cmocka_unit_test(nothing_and_everything),
        cmocka_unit_test(what_was_removed_stands_where_it_stood),
        cmocka_unit_test(elements_that_change_places_have_moved),
        cmocka_unit_test(an_insertion_or_removal_moves_nobody),
        cmocka_unit_test(a_repeated_ref_finds_one_partner),
        cmocka_unit_test(a_new_element_in_the_same_place_has_replaced_the_old),
        cmocka_unit_test(ref_and_position_are_no_modification),
        cmocka_unit_test(fields_differ_down_to_the_leaf),
        cmocka_unit_test(fields_may_come_and_go),
        cmocka_unit_test(only_lists_of_objects_are_elements),
        cmocka_unit_test(every_element_is_told_exactly_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
