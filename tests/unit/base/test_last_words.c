#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/last_words.h"

static void assert_words(const char *text, const char *wanted)
{
    struct str words = last_words(str_text(text));
    assert_int_equal(words.length, str_text(wanted).length);
    assert_true(str_is(words, wanted));
}

static void the_last_line_is_told(void **state)
{
    (void)state;
    assert_words("", "");
    assert_words("\n \n\t\n", "");
    assert_words("one", "one");
    assert_words("Error: long ago\nlistening\nbye\r\n\n", "bye");
    assert_words("Traceback (most recent call last):\n  File \"a.py\", line 1\n"
                 "ModuleNotFoundError: No module named 'a'\n",
                 "ModuleNotFoundError: No module named 'a'");
    assert_words("sh: 1: nix: not found\n", "sh: 1: nix: not found");
}

static void a_stack_at_the_end_is_passed_over(void **state)
{
    (void)state;
    assert_words("node:internal:1137\n  throw err;\n  ^\n\n"
                 "Error: Cannot find module './a'\nRequire stack:\n- /b.js\n"
                 "    at Module._load (node:1137:15) {\n"
                 "  code: 'MODULE_NOT_FOUND',\n  requireStack: [\n    '/b.js'\n"
                 "  ]\n}\n\nNode.js v20.20.2\n",
                 "Error: Cannot find module './a'");
    assert_words("/a.js:1\nlet x = ;\n        ^\n\n"
                 "SyntaxError: Unexpected token ';'\n"
                 "    at wrap (node:73)\n\nNode.js v22.1.0",
                 "SyntaxError: Unexpected token ';'");
    assert_words("TypeError [ERR_X]: no\n    at a (b.js:1)\n",
                 "TypeError [ERR_X]: no");
    assert_words("Exception in thread \"main\" java.io.IOException: closed\n"
                 "\tat a.B.c(B.java:1)\n",
                 "Exception in thread \"main\" java.io.IOException: closed");
}

static void what_names_no_error_is_told_all_the_same(void **state)
{
    (void)state;
    assert_words("about to go\n    at a (b.js:1)\n}\n", "about to go");
    assert_words("Errors: 2\nterrors\n  more\n", "terrors");
    assert_words("  all of it\n    is a stack\n", "    is a stack");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_last_line_is_told),
        cmocka_unit_test(a_stack_at_the_end_is_passed_over),
        cmocka_unit_test(what_names_no_error_is_told_all_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
