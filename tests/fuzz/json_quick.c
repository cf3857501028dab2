/* What is read by the quick way is what jansson reads by itself. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "base/json_quick.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Fields in their order, too, which json_equal does not look at. */
static void expect_same_text(const json_t *quick, const json_t *slow)
{
    enum { FLAGS = JSON_ENCODE_ANY | JSON_COMPACT };
    char *one = json_dumps(quick, FLAGS);
    char *other = json_dumps(slow, FLAGS);
    if ((one == NULL) != (other == NULL))
        abort();
    if (one != NULL && !str_equal(str_text(one), str_text(other)))
        abort();
    free(one);
    free(other);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    json_t *quick = json_quick_load(str_from((const char *)data, size));
    if (quick == NULL)
        return 0;
    json_t *slow = json_loadb((const char *)data, size,
                              JSON_DECODE_ANY | JSON_ALLOW_NUL, NULL);
    if (slow == NULL || !json_equal(quick, slow))
        abort();
    expect_same_text(quick, slow);
    json_decref(quick);
    json_decref(slow);
    return 0;
}
