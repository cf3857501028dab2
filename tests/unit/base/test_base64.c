#include "base/base64.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static void assert_encoded(const char *bytes, size_t length, const char *text)
{
    struct buf out;
    buf_init(&out);
    base64_add(&out, str_from(bytes, length));
    assert_string_equal(buf_text(&out), text);
    buf_finish(&out);
}

static void the_vectors_of_the_standard(void **state)
{
    (void)state;
    assert_encoded("", 0, "");
    assert_encoded("f", 1, "Zg==");
    assert_encoded("fo", 2, "Zm8=");
    assert_encoded("foo", 3, "Zm9v");
    assert_encoded("foob", 4, "Zm9vYg==");
    assert_encoded("fooba", 5, "Zm9vYmE=");
    assert_encoded("foobar", 6, "Zm9vYmFy");
}

static void bytes_of_every_kind(void **state)
{
    (void)state;
    assert_encoded("\0\xff\xfe", 3, "AP/+");
    assert_encoded("\xfb\xef\xbe", 3, "++++");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_vectors_of_the_standard),
        cmocka_unit_test(bytes_of_every_kind),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
