/* Import and export declarations become a function; the rest stays. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>

#include <cmocka.h>

#include "fake/modules.h"

#define HEAD "(function(module,exports,require,__weir){"
#define STRICT "\"use strict\";__weir.open({"
#define TAIL "\n})"

static void assert_translated(const char *text, const char *expected)
{
    struct buf out = {0};
    struct error error = ERROR_NONE;
    if (!module_translate(str_text(text), &out, &error))
        fail_msg("%s: %s", text, error.message);
    assert_string_equal(buf_text(&out), expected);
    buf_finish(&out);
}

static void assert_refused(const char *text, const char *message)
{
    struct buf out = {0};
    struct error error = ERROR_NONE;
    assert_false(module_translate(str_text(text), &out, &error));
    assert_string_equal(error.message, message);
    assert_int_equal(out.length, 0);
}

static void a_module_without_declarations_stays_as_it_is(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "module.exports = {export: 1, import: 2};",
        "x.export = 1; x.import = 2",
        "const s = 'export const a = 1';",
        "const t = `export const a = ${ {a: `}`} } export`;",
        "// export const a\n/* import 'x' */ 1",
        "const r = /['\"`]/; a / b / c; i++ / 2; if (x) /`/.test(y)",
        "f(x) / 2 /* ` */; [1] / 2 // '",
        "import('./x.js'); import.meta",
        "function f() { return /export {/ }",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct buf expected = {0};
        buf_addf(&expected, "%s%s%s", HEAD, texts[i], TAIL);
        assert_translated(texts[i], buf_text(&expected));
        buf_finish(&expected);
    }
}

static void what_is_exported_has_an_entry(void **state)
{
    (void)state;
    assert_translated("export const a = 1;",
                      HEAD STRICT "get \"a\"(){return a},});const a = 1;" TAIL);
    assert_translated(
        "export let {a, b: [c, ...d], e = {x: 1}, ['k']: f} = g, h", HEAD STRICT
        "get \"a\"(){return a},get \"c\"(){return c},get \"d\"(){return d},"
        "get \"e\"(){return e},get \"f\"(){return f},get \"h\"(){return h},"
        "});let {a, b: [c, ...d], e = {x: 1}, ['k']: f} = g, h" TAIL);
    assert_translated("export async function* f() {}\nexport class C {}",
                      HEAD STRICT
                      "get \"f\"(){return f},get \"C\"(){return C},});"
                      "async function* f() {}\nclass C {}" TAIL);
    assert_translated("export {a, b as c};", HEAD STRICT
                      "get \"a\"(){return a},get \"c\"(){return b},});;" TAIL);
}

static void a_declaration_without_semicolon_ends_with_its_line(void **state)
{
    (void)state;
    assert_translated("export const a = f()\nb, c", HEAD STRICT
                      "get \"a\"(){return a},});const a = f()\nb, c" TAIL);
    assert_translated("export const a = 1 +\n2, b = 3", HEAD STRICT
                      "get \"a\"(){return a},get \"b\"(){return b},});"
                      "const a = 1 +\n2, b = 3" TAIL);
}

static void a_default_is_a_declaration_or_a_value(void **state)
{
    (void)state;
    assert_translated("export default {a: 1}",
                      HEAD STRICT "});__weir.exports.default= {a: 1}" TAIL);
    assert_translated("export default function f() {}", HEAD STRICT
                      "get \"default\"(){return f},}); function f() {}" TAIL);
    assert_translated("export default class extends B {}", HEAD STRICT
                      "});__weir.exports.default= class extends B {}" TAIL);
}

static void imports_are_done_first_and_lines_keep_their_numbers(void **state)
{
    (void)state;
    assert_translated("f();\nimport d, {a as b,\n  c} from './m';\ng()",
                      HEAD STRICT
                      "});const __weir0=__weir.import('./m');"
                      "const d=__weir.take(__weir0,\"default\",'./m');"
                      "const b=__weir.take(__weir0,\"a\",'./m');"
                      "const c=__weir.take(__weir0,\"c\",'./m');"
                      "f();\n;\n\ng()" TAIL);
    assert_translated("import * as all from \"./m\"\nimport './n'", HEAD STRICT
                      "});const __weir0=__weir.import(\"./m\");"
                      "const all=__weir0;const __weir1=__weir.import('./n');"
                      ";\n;" TAIL);
    assert_translated("export * from './m'; export {x as y} from './n';",
                      HEAD STRICT
                      "get \"y\"(){return __weir.take(__weir0,\"x\",'./n')},"
                      "});__weir.star('./m');"
                      "const __weir0=__weir.import('./n');; ;" TAIL);
}

static void what_makes_no_sense_is_refused_with_its_line(void **state)
{
    (void)state;
    assert_refused("\nconst a = 'x\n';", "2: a string that does not end");
    assert_refused("\n`${a\n", "2: a '{' that is not closed");
    assert_refused("f(\n[1, {\na: 2}\n\n", "2: a '[' that is not closed");
    assert_refused("\nf(g(1);\n\n", "2: a '(' that is not closed");
    assert_refused("const a = {\nb: () => {\nf(1;\n},\n};\n",
                   "4: a '}' where the '(' of line 3 is open");
    assert_refused("`${a]}`", "1: a ']' where the '{' of line 1 is open");
    assert_refused("`a", "1: a template string that does not end");
    assert_refused("\n\n}", "3: a bracket that closes nothing");
    assert_refused("/* x", "1: a comment that does not end");
    assert_refused("export 3", "1: an export declaration that makes no sense");
    assert_refused("import a 'm'", "1: expected: from 'file'");
    assert_refused("export const {a b} = c",
                   "1: expected a comma in this pattern");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_module_without_declarations_stays_as_it_is),
        cmocka_unit_test(what_is_exported_has_an_entry),
        cmocka_unit_test(a_declaration_without_semicolon_ends_with_its_line),
        cmocka_unit_test(a_default_is_a_declaration_or_a_value),
        cmocka_unit_test(imports_are_done_first_and_lines_keep_their_numbers),
        cmocka_unit_test(what_makes_no_sense_is_refused_with_its_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
