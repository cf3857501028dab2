/* Saved counterexamples: any bytes end in one or in an error that names the
 * line; one that was read is written so that it reads again, as the same. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "run/saved.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool are_same(const struct choice_list *a, const struct choice_list *b)
{
    for (size_t i = 0; i < a->count && i < b->count; i++)
        if (!value_equal(a->items[i], b->items[i]))
            return false;
    return a->count == b->count;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct saved saved, again;
    struct error error = ERROR_NONE;
    if (!saved_read(&saved, "fuzz", str_from((const char *)data, size),
                    &error)) {
        if (str_starts_with(str_text(error.message), "fuzz:"))
            return 0;
        abort();
    }
    struct buf text;
    buf_init(&text);
    saved_add(&text, &saved, &(struct saved_comments){.why = "why\nnot"});
    if (!saved_read(&again, "again", buf_str(&text), &error))
        abort();
    if (!are_same(&again.choices, &saved.choices) || again.seed != saved.seed ||
        again.check != saved.check || again.linger_ms != saved.linger_ms)
        abort();
    saved_finish(&again);
    saved_finish(&saved);
    buf_finish(&text);
    return 0;
}
