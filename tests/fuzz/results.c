/* A results file of weir-todomvc: read, and each record is found again as it is
 * written; or it is said what is wrong. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "todomvc/runner/journal.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool holds)
{
    if (!holds)
        abort();
}

static void write_again(const struct record *record)
{
    struct buf text = {0}, again = {0};
    struct journal journal;
    record_add(record, &text);
    must(journal_parse(&journal, buf_str(&text), NULL));
    const struct record *back = journal_find(&journal, &record->id);
    must(back != NULL);
    record_add(back, &again);
    must(str_equal(buf_str(&text), buf_str(&again)));
    buf_finish(&text);
    buf_finish(&again);
    journal_close(&journal);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct journal journal;
    struct error error = ERROR_NONE;
    if (!journal_parse(&journal, str_from((const char *)data, size), &error)) {
        must(error.message[0] != '\0');
        return 0;
    }
    for (size_t i = 0; i < journal_count(&journal); i++)
        write_again(journal_at(&journal, i));
    journal_close(&journal);
    return 0;
}
