/* In this file: paths, lists, a part, the whole. */
#include "report/changes.h"

#include "trace/operation.h"

static void add_part(struct buf *out, const struct value *before,
                     const struct value *after, struct buf *path);

/* ---- paths -------------------------------------------------------------- */

static void cut(struct buf *path, size_t length)
{
    path->length = length;
    if (path->data != NULL)
        path->data[length] = '\0';
}

static void separate(struct buf *out, size_t begin)
{
    buf_add_text(out, out->length > begin ? ", " : "");
}

static void add_whole(struct buf *out, const struct value *after,
                      const struct buf *path)
{
    if (path->length > 0)
        buf_addf(out, "%s: ", buf_text(path));
    operation_add_value(out, after);
}

static bool is_whole(const struct value *value)
{
    return (value->kind != VALUE_LIST && value->kind != VALUE_OBJECT) ||
           value_is_reference(value, NULL, NULL);
}

/* ---- lists -------------------------------------------------------------- */

static size_t alike_at_begin(const struct value *a, const struct value *b)
{
    size_t count = 0;
    while (count < a->count && count < b->count &&
           value_equal(a->items[count], b->items[count]))
        count++;
    return count;
}

static size_t alike_at_end(const struct value *a, const struct value *b,
                           size_t most)
{
    size_t count = 0;
    while (count < most && value_equal(a->items[a->count - 1 - count],
                                       b->items[b->count - 1 - count]))
        count++;
    return count;
}

/* The items of the longer list that the shorter one lacks, if that is all. */
static bool add_run(struct buf *out, const struct value *before,
                    const struct value *after, const struct buf *path)
{
    bool is_new = after->count > before->count;
    const struct value *longer = is_new ? after : before;
    size_t least = is_new ? before->count : after->count;
    size_t begin = alike_at_begin(before, after), start = out->length;
    if (begin + alike_at_end(before, after, least - begin) < least)
        return false;
    for (size_t i = begin; i < begin + longer->count - least; i++) {
        separate(out, start);
        buf_addf(out, "%s[%zu]", buf_text(path), i);
        buf_add_text(out, is_new ? ": " : " gone");
        if (is_new) {
            operation_add_value(out, longer->items[i]);
            buf_add_text(out, " (new)");
        }
    }
    return true;
}

static void add_items(struct buf *out, const struct value *before,
                      const struct value *after, struct buf *path)
{
    size_t start = out->length;
    for (size_t i = 0; i < after->count; i++) {
        size_t length = path->length;
        if (value_equal(before->items[i], after->items[i]))
            continue;
        separate(out, start);
        buf_addf(path, "[%zu]", i);
        add_part(out, before->items[i], after->items[i], path);
        cut(path, length);
    }
}

/* ---- a part ------------------------------------------------------------- */

static bool have_same_names(const struct value *a, const struct value *b)
{
    bool do_so = a->count == b->count;
    for (size_t i = 0; do_so && i < a->count; i++)
        do_so = value_field(b, value_text(a->fields[i].key)) != NULL;
    return do_so;
}

static void add_fields(struct buf *out, const struct value *before,
                       const struct value *after, struct buf *path)
{
    size_t start = out->length;
    for (size_t i = 0; i < after->count; i++) {
        struct str name = value_text(after->fields[i].key);
        const struct value *old = value_field(before, name);
        size_t length = path->length;
        if (value_equal(old, after->fields[i].value))
            continue;
        separate(out, start);
        buf_addf(path, "%s%.*s", length > 0 ? "." : "", STR_ARGS(name));
        add_part(out, old, after->fields[i].value, path);
        cut(path, length);
    }
}

/* False: there is nothing shorter than the whole to say. */
static bool add_inside(struct buf *out, const struct value *before,
                       const struct value *after, struct buf *path)
{
    if (is_whole(before) || is_whole(after) || before->kind != after->kind)
        return false;
    if (after->kind == VALUE_OBJECT) {
        if (!have_same_names(after, before))
            return false;
        add_fields(out, before, after, path);
    } else if (before->count == after->count) {
        add_items(out, before, after, path);
    } else if (!add_run(out, before, after, path)) {
        return false;
    }
    return true;
}

/* They differ. */
static void add_part(struct buf *out, const struct value *before,
                     const struct value *after, struct buf *path)
{
    struct buf inside = {0}, whole = {0};
    add_whole(&whole, after, path);
    bool is_inside = add_inside(&inside, before, after, path) &&
                     inside.length < whole.length;
    buf_add_str(out, buf_str(is_inside ? &inside : &whole));
    buf_finish(&inside);
    buf_finish(&whole);
}

/* ---- the whole ---------------------------------------------------------- */

void changes_add(struct buf *out, const struct value *before,
                 const struct value *after)
{
    struct buf path = {0};
    if (!value_equal(before, after))
        add_part(out, before, after, &path);
    buf_finish(&path);
}
