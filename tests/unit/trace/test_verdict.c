#include "trace/verdict.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>

#include <cmocka.h>

static struct verdict make(enum verdict_kind kind, bool value)
{
    return (struct verdict){.kind = kind, .value = value};
}

static void every_verdict_has_its_words(void **state)
{
    (void)state;
    assert_string_equal(verdict_text(make(VERDICT_DEFINITELY, true)),
                        "Definitely true");
    assert_string_equal(verdict_text(make(VERDICT_DEFINITELY, false)),
                        "Definitely false");
    assert_string_equal(verdict_text(make(VERDICT_PROBABLY, true)),
                        "Probably true");
    assert_string_equal(verdict_text(make(VERDICT_PROBABLY, false)),
                        "Probably false");
    assert_string_equal(verdict_text(make(VERDICT_INCONCLUSIVE, false)),
                        "Inconclusive");
    assert_string_equal(verdict_text(make(VERDICT_ERRORED, true)), "Errored");
}

static void only_decided_verdicts_pass_or_fail(void **state)
{
    (void)state;
    assert_true(verdict_is_pass(make(VERDICT_DEFINITELY, true)));
    assert_true(verdict_is_pass(make(VERDICT_PROBABLY, true)));
    assert_true(verdict_is_failure(make(VERDICT_DEFINITELY, false)));
    assert_true(verdict_is_failure(make(VERDICT_PROBABLY, false)));
    static const enum verdict_kind undecided[] = {
        VERDICT_NONE, VERDICT_INCONCLUSIVE, VERDICT_ERRORED};
    for (size_t i = 0; i < 3; i++) {
        assert_false(verdict_is_pass(make(undecided[i], true)));
        assert_false(verdict_is_failure(make(undecided[i], false)));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_verdict_has_its_words),
        cmocka_unit_test(only_decided_verdicts_pass_or_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
