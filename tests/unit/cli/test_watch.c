/* Waiting for files: folders that come and go, and what is ours. */
#include "cli/watch.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/clock.h"
#include "base/folder.h"
#include "base/memory.h"

enum { PATIENCE_MS = 60 * 1000 };

static int64_t until_ms;

static bool has_waited_enough(void)
{
    return clock_now_ms() >= until_ms;
}

/* The path that changed, the caller's; NULL: none did. */
static char *changed(struct watch *watch, int64_t patience_ms)
{
    char *path = NULL;
    until_ms = clock_now_ms() + patience_ms;
    return watch_wait(watch, has_waited_enough, &path) ? path : NULL;
}

static void write_file(const char *folder, const char *name)
{
    char *path = memory_format("%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs("more", file);
    fclose(file);
    free(path);
}

static void make_folders(const char *folder, int count)
{
    for (int i = 0; i < count; i++) {
        char *path = memory_format("%s/%d", folder, i);
        assert_int_equal(mkdir(path, 0700), 0);
        free(path);
    }
}

static void remove_folders(const char *folder, int count)
{
    for (int i = 0; i < count; i++) {
        char *path = memory_format("%s/%d", folder, i);
        assert_int_equal(rmdir(path), 0);
        free(path);
    }
}

/* More than the limit in all, never at a time: as builds make them. */
static void folders_that_have_gone_do_not_count(void **state)
{
    (void)state;
    enum { COUNT = WATCH_FOLDERS_LIMIT * 2 / 5, ROUNDS = 3 };
    char folder[] = "/tmp/weir-watch-XXXXXX";
    struct error error = ERROR_NONE;
    assert_non_null(mkdtemp(folder));
    struct watch *watch = watch_create(&error);
    assert_non_null(watch);
    assert_true(watch_folder(watch, folder));
    for (int round = 0; round < ROUNDS; round++) {
        make_folders(folder, COUNT);
        free(changed(watch, PATIENCE_MS));
        remove_folders(folder, COUNT);
        free(changed(watch, PATIENCE_MS));
    }
    make_folders(folder, 1);
    free(changed(watch, PATIENCE_MS));
    char *last = memory_format("%s/0", folder);
    write_file(last, "x");
    char *path = changed(watch, PATIENCE_MS);
    assert_non_null(path);
    assert_non_null(strstr(path, "/0/x"));
    free(path);
    free(last);
    watch_destroy(watch);
    folder_remove(folder);
}

static void what_is_excepted_does_not_count(void **state)
{
    (void)state;
    char folder[] = "/tmp/weir-watch-XXXXXX";
    struct error error = ERROR_NONE;
    assert_non_null(mkdtemp(folder));
    make_folders(folder, 1);
    struct watch *watch = watch_create(&error);
    assert_non_null(watch);
    char *saved = memory_format("%s/0/", folder);
    char *report = memory_format("%s/report", folder);
    watch_except(watch, saved);
    watch_except(watch, report);
    assert_true(watch_folder(watch, folder));
    write_file(saved, "x");
    write_file(folder, "report");
    write_file(folder, "report.html");
    char *path = changed(watch, PATIENCE_MS);
    assert_non_null(path);
    assert_non_null(strstr(path, "/report.html"));
    free(path);
    free(saved);
    free(report);
    watch_destroy(watch);
    folder_remove(folder);
}

static void folders_are_watched_so_deep_and_no_deeper(void **state)
{
    (void)state;
    char folder[] = "/tmp/weir-watch-XXXXXX";
    assert_non_null(mkdtemp(folder));
    char *deepest = memory_format("%s", folder);
    for (int depth = 1; depth <= WATCH_DEPTH_LIMIT + 1; depth++) {
        struct watch *watch = watch_create(NULL);
        assert_non_null(watch);
        char *below = memory_format("%s/d", deepest);
        free(deepest);
        deepest = below;
        assert_int_equal(mkdir(deepest, 0700), 0);
        assert_int_equal(watch_folder(watch, folder),
                         depth <= WATCH_DEPTH_LIMIT);
        watch_destroy(watch);
    }
    free(deepest);
    folder_remove(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(folders_that_have_gone_do_not_count),
        cmocka_unit_test(folders_are_watched_so_deep_and_no_deeper),
        cmocka_unit_test(what_is_excepted_does_not_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
