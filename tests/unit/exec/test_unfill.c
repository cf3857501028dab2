/* What the places of a template have to be so that it becomes what is there. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>

#include <cmocka.h>

#include <stdlib.h>

#include "exec/http/unfill.h"

/* The JSON of what is found of `args`; "no": it does not fit. */
static void finds(const char *template, const char *text,
                  enum template_escape escape, const char *wanted)
{
    struct unfill_root args = {"args", NULL};
    struct unfill_roots roots = {&args, 1};
    struct buf found = {0};
    if (!unfill_text(str_text(template), str_text(text), escape, &roots))
        buf_add_text(&found, "no");
    else if (args.value != NULL)
        value_add_json(&found, args.value);
    assert_string_equal(buf_text(&found), wanted);
    unfill_finish(&roots);
    buf_finish(&found);
}

static void of_a_path(void **state)
{
    (void)state;
    finds("/a", "/a", TEMPLATE_PATH, "");
    finds("/a", "/ab", TEMPLATE_PATH, "no");
    finds("/a/${args[0]}", "/a/7", TEMPLATE_PATH, "[7]");
    finds("/a/${args[0]}", "/a/7/8", TEMPLATE_PATH, "no");
    finds("/a/${args[0]}", "/a/", TEMPLATE_PATH, "[\"\"]");
    finds("/a/${args[0]}", "/a/%C3%A4%2f%20b", TEMPLATE_PATH, "[\"ä/ b\"]");
    finds("/a/${args[0]}", "/a/%zz%4", TEMPLATE_PATH, "[\"%zz%4\"]");
    finds("/${args[1]}?q=${args[0]}&n=${args[2]}", "/x?q=&n=true",
          TEMPLATE_PATH, "[\"\",\"x\",true]");
    finds("/${args[0]}?q=1", "/x&q=1?q=1", TEMPLATE_PATH, "no");
    /* A number that is written otherwise would not be found again. */
    finds("/${args[0]}", "/-1.5", TEMPLATE_PATH, "[-1.5]");
    finds("/${args[0]}", "/[1]", TEMPLATE_PATH, "[\"[1]\"]");
    finds("/${process}/${args[0]}", "/3/4", TEMPLATE_PATH, "[4]");
}

static void of_a_text(void **state)
{
    (void)state;
    finds("a ${args[0]} b", "a x/y b", TEMPLATE_PLAIN, "[\"x/y\"]");
    finds("$${${args[0]}}", "${1}", TEMPLATE_PLAIN, "[1]");
    finds("${args[0]}${args[1]}", "xy", TEMPLATE_PLAIN, "[\"xy\",\"\"]");
    finds("${args[1].a[\"b c\"][1]}", "v", TEMPLATE_PLAIN,
          "[null,{\"a\":{\"b c\":[null,\"v\"]}}]");
    finds("${args[99999999999]}", "v", TEMPLATE_PLAIN, "null");
}

static void of_a_value(void **state)
{
    (void)state;
    struct unfill_root items[] = {{"args", NULL}, {"body", NULL}};
    struct unfill_roots roots = {items, 2};
    struct value *template =
        value_parse(STR("{\"n\":\"${args[0]}\",\"l\":[1,\"${body.a}\"],\"t\":"
                        "\"x ${body.b}\"}"),
                    NULL);
    struct value *value = value_parse(
        STR("{\"l\":[1,{\"z\":0}],\"t\":\"x 5\",\"n\":[2],\"more\":1}"), NULL);
    struct buf text = {0};
    assert_true(unfill_value(template, value, &roots));
    value_add_json(&text, items[0].value);
    value_add_json(&text, items[1].value);
    assert_string_equal(buf_text(&text), "[[2]]{\"a\":{\"z\":0},\"b\":5}");
    unfill_finish(&roots);
    struct value *other =
        value_parse(STR("{\"l\":[2,0],\"t\":\"x\",\"n\":0}"), NULL);
    assert_false(unfill_value(template, other, &roots));
    unfill_finish(&roots);
    buf_finish(&text);
    value_unref(template);
    value_unref(value);
    value_unref(other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(of_a_path),
        cmocka_unit_test(of_a_text),
        cmocka_unit_test(of_a_value),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
