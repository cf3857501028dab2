/* What is read is what jansson reads, and what is refused jansson refuses: but
 * integers that are too large for it, what nests deeper than we allow, and a
 * NUL after a number, which it overlooks. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/json_same.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void expect_refusal(struct str text, json_t *theirs)
{
    struct error error = ERROR_NONE;
    if (json_parse(text, &error) != NULL || error.message[0] == '\0')
        abort();
    bool is_deep = strstr(error.message, "nests deeper") != NULL;
    bool has_nul = memchr(text.data, '\0', text.length) != NULL;
    if (theirs != NULL && !is_deep && !has_nul)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct str text = str_from((const char *)data, size);
    struct json *ours = json_parse(text, NULL);
    json_error_t trouble;
    json_t *theirs = json_loadb((const char *)data, size,
                                JSON_DECODE_ANY | JSON_ALLOW_NUL, &trouble);
    bool is_too_large = theirs == NULL && json_error_code(&trouble) ==
                                              json_error_numeric_overflow;
    if (ours == NULL)
        expect_refusal(text, theirs);
    else if (!is_too_large && !json_same(ours, theirs))
        abort();
    json_destroy(ours);
    json_decref(theirs);
    return 0;
}
