/* What a browser tells of a page, a message in each line: however it is made,
 * the lists stay within their limit, and what is forgotten is gone. The first
 * byte says whether anybody reads them. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "cdp/page/journal.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool holds)
{
    if (!holds)
        abort();
}

static void hear(struct journal *journal, struct str line)
{
    struct json *message = json_parse(line, NULL);
    if (message == NULL)
        return;
    journal_hear(journal, json_read_string(json_read_field(message, "method")),
                 json_read_field(message, "params"), 7);
    json_destroy(message);
}

static size_t count_of(const struct journal *journal, enum journal_list list)
{
    struct value *value = journal_list(journal, list, journal->heard);
    size_t count = value->count;
    must(value->kind == VALUE_LIST && count <= JOURNAL_LIMIT);
    value_unref(value);
    return count;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct deps nothing = {0};
    struct notice_list notices = {0};
    struct journal journal;
    if (size == 0)
        return 0;
    journal_init(&journal, data[0] == 'n' ? &nothing : NULL);
    journal.notices = &notices;
    data++;
    size--;
    while (size > 0) {
        const uint8_t *end = memchr(data, '\n', size);
        size_t length = end == NULL ? size : (size_t)(end - data);
        hear(&journal, str_from((const char *)data, length));
        size -= length + (end != NULL);
        data += length + (end != NULL);
    }
    free(journal_requests_open(&journal));
    for (int list = 0; list < JOURNAL_LISTS; list++)
        count_of(&journal, (enum journal_list)list);
    journal_forget(&journal, journal.heard);
    for (int list = 0; list < JOURNAL_LISTS; list++)
        must(count_of(&journal, (enum journal_list)list) == 0);
    journal_finish(&journal);
    notice_list_finish(&notices);
    return 0;
}
