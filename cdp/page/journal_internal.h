/* What the files of the journal share: entries, and a function for each message
 * that is heard, which takes its params. */
#ifndef WEIR_CDP_PAGE_JOURNAL_INTERNAL_H
#define WEIR_CDP_PAGE_JOURNAL_INTERNAL_H

#include "cdp/page/journal.h"

/* A string of an object that an endpoint sent; empty where it is none. */
struct str journal_text_of(const struct json *object, const char *field);

/* Up to JOURNAL_TEXT_LIMIT, not in the middle of a character; a new reference.
 */
struct value *journal_short_text(struct str text);

/* Takes the value. NULL: there are too many already, and it is gone. Valid
 * until the next one. */
struct journal_entry *journal_add(struct journal *journal,
                                  enum journal_list list, struct value *value);
void journal_drop(struct journal *journal, size_t index);

void journal_hear_call(struct journal *journal, const struct json *params);
void journal_hear_log(struct journal *journal, const struct json *params);

void journal_hear_error(struct journal *journal, const struct json *params);
void journal_hear_revocation(struct journal *journal,
                             const struct json *params);

void journal_hear_request(struct journal *journal, const struct json *params);
void journal_hear_answer(struct journal *journal, const struct json *params);
void journal_hear_end(struct journal *journal, const struct json *params);
void journal_hear_failure(struct journal *journal, const struct json *params);
void journal_finish_request(struct journal_request *request);

#endif
