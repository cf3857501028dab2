#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/buf.h"
#include "js/machine.h"

static int open_machine(void **state)
{
    *state = js_machine_create(JS_MEMORY_BYTES, NULL);
    return *state == NULL;
}

static int close_machine(void **state)
{
    js_machine_destroy(*state);
    return 0;
}

static void load(struct js_machine *machine, const char *source)
{
    struct error error = ERROR_NONE;
    if (!js_machine_load(machine, "test.js", str_text(source), &error))
        fail_msg("%s", error.message);
}

static void assert_call(struct js_machine *machine, const char *function,
                        struct str argument, struct str expected)
{
    struct error error = ERROR_NONE;
    struct buf result;
    buf_init(&result);
    if (!js_machine_call(machine, function, &argument, 1, &result, &error))
        fail_msg("%s", error.message);
    assert_int_equal(result.length, expected.length);
    assert_memory_equal(buf_text(&result), expected.data, expected.length);
    buf_finish(&result);
}

static void calls_a_function_of_a_loaded_script(void **state)
{
    load(*state, "function twice(text) { return text + text; }");
    assert_call(*state, "twice", STR("ab"), STR("abab"));
}

static void a_script_sees_what_an_earlier_one_defined(void **state)
{
    load(*state, "const suffix = '!';");
    load(*state, "function shout(text) { return text + suffix; }");
    assert_call(*state, "shout", STR("hi"), STR("hi!"));
}

static void appends_the_result_after_what_is_there(void **state)
{
    load(*state, "function answer() { return 42; }");
    struct buf result;
    buf_init(&result);
    buf_add_text(&result, "n=");
    assert_true(js_machine_call(*state, "answer", NULL, 0, &result, NULL));
    assert_string_equal(buf_text(&result), "n=42");
    buf_finish(&result);
}

static void strings_may_hold_nul(void **state)
{
    load(*state, "function size(text) { return text.length; }"
                 "function same(text) { return text; }");
    assert_call(*state, "size", STR("a\0b"), STR("3"));
    assert_call(*state, "same", STR("a\0b"), STR("a\0b"));
}

static void an_emoji_has_length_two_and_comes_back_whole(void **state)
{
    load(*state,
         "function size(text) { return text.length; }"
         "function join(text) { return '\\ud83d' + '\\ude00' + text; }");
    assert_call(*state, "size", STR("\xF0\x9F\x98\x80"), STR("2"));
    assert_call(*state, "join", STR("\xF0\x9F\x98\x80"),
                STR("\xF0\x9F\x98\x80\xF0\x9F\x98\x80"));
}

static void half_a_surrogate_pair_comes_out_as_replacement(void **state)
{
    load(*state, "function high() { return 'a\\ud83dz'; }"
                 "function low() { return '\\ude00'; }"
                 "function swapped() { return '\\ude00\\ud83d'; }");
    assert_call(*state, "high", STR(""), STR("a\xEF\xBF\xBDz"));
    assert_call(*state, "low", STR(""), STR("\xEF\xBF\xBD"));
    assert_call(*state, "swapped", STR(""), STR("\xEF\xBF\xBD\xEF\xBF\xBD"));
}

static void bytes_that_are_not_utf8_go_in_as_replacement(void **state)
{
    /* 0xFF at the start would otherwise make one of Duktape's symbols. */
    load(*state, "function kind(text) { return typeof text + text.length; }");
    assert_call(*state, "kind", STR("\xFFx"), STR("string2"));
}

static void assert_load_fails(void **state, const char *source,
                              const char *words)
{
    struct error error = ERROR_NONE;
    assert_false(js_machine_load(*state, "test.js", str_text(source), &error));
    assert_int_equal(error.code, ERROR_RUN);
    if (strstr(error.message, words) == NULL)
        fail_msg("'%s' is not in '%s'", words, error.message);
}

static void an_error_says_where_it_was_thrown(void **state)
{
    assert_load_fails(state, "\n\nmissing();", "test.js:3: ReferenceError");
}

static void a_syntax_error_says_its_line(void **state)
{
    assert_load_fails(state, "var a = 1;\nvar b = ;", "test.js:2: SyntaxError");
}

static void anything_can_be_thrown(void **state)
{
    assert_load_fails(state, "throw 'words';", "words");
    assert_load_fails(state, "throw null;", "null");
    assert_load_fails(state, "throw { toString: function () { throw this; } };",
                      "");
}

static void an_error_whose_getters_throw_is_still_an_error(void **state)
{
    assert_load_fails(state,
                      "var e = new Error('x'); Object.defineProperty(e, "
                      "'fileName', {get: function () { throw e; }}); throw e;",
                      "cannot be described");
}

static void a_function_that_is_missing_is_named(void **state)
{
    struct error error = ERROR_NONE;
    struct buf result;
    buf_init(&result);
    assert_false(js_machine_call(*state, "nope", NULL, 0, &result, &error));
    assert_non_null(strstr(error.message, "nope"));
    assert_int_equal(result.length, 0);
    buf_finish(&result);
}

static void endless_recursion_is_an_error(void **state)
{
    assert_load_fails(state, "function f() { return f() + 1; } f();",
                      "RangeError");
}

static void a_machine_works_on_after_an_error(void **state)
{
    assert_load_fails(state, "throw new Error('first');", "first");
    load(*state, "function ok() { return 'ok'; }");
    assert_call(*state, "ok", STR(""), STR("ok"));
}

static void memory_beyond_the_limit_is_an_error(void **state)
{
    (void)state;
    struct error error = ERROR_NONE;
    struct js_machine *machine = js_machine_create(1024 * 1024, &error);
    assert_non_null(machine);
    struct str greedy =
        STR("var s = 'x'; for (;;) { s += s; }"); /* doubles until it breaks */
    assert_false(js_machine_load(machine, "test.js", greedy, &error));
    assert_true(js_machine_load(machine, "test.js", STR("s = null;"), &error));
    js_machine_destroy(machine);
}

static void a_limit_too_small_for_a_heap_is_an_error(void **state)
{
    (void)state;
    struct error error = ERROR_NONE;
    assert_null(js_machine_create(1024, &error));
    assert_int_equal(error.code, ERROR_RUN);
}

static void syntax_is_checked_without_running(void **state)
{
    (void)state;
    struct error error = ERROR_NONE;
    assert_true(js_check_syntax("a.js", STR("throw new Error();"), &error));
    assert_true(
        js_check_syntax("a.js", STR("'use strict'; const a = 1;"), &error));
    assert_false(js_check_syntax("a.js", STR("a;\nlet x => 1;"), &error));
    assert_non_null(strstr(error.message, "a.js:2: SyntaxError"));
}

static void destroying_nothing_is_fine(void **state)
{
    (void)state;
    js_machine_destroy(NULL);
}

#define WITH_MACHINE(test)                                                     \
    cmocka_unit_test_setup_teardown(test, open_machine, close_machine)

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_MACHINE(calls_a_function_of_a_loaded_script),
        WITH_MACHINE(a_script_sees_what_an_earlier_one_defined),
        WITH_MACHINE(appends_the_result_after_what_is_there),
        WITH_MACHINE(strings_may_hold_nul),
        WITH_MACHINE(an_emoji_has_length_two_and_comes_back_whole),
        WITH_MACHINE(half_a_surrogate_pair_comes_out_as_replacement),
        WITH_MACHINE(bytes_that_are_not_utf8_go_in_as_replacement),
        WITH_MACHINE(an_error_says_where_it_was_thrown),
        WITH_MACHINE(a_syntax_error_says_its_line),
        WITH_MACHINE(anything_can_be_thrown),
        WITH_MACHINE(an_error_whose_getters_throw_is_still_an_error),
        WITH_MACHINE(a_function_that_is_missing_is_named),
        WITH_MACHINE(endless_recursion_is_an_error),
        WITH_MACHINE(a_machine_works_on_after_an_error),
        cmocka_unit_test(memory_beyond_the_limit_is_an_error),
        cmocka_unit_test(a_limit_too_small_for_a_heap_is_an_error),
        cmocka_unit_test(syntax_is_checked_without_running),
        cmocka_unit_test(destroying_nothing_is_fine),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
