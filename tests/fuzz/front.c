/* Source texts alone, without the library: lexer, operators, parser and the
 * formatter, which says the same again. Formatting what was formatted changes
 * nothing, and what can be read can be read again. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "lang/format/format.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool format(struct str text, struct buf *out)
{
    struct lang_options options = {.library = NULL};
    struct diag_list diags;
    struct source_table sources;
    struct buf words;
    buf_init(&words);
    diag_list_init(&diags);
    bool fine =
        lang_format("fuzz.strom", text, &options, out, &diags, &sources);
    diag_list_print(&words, &sources, &diags);
    if (!fine && (diags.error_count == 0 || words.length == 0))
        abort(); /* refused without a word */
    diag_list_finish(&diags);
    source_table_finish(&sources);
    buf_finish(&words);
    return fine;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct buf once, twice;
    buf_init(&once);
    buf_init(&twice);
    if (format(str_from((const char *)data, size), &once) &&
        (!format(buf_str(&once), &twice) ||
         !str_equal(buf_str(&once), buf_str(&twice))))
        abort();
    buf_finish(&twice);
    buf_finish(&once);
    return 0;
}
