/* Order of this file: entries, messages, states. */
#include "cdp/page/journal_internal.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/utf8.h"

static const char special[] = "::page";
static const char *const names[JOURNAL_LISTS] = {"console", "errors",
                                                 "requests"};

struct str journal_text_of(const struct json *object, const char *field)
{
    return json_read_string(json_read_field(object, field));
}

/* ---- entries ------------------------------------------------------------ */

struct value *journal_short_text(struct str text)
{
    if (text.length > JOURNAL_TEXT_LIMIT)
        text.length = utf8_floor(text, JOURNAL_TEXT_LIMIT);
    return value_string(text);
}

static size_t count_of(const struct journal *journal, enum journal_list list)
{
    size_t count = 0;
    for (size_t i = 0; i < journal->count; i++)
        count += journal->entries[i].list == list;
    return count;
}

struct journal_entry *journal_add(struct journal *journal,
                                  enum journal_list list, struct value *value)
{
    if (count_of(journal, list) >= JOURNAL_LIMIT) {
        value_unref(value);
        return NULL;
    }
    if (journal->count == journal->capacity) {
        journal->capacity = journal->capacity == 0 ? 8 : journal->capacity * 2;
        journal->entries = memory_resized(journal->entries, journal->capacity,
                                          sizeof *journal->entries);
    }
    struct journal_entry *entry = &journal->entries[journal->count++];
    *entry = (struct journal_entry){.list = list,
                                    .place = journal->heard,
                                    .rank = journal->heard,
                                    .value = value};
    return entry;
}

void journal_drop(struct journal *journal, size_t index)
{
    value_unref(journal->entries[index].value);
    journal->count--;
    memmove(&journal->entries[index], &journal->entries[index + 1],
            (journal->count - index) * sizeof *journal->entries);
}

/* ---- messages ----------------------------------------------------------- */

static const struct {
    const char *method;
    void (*hear)(struct journal *journal, const struct json *params);
} handlers[] = {
    {"Runtime.consoleAPICalled", journal_hear_call},
    {"Runtime.exceptionThrown", journal_hear_error},
    {"Runtime.exceptionRevoked", journal_hear_revocation},
    {"Log.entryAdded", journal_hear_log},
    {"Network.requestWillBeSent", journal_hear_request},
    {"Network.responseReceived", journal_hear_answer},
    {"Network.loadingFinished", journal_hear_end},
    {"Network.loadingFailed", journal_hear_failure},
};

static bool is_ours(const struct json *params, int64_t own_context)
{
    const struct json *details = json_read_field(params, "exceptionDetails");
    const struct json *context = json_read_field(
        details == NULL ? params : details, "executionContextId");
    return context != NULL && own_context != 0 &&
           json_read_int(context) == own_context;
}

void journal_hear(struct journal *journal, struct str method,
                  const struct json *params, int64_t own_context)
{
    for (size_t i = 0; i < sizeof handlers / sizeof *handlers; i++) {
        if (!str_is(method, handlers[i].method))
            continue;
        journal->heard++;
        if (!is_ours(params, own_context))
            handlers[i].hear(journal, params);
        return;
    }
}

/* ---- states ------------------------------------------------------------- */

static int by_rank(const void *a_, const void *b_)
{
    const struct journal_entry *const *a = a_, *const *b = b_;
    if ((*a)->rank != (*b)->rank)
        return (*a)->rank < (*b)->rank ? -1 : 1;
    return (*a)->place < (*b)->place ? -1 : (*a)->place > (*b)->place;
}

const char *journal_list_name(enum journal_list list)
{
    return names[list];
}

struct value *journal_list(const struct journal *journal,
                           enum journal_list list, int64_t upto)
{
    const struct journal_entry **found =
        memory_zeroed(journal->count + 1, sizeof *found);
    size_t count = 0;
    for (size_t i = 0; i < journal->count; i++)
        if (journal->entries[i].list == list &&
            journal->entries[i].place <= upto)
            found[count++] = &journal->entries[i];
    qsort(found, count, sizeof *found, by_rank);
    struct value **items = memory_zeroed(count + 1, sizeof *items);
    for (size_t i = 0; i < count; i++)
        items[i] = value_ref(found[i]->value);
    struct value *value = value_list(items, count);
    free(items);
    free(found);
    return value;
}

/* Takes the value. */
static void put(struct value **object, const char *key, struct value *value)
{
    struct value *changed = value_with_field(*object, str_text(key), value);
    value_unref(*object);
    *object = changed;
}

struct value *journal_add_to(const struct journal *journal, int64_t upto,
                             struct value *state)
{
    const struct value *pages = value_field(state, str_text(special));
    if (pages == NULL || pages->kind != VALUE_LIST || pages->count != 1 ||
        pages->items[0]->kind != VALUE_OBJECT)
        return state;
    struct value *page = value_ref(pages->items[0]);
    for (int list = 0; list < JOURNAL_LISTS; list++)
        if (journal->wants[list])
            put(&page, names[list],
                journal_list(journal, (enum journal_list)list, upto));
    put(&state, special, value_list(&page, 1));
    return state;
}

void journal_forget(struct journal *journal, int64_t upto)
{
    for (size_t i = journal->count; i > 0; i--)
        if (journal->entries[i - 1].place <= upto)
            journal_drop(journal, i - 1);
}

bool journal_needs_log(const struct journal *journal)
{
    return journal->wants[JOURNAL_CONSOLE];
}

bool journal_needs_network(const struct journal *journal)
{
    return journal->wants[JOURNAL_REQUESTS];
}

void journal_init(struct journal *journal, const struct deps *deps)
{
    *journal = (struct journal){.heard = 0};
    const struct deps_node *page =
        deps == NULL ? NULL : deps_find(&deps->root, str_text(special));
    for (int list = 0; list < JOURNAL_LISTS; list++)
        journal->wants[list] =
            deps == NULL ||
            (page != NULL && deps_find(page, str_text(names[list])) != NULL);
}

void journal_finish(struct journal *journal)
{
    while (journal->count > 0)
        value_unref(journal->entries[--journal->count].value);
    while (journal->request_count > 0)
        journal_finish_request(&journal->requests[--journal->request_count]);
    free(journal->entries);
    free(journal->requests);
    value_unref(journal->broken);
    *journal = (struct journal){.heard = 0};
}
