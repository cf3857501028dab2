#include "trace/reference.h"

#include "trace/operation.h"

#define OPENING "\xe2\x81\xa8#"
#define CLOSING "\xe2\x81\xa9"

enum { DIGITS = 15 }; /* of a number, at most */

static bool take_text(struct str text, size_t *at, const char *word)
{
    size_t length = strlen(word);
    if (text.length - *at < length ||
        memcmp(text.data + *at, word, length) != 0)
        return false;
    *at += length;
    return true;
}

static bool take_number(struct str text, size_t *at, int64_t *number)
{
    size_t begin = *at;
    *number = 0;
    while (*at < text.length && *at - begin < DIGITS &&
           str_is_digit(text.data[*at]))
        *number = *number * 10 + (text.data[(*at)++] - '0');
    return *at > begin;
}

static bool is_mark(struct str text, size_t at, struct reference_mark *mark)
{
    mark->begin = mark->end = at;
    return take_text(text, &mark->end, OPENING) &&
           take_number(text, &mark->end, &mark->number) &&
           take_text(text, &mark->end, ".") &&
           take_number(text, &mark->end, &mark->slot) &&
           take_text(text, &mark->end, CLOSING);
}

bool reference_mark_find(struct str text, size_t from,
                         struct reference_mark *mark)
{
    while (from < text.length) {
        const char *found =
            memchr(text.data + from, OPENING[0], text.length - from);
        if (found == NULL)
            return false;
        from = (size_t)(found - text.data);
        if (is_mark(text, from, mark))
            return true;
        from++;
    }
    return false;
}

void reference_add_mark(struct buf *out, int64_t number, int64_t slot)
{
    buf_addf(out, OPENING "%lld.%lld" CLOSING, (long long)number,
             (long long)slot);
}

void reference_add_name(struct buf *out, int64_t number, int64_t slot)
{
    buf_addf(out, "#%lld", (long long)number);
    if (slot > 0)
        buf_addf(out, ".%lld", (long long)slot);
}

void reference_add_text(struct buf *out, struct str text)
{
    struct reference_mark mark;
    size_t at = 0;
    while (reference_mark_find(text, at, &mark)) {
        buf_add(out, text.data + at, mark.begin - at);
        reference_add_name(out, mark.number, mark.slot);
        at = mark.end;
    }
    buf_add(out, text.data + at, text.length - at);
}

typedef bool (*visit_reference)(void *context, int64_t number, int64_t slot);

static bool visit_text(struct str text, visit_reference visit, void *context)
{
    struct reference_mark mark;
    for (size_t at = 0; reference_mark_find(text, at, &mark); at = mark.end)
        if (!visit(context, mark.number, mark.slot))
            return false;
    return true;
}

bool reference_visit_all(const struct value *value, visit_reference visit,
                         void *context)
{
    int64_t number, slot;
    bool goes_on = true;
    if (value_is_reference(value, &number, &slot))
        return visit(context, number, slot);
    if (value->kind == VALUE_STRING)
        return visit_text(value_text(value), visit, context);
    if (value->kind == VALUE_LIST)
        for (size_t i = 0; goes_on && i < value->count; i++)
            goes_on = reference_visit_all(value->items[i], visit, context);
    if (value->kind == VALUE_OBJECT)
        for (size_t i = 0; goes_on && i < value->count; i++)
            goes_on =
                visit_text(value_text(value->fields[i].key), visit, context) &&
                reference_visit_all(value->fields[i].value, visit, context);
    return goes_on;
}
