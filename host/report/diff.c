/* Pairing elements first, comparing fields second. */
#include "report/diff.h"

#include "base/map.h"
#include "base/vec.h"
#include "trace/element.h"

const char *diff_kind_text(enum diff_kind kind)
{
    switch (kind) {
    case DIFF_UNMODIFIED:
        return "Unmodified";
    case DIFF_ADDED:
        return "Added";
    case DIFF_REMOVED:
        return "Removed";
    case DIFF_MODIFIED:
        return "Modified";
    }
    return "?";
}

bool diff_is_elements(const struct value *value)
{
    if (value->kind != VALUE_LIST)
        return false;
    for (size_t i = 0; i < value->count; i++)
        if (value->items[i]->kind != VALUE_OBJECT)
            return false;
    return true;
}

/* The name by which an element is known; the empty text when it has none. */
static struct str element_ref(const struct value *element)
{
    return value_text(value_field(element, STR("ref")));
}

enum { NO_PARTNER = SIZE_MAX };

/* For each element of `after` the index of its partner in `before`. */
static void pair_up(size_t *partners, const struct value *before,
                    const struct value *after)
{
    struct map places; /* ref -> address of the element's slot in before */
    map_init(&places);
    for (size_t i = 0; i < before->count; i++) {
        struct str ref = element_ref(before->items[i]);
        if (ref.length > 0 && !map_has(&places, ref))
            map_set(&places, ref, (void *)&before->items[i]);
    }
    for (size_t i = 0; i < after->count; i++) {
        struct str ref = element_ref(after->items[i]);
        partners[i] = NO_PARTNER;
        if (ref.length > 0) {
            struct value *const *slot = map_find(&places, ref);
            if (slot != NULL)
                partners[i] = (size_t)(slot - before->items);
            map_set(&places, ref, NULL); /* a partner for one only */
        } else if (i < before->count &&
                   element_ref(before->items[i]).length == 0) {
            partners[i] = i;
        }
    }
    map_finish(&places);
}

static enum diff_kind compare_elements(const struct value *before,
                                       const struct value *after)
{
    if (value_equal(before, after))
        return DIFF_UNMODIFIED;
    struct diff_field_list fields = {0};
    diff_fields(&fields, before, after);
    enum diff_kind kind = fields.count > 0 ? DIFF_MODIFIED : DIFF_UNMODIFIED;
    diff_field_list_finish(&fields);
    return kind;
}

static void add_removed(struct diff_element_list *list,
                        const struct value *before, size_t index)
{
    struct diff_element element = {.kind = DIFF_REMOVED,
                                   .before = before->items[index],
                                   .before_index = index};
    vec_push(list, element);
}

static void add_present(struct diff_element_list *list,
                        const struct value *before, size_t partner,
                        const struct value *after, size_t index)
{
    struct diff_element element = {
        .kind = DIFF_ADDED, .after = after->items[index], .after_index = index};
    if (partner != NO_PARTNER) {
        element.before = before->items[partner];
        element.before_index = partner;
        element.kind = compare_elements(element.before, element.after);
    }
    vec_push(list, element);
}

/* Among the elements that stayed, the n-th before should be the n-th after. */
static void mark_moved(struct diff_element_list *list, const bool *stays,
                       size_t start)
{
    size_t at = 0; /* in before */
    for (size_t i = start; i < list->count; i++) {
        struct diff_element *element = &list->items[i];
        if (element->before == NULL || element->after == NULL)
            continue;
        while (!stays[at])
            at++;
        element->moved = element->before_index != at;
        at++;
    }
}

void diff_elements(struct diff_element_list *list, const struct value *before,
                   const struct value *after)
{
    size_t start = list->count;
    size_t *partners = memory_zeroed(after->count, sizeof *partners);
    bool *stays = memory_zeroed(before->count, sizeof *stays);
    pair_up(partners, before, after);
    for (size_t i = 0; i < after->count; i++)
        if (partners[i] != NO_PARTNER)
            stays[partners[i]] = true;
    size_t told = 0; /* everything removed before this index is in the list */
    for (size_t i = 0; i < after->count; i++) {
        bool is_paired = partners[i] != NO_PARTNER;
        for (; told < before->count; told++) {
            if (is_paired ? told >= partners[i] : stays[told])
                break;
            if (!stays[told])
                add_removed(list, before, told);
        }
        if (is_paired && told == partners[i])
            told++;
        add_present(list, before, partners[i], after, i);
    }
    for (; told < before->count; told++)
        if (!stays[told])
            add_removed(list, before, told);
    mark_moved(list, stays, start);
    free(partners);
    free(stays);
}

/* For each place in the old list the entry that tells of a removal from it,
 * plus one; 0: none. Owned by the caller. */
static size_t *index_removed(const struct diff_element_list *list,
                             size_t *places)
{
    *places = 0;
    for (size_t i = 0; i < list->count; i++)
        if (list->items[i].before_index >= *places)
            *places = list->items[i].before_index + 1;
    size_t *entries = memory_zeroed(*places, sizeof *entries);
    for (size_t i = 0; i < list->count; i++)
        if (list->items[i].kind == DIFF_REMOVED)
            entries[list->items[i].before_index] = i + 1;
    return entries;
}

/* Moves what `removed` tells into `added` and leaves it empty. */
static void join(struct diff_element *added, struct diff_element *removed)
{
    added->before = removed->before;
    added->before_index = removed->before_index;
    added->kind = compare_elements(added->before, added->after);
    added->replaced = true;
    removed->before = NULL;
}

void diff_join_replaced(struct diff_element_list *list)
{
    size_t places, kept = 0;
    size_t *entries = index_removed(list, &places);
    for (size_t i = 0; i < list->count; i++) {
        struct diff_element *element = &list->items[i];
        size_t place = element->after_index;
        if (element->kind == DIFF_ADDED && place < places &&
            entries[place] != 0)
            join(element, &list->items[entries[place] - 1]);
    }
    for (size_t i = 0; i < list->count; i++)
        if (list->items[i].before != NULL || list->items[i].after != NULL)
            list->items[kept++] = list->items[i];
    list->count = kept;
    free(entries);
}

static bool has_replaced(const struct value *before, const struct value *after)
{
    struct diff_element_list list = {0};
    bool found = false;
    diff_elements(&list, before, after);
    diff_join_replaced(&list);
    for (size_t i = 0; i < list.count; i++)
        found = found || list.items[i].replaced;
    diff_element_list_finish(&list);
    return found;
}

bool diff_has_replaced(const struct value *before, const struct value *after)
{
    bool found = false;
    for (size_t i = 0; i < after->count && !found; i++) {
        const struct value *now = after->fields[i].value;
        const struct value *old =
            value_field(before, value_text(after->fields[i].key));
        found = old != NULL && old != now && diff_is_elements(old) &&
                diff_is_elements(now) && has_replaced(old, now);
    }
    return found;
}

void diff_element_list_finish(struct diff_element_list *list)
{
    vec_finish(list);
}

/* "a" and "b" make "a.b". */
static char *join_path(const char *path, struct str name)
{
    struct buf joined;
    buf_init(&joined);
    buf_add_text(&joined, path);
    if (joined.length > 0)
        buf_add_char(&joined, '.');
    buf_add_str(&joined, name);
    buf_add_text(&joined, "");
    return buf_take(&joined);
}

static void compare_objects(struct diff_field_list *list, const char *path,
                            const struct value *before,
                            const struct value *after);

/* Either side may be NULL: not there. Takes path. */
static void compare_field(struct diff_field_list *list, char *path,
                          const struct value *before, const struct value *after)
{
    bool both = before != NULL && after != NULL;
    if (both && value_equal(before, after)) {
        free(path);
        return;
    }
    if (both && before->kind == VALUE_OBJECT && after->kind == VALUE_OBJECT) {
        compare_objects(list, path, before, after);
        free(path);
        return;
    }
    struct diff_field field = {.path = path, .before = before, .after = after};
    vec_push(list, field);
}

/* Values nest no deeper than JSON_DEPTH_LIMIT. */
static void compare_objects(struct diff_field_list *list, const char *path,
                            const struct value *before,
                            const struct value *after)
{
    for (size_t i = 0; i < after->count; i++) {
        struct str key = value_text(after->fields[i].key);
        if (*path != '\0' || !element_is_place(key))
            compare_field(list, join_path(path, key), value_field(before, key),
                          after->fields[i].value);
    }
    for (size_t i = 0; i < before->count; i++) {
        struct str key = value_text(before->fields[i].key);
        if ((*path != '\0' || !element_is_place(key)) &&
            value_field(after, key) == NULL)
            compare_field(list, join_path(path, key), before->fields[i].value,
                          NULL);
    }
}

void diff_fields(struct diff_field_list *list, const struct value *before,
                 const struct value *after)
{
    compare_objects(list, "", before, after);
}

void diff_field_list_finish(struct diff_field_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        free(list->items[i].path);
    vec_finish(list);
}

bool diff_looks_alike(const struct value *a, const struct value *b)
{
    struct diff_field_list fields = {0};
    diff_fields(&fields, a, b);
    bool alike = fields.count == 0;
    diff_field_list_finish(&fields);
    return alike;
}

static bool is_same(const struct value *a, const struct value *b)
{
    return a == b || (a != NULL && b != NULL && value_equal(a, b));
}

static bool changes_alike(const struct diff_element *a,
                          const struct diff_element *b)
{
    struct diff_field_list of_a = {0}, of_b = {0};
    diff_fields(&of_a, a->before, a->after);
    diff_fields(&of_b, b->before, b->after);
    bool alike = of_a.count == of_b.count;
    for (size_t i = 0; alike && i < of_a.count; i++) {
        const struct diff_field *x = &of_a.items[i], *y = &of_b.items[i];
        alike = strcmp(x->path, y->path) == 0 &&
                is_same(x->before, y->before) && is_same(x->after, y->after);
    }
    diff_field_list_finish(&of_a);
    diff_field_list_finish(&of_b);
    return alike;
}

bool diff_is_alike(const struct diff_element *a, const struct diff_element *b)
{
    if (a->kind != b->kind || a->moved || b->moved ||
        a->replaced != b->replaced)
        return false;
    switch (a->kind) {
    case DIFF_ADDED:
        return diff_looks_alike(a->after, b->after);
    case DIFF_REMOVED:
        return diff_looks_alike(a->before, b->before);
    default:
        return changes_alike(a, b);
    }
}
