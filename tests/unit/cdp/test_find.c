/* Against a folder of our own as PATH. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/folder.h"
#include "cdp/launch/find.h"

static char folder[40];

static int set_up(void **state)
{
    (void)state;
    strcpy(folder, "/tmp/weir-test-XXXXXX");
    unsetenv("WEIR_BROWSER");
    return mkdtemp(folder) == NULL || setenv("PATH", folder, 1) != 0;
}

static int tear_down(void **state)
{
    (void)state;
    return folder_remove(folder) ? 0 : 1;
}

static const char *path_of(const char *name)
{
    static char path[120];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static void make_file(const char *name, mode_t mode)
{
    FILE *file = fopen(path_of(name), "w");
    assert_non_null(file);
    fputs("a program\n", file);
    fclose(file);
    assert_int_equal(chmod(path_of(name), mode), 0);
}

static void expect_found(const char *given, bool headful, const char *name,
                         bool is_shell)
{
    struct cdp_program program;
    struct error error = ERROR_NONE;
    if (!cdp_program_find(&program, given, headful, &error))
        fail_msg("%s", error.message);
    assert_string_equal(program.path, path_of(name));
    assert_int_equal(program.is_shell, is_shell);
    cdp_program_finish(&program);
}

static void expect_error(const char *given, bool headful, const char *words)
{
    struct cdp_program program;
    struct error error = ERROR_NONE;
    assert_false(cdp_program_find(&program, given, headful, &error));
    assert_int_equal(error.code, ERROR_SETUP);
    if (strstr(error.message, words) == NULL)
        fail_msg("\"%s\" does not say \"%s\"", error.message, words);
    cdp_program_finish(&program);
}

static void a_headless_shell_comes_first(void **state)
{
    (void)state;
    make_file("microsoft-edge", 0700);
    expect_found(NULL, false, "microsoft-edge", false);
    make_file("google-chrome", 0700);
    expect_found(NULL, false, "google-chrome", false);
    make_file("chromium", 0700);
    expect_found(NULL, false, "chromium", false);
    make_file("chromium-headless-shell", 0700);
    expect_found(NULL, false, "chromium-headless-shell", true);
}

static void windows_need_a_full_browser(void **state)
{
    (void)state;
    make_file("chromium-headless-shell", 0700);
    expect_error(NULL, true, "apt install chromium)");
    make_file("chromium", 0700);
    expect_found(NULL, true, "chromium", false);
}

static void files_that_cannot_run_are_passed_over(void **state)
{
    (void)state;
    make_file("chromium-headless-shell", 0600);
    assert_int_equal(mkdir(path_of("chromium"), 0700), 0);
    make_file("google-chrome", 0700);
    expect_found(NULL, false, "google-chrome", false);
}

static void without_any_the_error_says_what_to_install(void **state)
{
    (void)state;
    expect_error(NULL, false, "apt install chromium-headless-shell");
}

static void a_given_browser_wins_over_the_variable(void **state)
{
    (void)state;
    char given[120];
    make_file("one", 0700);
    make_file("two", 0700);
    make_file("chromium", 0700);
    setenv("WEIR_BROWSER", path_of("one"), 1);
    expect_found(NULL, false, "one", false);
    strcpy(given, path_of("two"));
    expect_found(given, false, "two", false);
    unsetenv("WEIR_BROWSER");
}

static void a_given_name_is_sought_in_path(void **state)
{
    (void)state;
    make_file("two", 0700);
    expect_found("two", false, "two", false);
    expect_error("three", false, "three (--browser) is not in PATH");
}

static void a_given_path_must_be_a_program(void **state)
{
    (void)state;
    char given[120];
    expect_error("/no/such/browser", false,
                 "/no/such/browser (--browser) does not exist");
    expect_error("/tmp", false, "/tmp (--browser) is not an executable file");
    make_file("text", 0600);
    strcpy(given, path_of("text"));
    expect_error(given, false, "(--browser) is not an executable file");
    setenv("WEIR_BROWSER", "/no/such/browser", 1);
    expect_error(NULL, false, "/no/such/browser (WEIR_BROWSER) does not exist");
    unsetenv("WEIR_BROWSER");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_headless_shell_comes_first, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(windows_need_a_full_browser, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(files_that_cannot_run_are_passed_over,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(
            without_any_the_error_says_what_to_install, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_given_browser_wins_over_the_variable,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_given_name_is_sought_in_path, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(a_given_path_must_be_a_program, set_up,
                                        tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
