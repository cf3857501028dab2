/* In a temporary folder of our own. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/folder.h"
#include "cdp/launch/profile.h"

static char folder[40];

static int set_up(void **state)
{
    (void)state;
    strcpy(folder, "/tmp/weir-test-XXXXXX");
    return mkdtemp(folder) == NULL || setenv("TMPDIR", folder, 1) != 0;
}

static int tear_down(void **state)
{
    (void)state;
    unsetenv("TMPDIR");
    return folder_remove(folder) ? 0 : 1;
}

static bool exists(const char *path)
{
    return access(path, F_OK) == 0;
}

static void a_profile_is_made_in_tmpdir_and_removed(void **state)
{
    (void)state;
    struct cdp_profile profile;
    char path[120];
    assert_true(cdp_profile_create(&profile, NULL));
    assert_non_null(strstr(profile.path, folder));
    assert_non_null(strstr(profile.path, "/weir-profile-"));
    strcpy(path, profile.path);
    assert_true(exists(path));
    struct stat info;
    assert_int_equal(stat(path, &info), 0);
    assert_int_equal(info.st_mode & 0777, 0700);
    cdp_profile_finish(&profile);
    assert_false(exists(path));
    cdp_profile_finish(&profile);
}

static void without_a_place_it_is_an_error(void **state)
{
    (void)state;
    struct cdp_profile profile;
    struct error error = ERROR_NONE;
    setenv("TMPDIR", "/no/such/folder", 1);
    assert_false(cdp_profile_create(&profile, &error));
    assert_int_equal(error.code, ERROR_SETUP);
    assert_non_null(strstr(error.message, "/no/such/folder"));
    cdp_profile_finish(&profile);
}

static void a_sweep_spares_profiles_in_use(void **state)
{
    (void)state;
    struct cdp_profile profile;
    assert_true(cdp_profile_create(&profile, NULL));
    cdp_profile_sweep();
    assert_true(exists(profile.path));
    cdp_profile_finish(&profile);
}

static void a_sweep_removes_what_a_dead_owner_left(void **state)
{
    (void)state;
    struct cdp_profile profile;
    pid_t owner = fork();
    if (owner == 0)
        _exit(cdp_profile_create(&profile, NULL) ? 0 : 1);
    int status;
    assert_int_equal(waitpid(owner, &status, 0), owner);
    assert_int_equal(status, 0);
    cdp_profile_sweep();
    assert_int_equal(rmdir(folder), 0); /* it is empty */
    assert_int_equal(mkdir(folder, 0700), 0);
}

static void a_sweep_spares_what_is_no_profile(void **state)
{
    (void)state;
    char path[120];
    static const char *const names[] = {"other", "weir-profile-unfinished"};
    for (size_t i = 0; i < 2; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        assert_int_equal(mkdir(path, 0700), 0);
    }
    cdp_profile_sweep();
    for (size_t i = 0; i < 2; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        assert_true(exists(path));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_profile_is_made_in_tmpdir_and_removed,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(without_a_place_it_is_an_error, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(a_sweep_spares_profiles_in_use, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(a_sweep_removes_what_a_dead_owner_left,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_sweep_spares_what_is_no_profile,
                                        set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
