#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/json.h"
#include "cdp/script/script.h"
#include "cdp/script/script_cache.h"
#include "js/machine.h"

/* The script for DEPS, as text; *script is the caller's to finish. */
static bool compile(const char *deps_json, bool asks, struct buf *script,
                    struct error *error)
{
    struct json *json = json_parse(str_text(deps_json), error);
    assert_non_null(json);
    struct deps deps;
    assert_true(deps_from_json(&deps, json, error));
    struct inject_options options = {.frame_control = asks};
    buf_init(script);
    bool done = inject_compile(&deps, &options, script, error);
    deps_finish(&deps);
    json_destroy(json);
    return done;
}

static void compiled(const char *deps_json, struct buf *script)
{
    struct error error = ERROR_NONE;
    if (!compile(deps_json, false, script, &error))
        fail_msg("%s", error.message);
}

static void assert_refused(const char *deps_json, const char *words)
{
    struct buf script;
    struct error error = ERROR_NONE;
    assert_false(compile(deps_json, false, &script, &error));
    assert_int_equal(error.code, ERROR_SPEC);
    assert_non_null(strstr(error.message, words));
    assert_int_equal(script.length, 0);
    buf_finish(&script);
}

static void equal_dependencies_give_equal_scripts(void **state)
{
    (void)state;
    struct buf a, b;
    compiled("{\"p\":{\"value\":{},\"css\":{\"color\":{}}},\"b\":{}}", &a);
    compiled("{\"b\":{},\"p\":{\"css\":{\"color\":{}},\"value\":{}}}", &b);
    assert_string_equal(buf_text(&a), buf_text(&b));
    buf_finish(&a);
    buf_finish(&b);
}

static void a_script_is_ascii_whatever_the_selectors_are(void **state)
{
    (void)state;
    struct buf script;
    compiled("{\"[title=\\\"\xC3\xA9\xF0\x9F\x98\x80\\u2028\\\"]\":{}}",
             &script);
    for (size_t i = 0; i < script.length; i++)
        assert_true((unsigned char)script.data[i] < 0x80);
    assert_non_null(strstr(buf_text(&script), "\\u00e9\\ud83d\\ude00\\u2028"));
    buf_finish(&script);
}

static void a_selector_cannot_leave_its_string(void **state)
{
    (void)state;
    struct buf script;
    compiled("{\"a\\\"]); throw 1; //\":{},\"\\\\\":{},\"\\n\":{}}", &script);
    assert_non_null(strstr(buf_text(&script), "\"a\\\"]); throw 1; //\""));
    assert_non_null(strstr(buf_text(&script), "\"\\\\\""));
    assert_non_null(strstr(buf_text(&script), "\"\\n\""));
    buf_finish(&script);
}

static void what_is_not_asked_is_not_in_the_script(void **state)
{
    (void)state;
    struct buf without, with;
    compiled("{\"p\":{}}", &without);
    compiled("{\"p\":{\"value\":{},\"inViewport\":{},\"css\":{\"color\":{}},"
             "\"a\":{\"b\":{}}}}",
             &with);
    const char *const helpers[] = {"function isInViewport", "function plain",
                                   "function nested", "function readSilent",
                                   "const STYLED"};
    for (size_t i = 0; i < sizeof helpers / sizeof *helpers; i++) {
        assert_null(strstr(buf_text(&without), helpers[i]));
        assert_non_null(strstr(buf_text(&with), helpers[i]));
    }
    buf_finish(&without);
    buf_finish(&with);
}

static void writes_are_noted_only_where_they_are_asked_for(void **state)
{
    (void)state;
    struct buf with, without;
    compiled("{\"p\":{\"value\":{}}}", &without);
    compiled("{\"::written\":{\"p\":{\"value\":{}}},\"p\":{\"value\":{}}}",
             &with);
    assert_null(strstr(buf_text(&without), "writtenText"));
    assert_null(strstr(buf_text(&without), "::written\": ["));
    assert_non_null(strstr(buf_text(&with), "writtenText"));
    assert_null(strstr(buf_text(&with), "// "));
    buf_finish(&with);
    buf_finish(&without);
}

static void comments_stay_at_home(void **state)
{
    (void)state;
    struct buf script;
    compiled("{\"p\":{\"value\":{}}}", &script);
    assert_null(strstr(buf_text(&script), "// "));
    buf_finish(&script);
}

static void an_empty_dependency_set_has_a_script(void **state)
{
    (void)state;
    struct buf script;
    compiled("{}", &script);
    assert_non_null(strstr(buf_text(&script), "root.weir = weir"));
    buf_finish(&script);
}

static void the_script_is_appended(void **state)
{
    (void)state;
    struct deps deps;
    deps_init(&deps);
    struct inject_options options = {0};
    struct buf script;
    buf_init(&script);
    buf_add_text(&script, "before;");
    assert_true(inject_compile(&deps, &options, &script, NULL));
    assert_true(str_starts_with(buf_str(&script), "before;(function () {"));
    buf_finish(&script);
}

static void the_name_of_the_prototype_is_refused(void **state)
{
    (void)state;
    assert_refused("{\"__proto__\":{}}", "__proto__");
    assert_refused("{\"p\":{\"css\":{\"__proto__\":{}}}}", "__proto__");
}

static void the_page_has_known_fields(void **state)
{
    (void)state;
    struct buf script;
    compiled("{\"::page\":{\"localStorage\":{\"a b\":{}},\"console\":{}}}",
             &script);
    assert_non_null(strstr(buf_text(&script), "stored(\"localStorage\""));
    buf_finish(&script);
    assert_refused("{\"::page\":{\"adress\":{}}}", "no field 'adress'");
    assert_refused("{\"::page\":{\"url\":{\"length\":{}}}}", "'url.length'");
    assert_refused("{\"::page\":{\"errors\":{\"line\":{}}}}",
                   "errors[...].line");
    assert_refused("{\"::page\":{\"cookies\":{\"a\":{\"b\":{}}}}}",
                   "a text has no fields");
}

static void looks_clickable_as(const char *selector, const char *looked_up)
{
    struct buf script, wanted, deps;
    buf_init(&wanted);
    buf_init(&deps);
    buf_addf(&deps, "{\"%s\":{}}", selector);
    buf_addf(&wanted, "const CLICKABLE = {\"%s\":\"%s\"};", selector,
             looked_up);
    compiled(buf_text(&deps), &script);
    if (strstr(buf_text(&script), buf_text(&wanted)) == NULL)
        fail_msg("not there: %s", buf_text(&wanted));
    buf_finish(&script);
    buf_finish(&deps);
    buf_finish(&wanted);
}

static void what_stands_before_looks_clickable_is_looked_up(void **state)
{
    (void)state;
    looks_clickable_as(":looks-clickable", "*");
    looks_clickable_as("li:looks-clickable", "li");
    looks_clickable_as("ul :looks-clickable", "ul *");
    looks_clickable_as("ul >:looks-clickable", "ul >*");
    looks_clickable_as(":is(li, td):looks-clickable", ":is(li, td)");
    looks_clickable_as("a, b >>> :looks-clickable", "a, b >>> *");
    struct buf script;
    compiled("{\"p\":{},\".a\\\\:looks-clickable\":{}}", &script);
    assert_null(strstr(buf_text(&script), "CLICKABLE"));
    buf_finish(&script);
}

static void looks_clickable_stands_at_the_end_of_one_selector(void **state)
{
    (void)state;
    const char *words = "stands at the end of a selector without commas";
    assert_refused("{\"p, li:looks-clickable\":{}}", words);
    assert_refused("{\"li:looks-clickable, p\":{}}", words);
    assert_refused("{\"li:looks-clickable p\":{}}", words);
    assert_refused("{\":looks-clickable:looks-clickable\":{}}", words);
    assert_refused("{\":looks-clickable >>> p\":{}}", words);
}

/* {"p": {"a": {"a": ... }}} with `depth` fields inside each other */
static void add_nested(struct buf *json, int depth)
{
    buf_add_text(json, "{\"p\":");
    for (int i = 0; i < depth; i++)
        buf_add_text(json, "{\"a\":");
    buf_add_text(json, "{}");
    buf_add_repeat(json, '}', (size_t)depth + 1);
}

static void fields_nest_up_to_a_limit(void **state)
{
    (void)state;
    struct buf json, script;
    buf_init(&json);
    add_nested(&json, 32);
    compiled(buf_text(&json), &script);
    buf_finish(&script);
    buf_clear(&json);
    add_nested(&json, 33);
    assert_refused(buf_text(&json), "32 deep");
    buf_finish(&json);
}

/* The cache's script for DEPS, and what tells one compilation from the next:
 * what stood in the script before is still there only if it was kept. */
static struct str cached(struct script_cache *cache, const char *deps_json,
                         const struct inject_options *options)
{
    struct error error = ERROR_NONE;
    struct json *json = json_parse(str_text(deps_json), &error);
    assert_non_null(json);
    struct deps deps;
    struct str script = STR("");
    assert_true(deps_from_json(&deps, json, &error));
    if (!script_cache_get(cache, &deps, options, &script, &error))
        assert_int_equal(error.code, ERROR_SPEC);
    deps_finish(&deps);
    json_destroy(json);
    return script;
}

static void the_same_script_is_compiled_once(void **state)
{
    (void)state;
    const struct inject_options plain = {.url = "http://a/"};
    const struct inject_options others[] = {
        {.url = "http://b/"},
        {.url = "http://a/", .virtual_time = true},
        {.url = "http://a/", .frame_control = true},
    };
    struct script_cache cache = {0};
    cached(&cache, "{\"p\":{\"value\":{}}}", &plain);
    cache.script.data[0] = '!';
    assert_int_equal(cached(&cache, "{\"p\":{\"value\":{}}}", &plain).data[0],
                     '!');
    assert_int_equal(cached(&cache, "{\"q\":{\"value\":{}}}", &plain).data[0],
                     '(');
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        cache.script.data[0] = '!';
        assert_int_equal(
            cached(&cache, "{\"q\":{\"value\":{}}}", &others[i]).data[0], '(');
    }
    script_cache_finish(&cache);
}

static void what_cannot_be_compiled_is_refused_each_time(void **state)
{
    (void)state;
    const struct inject_options plain = {.url = NULL};
    struct script_cache cache = {0};
    for (int i = 0; i < 2; i++)
        assert_int_equal(cached(&cache, "{\"__proto__\":{}}", &plain).length,
                         0);
    assert_true(cached(&cache, "{\"p\":{}}", &plain).length > 0);
    script_cache_finish(&cache);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_dependencies_give_equal_scripts),
        cmocka_unit_test(a_script_is_ascii_whatever_the_selectors_are),
        cmocka_unit_test(a_selector_cannot_leave_its_string),
        cmocka_unit_test(what_is_not_asked_is_not_in_the_script),
        cmocka_unit_test(writes_are_noted_only_where_they_are_asked_for),
        cmocka_unit_test(comments_stay_at_home),
        cmocka_unit_test(an_empty_dependency_set_has_a_script),
        cmocka_unit_test(the_script_is_appended),
        cmocka_unit_test(the_name_of_the_prototype_is_refused),
        cmocka_unit_test(fields_nest_up_to_a_limit),
        cmocka_unit_test(the_page_has_known_fields),
        cmocka_unit_test(what_stands_before_looks_clickable_is_looked_up),
        cmocka_unit_test(looks_clickable_stands_at_the_end_of_one_selector),
        cmocka_unit_test(the_same_script_is_compiled_once),
        cmocka_unit_test(what_cannot_be_compiled_is_refused_each_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
