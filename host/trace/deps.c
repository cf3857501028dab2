#include "trace/deps.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/vec.h"

void deps_init(struct deps *deps)
{
    *deps = (struct deps){0};
}

static void finish_node(struct deps_node *node)
{
    for (size_t i = 0; i < node->count; i++)
        finish_node(&node->children[i]);
    free(node->children);
    free(node->name);
}

void deps_finish(struct deps *deps)
{
    finish_node(&deps->root);
    deps_init(deps);
}

static struct str node_name(const struct deps_node *node)
{
    return str_from(node->name, node->name_length);
}

/* The index of the first child that is not before `name`. */
static size_t lower_bound(const struct deps_node *node, struct str name)
{
    size_t low = 0, high = node->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (str_compare(node_name(&node->children[middle]), name) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool stands_at(const struct deps_node *node, size_t index,
                      struct str name)
{
    return index < node->count &&
           str_equal(node_name(&node->children[index]), name);
}

struct deps_node *deps_child(struct deps_node *node, struct str name)
{
    size_t at = lower_bound(node, name);
    if (stands_at(node, at, name))
        return &node->children[at];
    if (node->count == node->capacity) {
        node->capacity = node->capacity == 0 ? 4 : node->capacity * 2;
        node->children = memory_resized(node->children, node->capacity,
                                        sizeof *node->children);
    }
    memmove(&node->children[at + 1], &node->children[at],
            (node->count - at) * sizeof *node->children);
    node->count++;
    node->children[at] = (struct deps_node){
        .name = memory_copy_string(name.data, name.length),
        .name_length = name.length,
    };
    return &node->children[at];
}

const struct deps_node *deps_find(const struct deps_node *node, struct str name)
{
    size_t at = lower_bound(node, name);
    return stands_at(node, at, name) ? &node->children[at] : NULL;
}

static void merge_node(struct deps_node *into, const struct deps_node *from)
{
    for (size_t i = 0; i < from->count; i++)
        merge_node(deps_child(into, node_name(&from->children[i])),
                   &from->children[i]);
}

void deps_merge(struct deps *into, const struct deps *from)
{
    merge_node(&into->root, &from->root);
}

static size_t leaves_of(const struct deps_node *node)
{
    size_t count = 0;
    for (size_t i = 0; i < node->count; i++)
        count +=
            node->children[i].count == 0 ? 1 : leaves_of(&node->children[i]);
    return count;
}

size_t deps_leaf_count(const struct deps *deps)
{
    return leaves_of(&deps->root);
}

static void add_node(struct buf *buf, const struct deps_node *node)
{
    buf_add_char(buf, '{');
    for (size_t i = 0; i < node->count; i++) {
        if (i > 0)
            buf_add_char(buf, ',');
        json_add_string(buf, node_name(&node->children[i]));
        buf_add_char(buf, ':');
        add_node(buf, &node->children[i]);
    }
    buf_add_char(buf, '}');
}

/* `path` is what leads to the node's parent, and is again afterwards. */
static void add_leaves(struct buf *buf, struct buf *path,
                       const struct deps_node *node, bool is_selector)
{
    size_t length = path->length;
    buf_addf(path, is_selector ? "`%.*s`" : ".%.*s", (int)node->name_length,
             node->name);
    if (node->count == 0)
        buf_addf(buf, "%s%s", buf->length == 0 ? "" : ", ", buf_text(path));
    for (size_t i = 0; i < node->count; i++)
        add_leaves(buf, path, &node->children[i], false);
    path->length = length;
}

void deps_add_words(struct buf *buf, const struct deps *deps)
{
    struct buf path;
    buf_init(&path);
    for (size_t i = 0; i < deps->root.count; i++)
        add_leaves(buf, &path, &deps->root.children[i], true);
    buf_finish(&path);
}

void deps_add_json(struct buf *buf, const struct deps *deps)
{
    add_node(buf, &deps->root);
}

static bool read_node(struct deps_node *node, const struct json *json,
                      struct error *error)
{
    if (json_kind(json) != JSON_KIND_OBJECT)
        return error_set(error, ERROR_RUN,
                         "dependencies must be nested objects");
    for (void *at = json_first(json); at != NULL; at = json_next(json, at)) {
        struct str key;
        const struct json *below = json_entry(at, &key);
        if (!read_node(deps_child(node, key), below, error))
            return false;
    }
    return true;
}

bool deps_from_json(struct deps *deps, const struct json *json,
                    struct error *error)
{
    deps_init(deps);
    if (read_node(&deps->root, json, error))
        return true;
    deps_finish(deps);
    return false;
}
