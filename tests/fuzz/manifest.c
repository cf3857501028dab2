/* The benchmark's manifests and results files: whatever the bytes are, they are
 * read or refused with words. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "todomvc/runner/journal.h"
#include "todomvc/runner/manifest.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A list in another file is the same bytes once more, in which lists are not
 * looked for. */
static struct str whole;

static bool read_list(const char *path, struct buf *text, struct error *error)
{
    (void)path;
    (void)error;
    buf_add_str(text, whole);
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const profiles[] = {"full", "paper"};
    whole = str_from((const char *)data, size);
    for (size_t i = 0; i < sizeof profiles / sizeof *profiles; i++) {
        struct manifest manifest;
        struct error error = ERROR_NONE;
        if (manifest_parse(&manifest, whole, "a/b.json", profiles[i], read_list,
                           &error))
            manifest_finish(&manifest);
        else if (error.message[0] == '\0')
            abort();
    }
    struct journal journal;
    struct error error = ERROR_NONE;
    if (journal_parse(&journal, whole, &error))
        journal_close(&journal);
    else if (error.message[0] == '\0')
        abort();
    return 0;
}
