#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <unistd.h>
#include <cmocka.h>

#include "base/eager.h"

static void what_is_there_is_seen(void **state)
{
    (void)state;
    int ends[2];
    struct eager eager = {0};
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(write(ends[1], "a", 1), 1);
    for (int i = 0; i < 100; i++)
        assert_true(eager_await(&eager, ends[0]));
    close(ends[0]);
    close(ends[1]);
}

/* How many of so many waits are left out. */
static int left_out(struct eager *eager, int fd, int waits)
{
    int count = 0;
    for (int i = 0; i < waits; i++) {
        count += eager->left > 0;
        assert_false(eager_await(eager, fd));
    }
    return count;
}

static void who_waits_in_vain_seldom_waits_so(void **state)
{
    (void)state;
    int ends[2];
    struct eager eager = {0};
    assert_int_equal(pipe(ends), 0);
    int first = left_out(&eager, ends[0], 10);
    assert_true(first > 0 && first < 10);
    left_out(&eager, ends[0], 1000);
    assert_true(left_out(&eager, ends[0], 1000) > 990);

    /* Once it was not in vain, all is as at first. */
    assert_int_equal(write(ends[1], "a", 1), 1);
    int waits = 0;
    while (!eager_await(&eager, ends[0]))
        waits++;
    assert_true(waits < 300);
    char byte;
    assert_int_equal(read(ends[0], &byte, 1), 1);
    assert_int_equal(left_out(&eager, ends[0], 10), first);
    close(ends[0]);
    close(ends[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_there_is_seen),
        cmocka_unit_test(who_waits_in_vain_seldom_waits_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
