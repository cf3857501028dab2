#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/folder.h"

static void make_folder(char path[40])
{
    strcpy(path, "/tmp/weir-test-XXXXXX");
    assert_non_null(mkdtemp(path));
}

static void make_file(const char *folder, const char *name)
{
    char path[120];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL, 0600);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, "x", 1), 1);
    close(fd);
}

static bool exists(const char *path)
{
    return access(path, F_OK) == 0;
}

static void a_folder_goes_with_everything_in_it(void **state)
{
    (void)state;
    char folder[40];
    char inner[80];
    make_folder(folder);
    make_file(folder, "file");
    make_file(folder, ".hidden");
    snprintf(inner, sizeof inner, "%s/inner", folder);
    assert_int_equal(mkdir(inner, 0700), 0);
    make_file(inner, "file");
    assert_true(folder_remove(folder));
    assert_false(exists(folder));
}

static void symbolic_links_are_removed_and_not_followed(void **state)
{
    (void)state;
    char folder[40];
    char other[40];
    char link[80];
    make_folder(folder);
    make_folder(other);
    make_file(other, "kept");
    snprintf(link, sizeof link, "%s/link", folder);
    assert_int_equal(symlink(other, link), 0);
    assert_true(folder_remove(folder));
    snprintf(link, sizeof link, "%s/kept", other);
    assert_true(exists(link));
    assert_true(folder_remove(other));
}

static void a_link_to_a_folder_is_no_folder(void **state)
{
    (void)state;
    char folder[40];
    char link[80];
    make_folder(folder);
    make_file(folder, "kept");
    snprintf(link, sizeof link, "%s-link", folder);
    assert_int_equal(symlink(folder, link), 0);
    assert_false(folder_remove(link));
    assert_true(exists(link));
    unlink(link);
    assert_true(folder_remove(folder));
}

static void a_folder_that_does_not_exist_counts_as_removed(void **state)
{
    (void)state;
    assert_true(folder_remove("/tmp/weir-test-of-nobody"));
}

static void a_file_is_not_removed(void **state)
{
    (void)state;
    char folder[40];
    char file[80];
    make_folder(folder);
    make_file(folder, "file");
    snprintf(file, sizeof file, "%s/file", folder);
    assert_false(folder_remove(file));
    assert_true(exists(file));
    assert_true(folder_remove(folder));
}

/* Folders within folders, `depth` below the first one. */
static void nest(const char *folder, int depth)
{
    int fd = open(folder, O_RDONLY | O_DIRECTORY);
    for (int i = 0; i < depth; i++) {
        assert_int_equal(mkdirat(fd, "d", 0700), 0);
        int inner = openat(fd, "d", O_RDONLY | O_DIRECTORY);
        close(fd);
        fd = inner;
    }
    close(fd);
}

static void a_hundred_levels_are_removed_and_no_more(void **state)
{
    (void)state;
    char folder[40];
    make_folder(folder);
    nest(folder, 100);
    assert_true(folder_remove(folder));
    make_folder(folder);
    nest(folder, 102);
    assert_false(folder_remove(folder));
    char command[80];
    snprintf(command, sizeof command, "rm -r %s", folder);
    assert_int_equal(system(command), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_folder_goes_with_everything_in_it),
        cmocka_unit_test(symbolic_links_are_removed_and_not_followed),
        cmocka_unit_test(a_link_to_a_folder_is_no_folder),
        cmocka_unit_test(a_folder_that_does_not_exist_counts_as_removed),
        cmocka_unit_test(a_file_is_not_removed),
        cmocka_unit_test(a_hundred_levels_are_removed_and_no_more),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
