/* Errors that nobody caught, and rejections that nobody handled. */
#include "cdp/page/journal_internal.h"

#include <inttypes.h>
#include <string.h>

#include "base/buf.h"
#include "cdp/page/notices.h"
#include "cdp/wire/remote.h"

/* "http://localhost/app.js:12:7": where it was thrown, or where the promise was
 * rejected; null where the browser does not say. */
static struct value *place_thrown(const struct json *details)
{
    const struct json *stack = json_read_field(details, "stackTrace");
    const struct json *frames = json_read_field(stack, "callFrames");
    const struct json *at =
        json_read_count(frames) > 0 ? json_read_at(frames, 0) : details;
    struct str url = journal_text_of(at, "url");
    if (url.length == 0)
        return value_null();
    struct buf text;
    buf_init(&text);
    buf_add_str(&text, url);
    /* Whatever an endpoint says, no addition overflows. */
    buf_addf(&text, ":%" PRIu64 ":%" PRIu64,
             (uint64_t)json_read_int(json_read_field(at, "lineNumber")) + 1,
             (uint64_t)json_read_int(json_read_field(at, "columnNumber")) + 1);
    struct value *place = journal_short_text(buf_str(&text));
    buf_finish(&text);
    return place;
}

/* {message, kind, where} */
static struct value *error_of(const struct json *details)
{
    const struct json *thrown = json_read_field(details, "exception");
    struct str how = journal_text_of(details, "text");
    struct buf text;
    buf_init(&text);
    if (thrown != NULL)
        remote_add(&text, thrown);
    else
        buf_add_str(&text, how);
    /* "Uncaught (in promise)" */
    bool promised = how.length > 0 && strstr(how.data, "promise") != NULL;
    struct value_field fields[] = {
        value_named("message", journal_short_text(buf_str(&text))),
        value_named("kind",
                    value_string(promised ? STR("rejection") : STR("error"))),
        value_named("where", place_thrown(details)),
    };
    buf_finish(&text);
    return value_object(fields, 3);
}

/* Of an error that nobody reads the first is told. */
static void notice_error(struct journal *journal, const struct json *details)
{
    if (journal->notices == NULL || journal->noticed != 0)
        return;
    struct value *error = error_of(details);
    if (notices_hear_error(journal->notices, error))
        journal->noticed = json_read_field_int(details, "exceptionId");
    value_unref(error);
}

static void note_broken(struct journal *journal, const struct json *details)
{
    struct buf words;
    if (journal->broken != NULL)
        return;
    struct value *error = error_of(details);
    buf_init(&words);
    notices_add_error(&words, error);
    journal->broken = value_string(buf_str(&words));
    journal->broken_by = json_read_field_int(details, "exceptionId");
    buf_finish(&words);
    value_unref(error);
}

static void mend(struct journal *journal)
{
    value_unref(journal->broken);
    journal->broken = NULL;
    journal->broken_by = 0;
}

void journal_hear_error(struct journal *journal, const struct json *params)
{
    const struct json *details = json_read_field(params, "exceptionDetails");
    note_broken(journal, details);
    if (!journal->wants[JOURNAL_ERRORS]) {
        notice_error(journal, details);
        return;
    }
    struct journal_entry *entry =
        journal_add(journal, JOURNAL_ERRORS, error_of(details));
    if (entry != NULL)
        entry->exception =
            json_read_int(json_read_field(details, "exceptionId"));
}

/* Somebody handles the rejection after all. */
void journal_hear_revocation(struct journal *journal, const struct json *params)
{
    int64_t id = json_read_field_int(params, "exceptionId");
    if (id != 0 && id == journal->broken_by)
        mend(journal);
    if (id != 0 && id == journal->noticed) {
        notices_take_back_error(journal->notices);
        journal->noticed = 0;
    }
    for (size_t i = journal->count; i > 0; i--)
        if (journal->entries[i - 1].list == JOURNAL_ERRORS &&
            journal->entries[i - 1].exception == id)
            journal_drop(journal, i - 1);
}
