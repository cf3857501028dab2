/* Finding and reading modules, in a folder of files made for each test. */
#include "front_fixture.h"

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"

struct disk {
    char folder[64];
    struct fixture f;
};

static int begin(void **state)
{
    struct disk *disk = MEMORY_NEW(struct disk);
    strcpy(disk->folder, "/tmp/weir-modules-XXXXXX");
    assert_non_null(mkdtemp(disk->folder));
    fixture_init(&disk->f);
    *state = disk;
    return 0;
}

static int remove_one(const char *path, const struct stat *status, int kind,
                      struct FTW *place)
{
    (void)status;
    (void)kind;
    (void)place;
    return remove(path);
}

static int end(void **state)
{
    struct disk *disk = *state;
    nftw(disk->folder, remove_one, 16, FTW_DEPTH | FTW_PHYS);
    fixture_finish(&disk->f);
    free(disk);
    return 0;
}

/* The path in the folder; the caller frees it. */
static char *path_of(const struct disk *disk, const char *name)
{
    return memory_format("%s/%s", disk->folder, name);
}

static void put(const struct disk *disk, const char *name, const char *text)
{
    char *path = path_of(disk, name);
    for (char *at = path + strlen(disk->folder) + 1; *at != '\0'; at++)
        if (*at == '/') {
            *at = '\0';
            mkdir(path, 0700);
            *at = '/';
        }
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
    free(path);
}

static bool load(struct disk *disk, const char *spec)
{
    bool good =
        lang_read(&disk->f.program, spec, &disk->f.options, &disk->f.diags);
    fixture_show(&disk->f, good);
    return good;
}

static bool load_file(struct disk *disk, const char *name)
{
    char *path = path_of(disk, name);
    bool good = load(disk, path);
    free(path);
    return good;
}

static void assert_program(const struct disk *disk, const char *expected)
{
    assert_string_equal(buf_text(&disk->f.text), expected);
}

static void assert_says(const struct disk *disk, const char *words)
{
    if (!fixture_says(&disk->f, words))
        fail_msg("'%s' is not in: %s", words, buf_text(&disk->f.text));
}

static void an_import_brings_names_syntax_macros_and_actions(void **state)
{
    struct disk *disk = *state;
    put(disk, "m.strom",
        "syntax _ plus _ 8 left; let a plus b = a + b;\n"
        "macro two = 2; action n! = {id: \"n\"};\n");
    put(disk, "s.strom",
        "import m; let x = 1 plus two plus 3;\n"
        "let f(n!) = 1; check x with n!;");
    assert_true(load_file(disk, "s.strom"));
    assert_program(disk, "(let @_plus_ (fun (a b) (#_+_ a b)))\n"
                         "(action @n! () (object (id \"n\")))\n"
                         "(let @x (@_plus_ (@_plus_ 1 2) 3))\n"
                         "(let @f (fun ((@n!)) 1))\n"
                         "(check (@x) (@n!))\n");
}

static void imports_of_imports_are_visible(void **state)
{
    struct disk *disk = *state;
    put(disk, "a.strom", "let x = 1;");
    put(disk, "b.strom", "import a; let y = x;");
    put(disk, "s.strom", "import b; let z = x + y;");
    assert_true(load_file(disk, "s.strom"));
    assert_says(disk, "(let @z (#_+_ @x @y))");
}

static void a_module_sees_what_was_read_before_it(void **state)
{
    struct disk *disk = *state;
    put(disk, "a.strom", "let x = 1; syntax _ plus _ 8;");
    put(disk, "b.strom", "let a plus b = a; let y = x plus 2;");
    put(disk, "s.strom", "import a; import b; let z = y;");
    assert_true(load_file(disk, "s.strom"));
    assert_says(disk, "(let @y (@_plus_ @x 2))");
}

static void importing_again_changes_nothing(void **state)
{
    struct disk *disk = *state;
    put(disk, "a.strom", "syntax _ plus _ 8; let x = 1;");
    put(disk, "b.strom", "import a;");
    put(disk, "s.strom", "import a; let x = 2; import b; import a; let y = x;");
    assert_true(load_file(disk, "s.strom"));
    assert_program(disk, "(let @x 1)\n(let @x@1 2)\n(let @y @x@1)\n");
}

static void the_same_file_by_another_way_is_the_same_module(void **state)
{
    struct disk *disk = *state;
    put(disk, "a.strom", "syntax _ plus _ 8;");
    char *from = path_of(disk, "a.strom");
    char *to = path_of(disk, "link.strom");
    assert_int_equal(symlink(from, to), 0);
    free(from);
    free(to);
    put(disk, "s.strom", "import a; import link; let x = 1;");
    assert_true(load_file(disk, "s.strom"));
}

static void a_module_may_lie_in_a_folder(void **state)
{
    struct disk *disk = *state;
    put(disk, "lib/keys.strom", "let enter = 1;");
    put(disk, "s.strom", "import lib/keys; let x = enter;");
    assert_true(load_file(disk, "s.strom"));
    assert_string_equal(disk->f.program.sources.items[1]->module, "lib/keys");
}

static void imports_are_never_relative_to_the_importing_module(void **state)
{
    struct disk *disk = *state;
    put(disk, "lib/a.strom", "import b;");
    put(disk, "lib/b.strom", "let x = 1;");
    put(disk, "s.strom", "import lib/a;");
    assert_false(load_file(disk, "s.strom"));
    assert_says(disk, "module not found: b");
}

static void
include_folders_come_first_then_the_own_then_the_library(void **state)
{
    struct disk *disk = *state;
    put(disk, "one/m.strom", "let m = 1;");
    put(disk, "two/m.strom", "let m = 2;");
    put(disk, "two/n.strom", "let n = 2;");
    put(disk, "own/m.strom", "let m = 3;");
    put(disk, "own/n.strom", "let n = 3;");
    put(disk, "own/o.strom", "let o = 3;");
    put(disk, "library/o.strom", "let o = 4;");
    put(disk, "library/p.strom", "let p = 4;");
    put(disk, "own/s.strom", "import m; import n; import o; import p;");
    char *one = path_of(disk, "one");
    char *two = path_of(disk, "two/");
    char *library = path_of(disk, "library");
    const char *include[] = {one, two};
    disk->f.options = (struct lang_options){
        .include = include, .include_count = 2, .library = library};
    assert_true(load_file(disk, "own/s.strom"));
    assert_program(disk, "(let @m 1)\n(let @n 2)\n(let @o 3)\n(let @p 4)\n");
    free(one);
    free(two);
    free(library);
}

static void a_specification_may_be_given_as_a_module(void **state)
{
    struct disk *disk = *state;
    put(disk, "specs/s.strom", "import helper; let x = y;");
    put(disk, "specs/helper.strom", "let y = 1;");
    char *include = path_of(disk, "specs");
    disk->f.options.include = (const char *const *)&include;
    disk->f.options.include_count = 1;
    assert_true(load(disk, "s"));
    assert_says(disk, "(let @x @y)");
    free(include);
}

static void a_missing_module_says_where_it_was_sought(void **state)
{
    struct disk *disk = *state;
    put(disk, "s.strom", "let a = 1 2;\nimport nothing;\nlet b = c;\n");
    const char *include[] = {"/nowhere/one"};
    disk->f.options.include = include;
    disk->f.options.include_count = 1;
    disk->f.options.library = "/nowhere/library";
    assert_false(load_file(disk, "s.strom"));
    assert_says(disk, "s.strom:2:8: error: module not found: nothing");
    assert_says(disk, "/nowhere/one/nothing.strom, ");
    assert_says(disk, "/nowhere/library/nothing.strom, nothing.strom\n");
    /* the mistake before it is reported, what may follow from it is not */
    assert_int_equal(disk->f.diags.error_count, 2);
}

static void a_missing_specification_has_no_place(void **state)
{
    struct disk *disk = *state;
    assert_false(load_file(disk, "gone.strom"));
    assert_int_equal(disk->f.diags.error_count, 1);
    assert_says(disk, "error: cannot read '");
    assert_says(disk, "No such file");
    assert_int_equal(disk->f.diags.items[0].span.source, UINT32_MAX);
}

static void a_folder_is_no_specification(void **state)
{
    struct disk *disk = *state;
    put(disk, "x.strom/inside", "");
    assert_false(load_file(disk, "x.strom"));
    assert_says(disk, "cannot read");
}

static void a_cycle_is_an_error_that_names_it(void **state)
{
    struct disk *disk = *state;
    put(disk, "a.strom", "import b;");
    put(disk, "b.strom", "import c;");
    put(disk, "c.strom", "import a;");
    assert_false(load_file(disk, "a.strom"));
    assert_int_equal(disk->f.diags.error_count, 1);
    assert_says(disk, "cyclic import: a imports b imports c imports a");
}

static void a_module_that_imports_itself_is_a_cycle(void **state)
{
    struct disk *disk = *state;
    put(disk, "a.strom", "import a;");
    assert_false(load_file(disk, "a.strom"));
    assert_says(disk, "cyclic import: a imports a");
}

static void imports_may_nest_a_hundred_deep_and_no_deeper(void **state)
{
    struct disk *disk = *state;
    for (int i = 0; i <= 101; i++) {
        char *name = memory_format("m%d.strom", i);
        char *text = i == 101 ? memory_format("let x = 1;")
                              : memory_format("import m%d;", i + 1);
        put(disk, name, text);
        free(name);
        free(text);
    }
    assert_true(load_file(disk, "m1.strom"));
    fixture_finish(&disk->f);
    fixture_init(&disk->f);
    assert_false(load_file(disk, "m0.strom"));
    assert_says(disk, "imports nest more than 100 deep");
}

static void mistakes_in_several_modules_are_all_reported(void **state)
{
    struct disk *disk = *state;
    put(disk, "m.strom", "let a = 1 2;\nlet ok = 1;\n");
    put(disk, "s.strom", "import m;\nlet b = missing;\nlet c = a + ok;\n");
    assert_false(load_file(disk, "s.strom"));
    assert_int_equal(disk->f.diags.error_count, 2);
    assert_says(disk, "m.strom:1:11: error:");
    assert_says(disk, "s.strom:2:9: error:");
}

static void what_an_unreadable_module_lacks_is_not_missed(void **state)
{
    struct disk *disk = *state;
    put(disk, "m.strom", "let a = 1;\nlet b = \"unclosed;\nlet c = 3;\n");
    put(disk, "s.strom", "import m;\nlet d = c;\n");
    assert_false(load_file(disk, "s.strom"));
    assert_int_equal(disk->f.diags.error_count, 1);
    assert_says(disk, "m.strom:2:9: error: no closing quote");
}

static void a_check_in_an_import_sees_that_modules_names(void **state)
{
    struct disk *disk = *state;
    put(disk, "m.strom",
        "let p = true; action a! = {id: \"a\"};\n"
        "check * with *;");
    put(disk, "s.strom",
        "let q = true; import m; let r = true;\n"
        "action b! = {id: \"b\"}; check * with *, a!;");
    assert_true(load_file(disk, "s.strom"));
    assert_says(disk, "(check (@p) (@a!))\n");
    assert_says(disk, "(check (@r @q) (@b! @a!))\n");
    assert_int_equal(disk->f.program.property_count, 3);
}

static void an_import_needs_a_name_and_a_semicolon(void **state)
{
    struct disk *disk = *state;
    put(disk, "s.strom", "import ;\nimport \"a\";\nimport a, b;\nimport a\n");
    assert_false(load_file(disk, "s.strom"));
    assert_says(disk, "1:8: error: expected the name of a module");
    assert_says(disk, "2:8: error: expected the name of a module");
    assert_says(disk, "3:9: error: expected ';' but got: ','");
    assert_says(disk, "4:9: error: expected ';' but got: the end");
}

static void text_in_memory_may_import_the_library(void **state)
{
    struct disk *disk = *state;
    disk->f.options.library = WEIR_TEST_LIBRARY;
    assert_true(fixture_read(&disk->f, STR("import quickstrom;\n"
                                           "let x = first([1]);")));
    assert_says(disk, "(let @x (@first (list 1)))");
}

static void a_specification_does_not_hide_modules_from_the_library(void **state)
{
    struct disk *disk = *state;
    disk->f.options.library = WEIR_TEST_LIBRARY;
    put(disk, "math.strom", "let min = 1;");
    put(disk, "list.strom", "import quickstrom; let x = first([1]);");
    assert_true(load_file(disk, "list.strom"));
    assert_says(disk, "(let @x (@first (list 1)))");
}

static void one_that_hides_the_module_it_imports_is_told(void **state)
{
    struct disk *disk = *state;
    disk->f.options.library = WEIR_TEST_LIBRARY;
    put(disk, "quickstrom.strom", "import quickstrom;");
    assert_false(load_file(disk, "quickstrom.strom"));
    assert_says(disk, "cyclic import: quickstrom imports quickstrom");
    assert_says(disk, "hides the library's module 'quickstrom': give it");
}

#define T(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        T(an_import_brings_names_syntax_macros_and_actions),
        T(imports_of_imports_are_visible),
        T(a_module_sees_what_was_read_before_it),
        T(importing_again_changes_nothing),
        T(the_same_file_by_another_way_is_the_same_module),
        T(a_module_may_lie_in_a_folder),
        T(imports_are_never_relative_to_the_importing_module),
        T(include_folders_come_first_then_the_own_then_the_library),
        T(a_specification_may_be_given_as_a_module),
        T(a_missing_module_says_where_it_was_sought),
        T(a_missing_specification_has_no_place),
        T(a_folder_is_no_specification),
        T(a_cycle_is_an_error_that_names_it),
        T(a_module_that_imports_itself_is_a_cycle),
        T(imports_may_nest_a_hundred_deep_and_no_deeper),
        T(mistakes_in_several_modules_are_all_reported),
        T(what_an_unreadable_module_lacks_is_not_missed),
        T(a_check_in_an_import_sees_that_modules_names),
        T(an_import_needs_a_name_and_a_semicolon),
        T(text_in_memory_may_import_the_library),
        T(a_specification_does_not_hide_modules_from_the_library),
        T(one_that_hides_the_module_it_imports_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
