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
#include "todomvc/runner/page.h"

static char folder[] = "/tmp/weir-page-XXXXXX";

static const char *in(const char *name)
{
    static char path[200];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static void make_file(const char *name)
{
    FILE *file = fopen(in(name), "w");
    assert_non_null(file);
    fputs("<!doctype html>", file);
    fclose(file);
}

/* An application, one that is a link to it, one whose page is a link, one whose
 * page is a link to nothing, and one without a page. */
static int make_tree(void **state)
{
    (void)state;
    if (mkdtemp(folder) == NULL)
        return 1;
    mkdir(in("app"), 0777);
    mkdir(in("app/web"), 0777);
    mkdir(in("linked"), 0777);
    mkdir(in("dangling"), 0777);
    mkdir(in("empty"), 0777);
    make_file("app/index.html");
    make_file("app/web/a b.html");
    return symlink("app", in("same")) |
           symlink("../app/index.html", in("linked/index.html")) |
           symlink("../none.html", in("dangling/index.html"));
}

static int remove_tree(void **state)
{
    (void)state;
    return folder_remove(folder) ? 0 : 1;
}

static void pages_are_found_where_the_server_finds_them(void **state)
{
    (void)state;
    static const char *const paths[] = {
        "/app/index.html",
        "/app/",
        "/app",
        "/app/web/a%20b.html",
        "/app/?a=b#/active",
        "/app/#/completed",
        "/same/",
        "/same/index.html",
        "/linked/",
        "/app/web/../index.html",
        "//app//index.html",
    };
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        struct error error = ERROR_NONE;
        if (!page_is_there(folder, paths[i], &error))
            fail_msg("%s: %s", paths[i], error.message);
    }
}

static void pages_that_are_not_there_are_told(void **state)
{
    (void)state;
    static const char *const paths[] = {
        "/none/", "/none.html", "/empty/",   "/empty", "/dangling/",
        "/%zz",   "/app/web/",  "/app/a%00", "",       "/app/index.html/"};
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        struct error error = ERROR_NONE;
        if (page_is_there(folder, paths[i], &error))
            fail_msg("%s is there", paths[i]);
    }
    struct error error = ERROR_NONE;
    assert_false(page_is_there(folder, "/none/index.html", &error));
    assert_int_equal(error.code, ERROR_ORIGIN);
    assert_non_null(strstr(error.message, "/none/index.html: No such file"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pages_are_found_where_the_server_finds_them),
        cmocka_unit_test(pages_that_are_not_there_are_told),
    };
    return cmocka_run_group_tests(tests, make_tree, remove_tree);
}
