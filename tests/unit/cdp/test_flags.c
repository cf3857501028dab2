#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/str.h"
#include "cdp/launch/flags.h"

static const struct cdp_flags_options plain = {
    .program = "/usr/bin/browser",
    .profile = "/tmp/profile",
    .width = 800,
    .height = 600,
};

static size_t count_of(const struct cdp_flags *flags, const char *flag)
{
    size_t count = 0;
    for (size_t i = 0; i < flags->count; i++)
        count += strcmp(flags->argv[i], flag) == 0;
    return count;
}

static bool has(const struct cdp_flags *flags, const char *flag)
{
    return count_of(flags, flag) > 0;
}

/* The value of the only switch that begins so; NULL when there is none. */
static const char *value_of(const struct cdp_flags *flags, const char *name)
{
    const char *value = NULL;
    for (size_t i = 0; i < flags->count; i++) {
        if (!str_starts_with(str_text(flags->argv[i]), name))
            continue;
        assert_null(value);
        value = flags->argv[i] + strlen(name);
    }
    return value;
}

static size_t items_of(const char *list, const char *item)
{
    size_t count = 0;
    while (*list != '\0') {
        size_t length = strcspn(list, ",");
        assert_true(length > 0);
        count += str_is(str_from(list, length), item);
        list += length + (list[length] == ',');
    }
    return count;
}

static struct cdp_flags build(struct cdp_flags_options options,
                              const char *const *extra, size_t extra_count)
{
    struct cdp_flags flags;
    options.extra = extra;
    options.extra_count = extra_count;
    cdp_flags_init(&flags, &options);
    assert_null(flags.argv[flags.count]);
    return flags;
}

static void the_line_names_program_profile_and_size(void **state)
{
    (void)state;
    struct cdp_flags flags = build(plain, NULL, 0);
    assert_string_equal(flags.argv[0], "/usr/bin/browser");
    assert_string_equal(value_of(&flags, "--user-data-dir="), "/tmp/profile");
    assert_string_equal(value_of(&flags, "--window-size="), "800,600");
    assert_string_equal(value_of(&flags, "--remote-debugging-pipe"), "");
    cdp_flags_finish(&flags);
}

static void what_has_to_be_off_stays_off(void **state)
{
    (void)state;
    struct cdp_flags flags = build(plain, NULL, 0);
    assert_int_equal(items_of(value_of(&flags, "--disable-features="),
                              "DeferRendererTasksAfterInput"),
                     1);
    cdp_flags_finish(&flags);
    const char *extra[] = {"--enable-features=DeferRendererTasksAfterInput,"
                           "RenderDocument",
                           "--disable-features=Other"};
    flags = build(plain, extra, 2);
    assert_int_equal(items_of(value_of(&flags, "--disable-features="),
                              "DeferRendererTasksAfterInput"),
                     1);
    assert_int_equal(
        items_of(value_of(&flags, "--disable-features="), "RenderDocument"), 1);
    cdp_flags_finish(&flags);
}

static void lists_of_features_become_one_switch(void **state)
{
    (void)state;
    const char *extra[] = {"--disable-features=A,B", "--enable-features=C",
                           "--disable-features=D", "--enable-features=E,F",
                           "--disable-blink-features=G"};
    struct cdp_flags flags = build(plain, extra, 5);
    const char *disabled = value_of(&flags, "--disable-features=");
    assert_int_equal(items_of(disabled, "A"), 1);
    assert_int_equal(items_of(disabled, "B"), 1);
    assert_int_equal(items_of(disabled, "D"), 1);
    assert_int_equal(items_of(disabled, "Translate"), 1);
    assert_string_equal(value_of(&flags, "--enable-features="),
                        "NetworkServiceInProcess2,C,E,F");
    assert_string_equal(value_of(&flags, "--disable-blink-features="), "G");
    assert_null(value_of(&flags, "--enable-blink-features="));
    cdp_flags_finish(&flags);
}

static void the_user_can_enable_what_we_disable(void **state)
{
    (void)state;
    const char *extra[] = {"--enable-features=X,Translate"};
    struct cdp_flags flags = build(plain, extra, 1);
    assert_int_equal(
        items_of(value_of(&flags, "--disable-features="), "Translate"), 0);
    cdp_flags_finish(&flags);
}

static void the_users_switches_stand_after_ours(void **state)
{
    (void)state;
    const char *extra[] = {"--lang=de-DE", "--window-size=1,2"};
    struct cdp_flags flags = build(plain, extra, 2);
    size_t ours = 0;
    size_t theirs = 0;
    for (size_t i = 0; i < flags.count; i++) {
        if (strcmp(flags.argv[i], "--lang=en-US") == 0)
            ours = i;
        if (strcmp(flags.argv[i], "--lang=de-DE") == 0)
            theirs = i;
    }
    assert_true(ours > 0 && theirs > ours);
    cdp_flags_finish(&flags);
}

static void windows_are_shown_only_when_asked_for(void **state)
{
    (void)state;
    struct cdp_flags_options options = plain;
    struct cdp_flags flags = build(options, NULL, 0);
    assert_true(has(&flags, "--headless"));
    cdp_flags_finish(&flags);
    options.headful = true;
    flags = build(options, NULL, 0);
    assert_false(has(&flags, "--headless"));
    assert_false(has(&flags, "--hide-scrollbars"));
    cdp_flags_finish(&flags);
}

static void frame_control_is_for_the_shell_alone(void **state)
{
    (void)state;
    struct cdp_flags_options options = plain;
    options.frame_control = true;
    struct cdp_flags flags = build(options, NULL, 0);
    assert_false(has(&flags, "--enable-begin-frame-control"));
    cdp_flags_finish(&flags);
    options.is_shell = true;
    flags = build(options, NULL, 0);
    assert_true(has(&flags, "--enable-begin-frame-control"));
    assert_true(has(&flags, "--run-all-compositor-stages-before-draw"));
    cdp_flags_finish(&flags);
}

static void a_shell_draws_only_what_somebody_looks_at(void **state)
{
    (void)state;
    const char *draws_nothing = "--force-gpu-mem-available-mb=0";
    struct cdp_flags_options options = plain;
    struct cdp_flags flags = build(options, NULL, 0);
    assert_false(has(&flags, draws_nothing));
    cdp_flags_finish(&flags);
    options.is_shell = true;
    flags = build(options, NULL, 0);
    assert_true(has(&flags, draws_nothing));
    cdp_flags_finish(&flags);
    options.pictures = true;
    flags = build(options, NULL, 0);
    assert_false(has(&flags, draws_nothing));
    cdp_flags_finish(&flags);
}

static void the_sandbox_is_off_only_when_asked_for(void **state)
{
    (void)state;
    struct cdp_flags_options options = plain;
    struct cdp_flags flags = build(options, NULL, 0);
    assert_false(has(&flags, "--no-sandbox"));
    assert_false(has(&flags, "--disable-dev-shm-usage"));
    cdp_flags_finish(&flags);
    options.no_sandbox = true;
    options.small_shared_memory = true;
    flags = build(options, NULL, 0);
    assert_true(has(&flags, "--no-sandbox"));
    assert_true(has(&flags, "--disable-dev-shm-usage"));
    cdp_flags_finish(&flags);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_line_names_program_profile_and_size),
        cmocka_unit_test(what_has_to_be_off_stays_off),
        cmocka_unit_test(lists_of_features_become_one_switch),
        cmocka_unit_test(the_user_can_enable_what_we_disable),
        cmocka_unit_test(the_users_switches_stand_after_ours),
        cmocka_unit_test(windows_are_shown_only_when_asked_for),
        cmocka_unit_test(frame_control_is_for_the_shell_alone),
        cmocka_unit_test(a_shell_draws_only_what_somebody_looks_at),
        cmocka_unit_test(the_sandbox_is_off_only_when_asked_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
