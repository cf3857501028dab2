/* Bottom up: sets of properties, one selector, the whole. */
#include "lang/doc/needs.h"

#include <stdlib.h>

#include "base/json.h"
#include "base/memory.h"
#include "base/utf8.h"
#include "base/vec.h"
#include "lang/deps/deps.h"

/* A field, with the path that leads to it ("css.display"), and who reads it. */
struct need {
    char *path; /* owned */
    bool *by;   /* by number of the property; owned */
};

struct needs {
    const struct lang_program *program;
    size_t count; /* of properties */
    bool *twice;  /* by number of the property: another has the same name */
    struct deps *each;
    struct deps all;
};

static intern_t name_of(const struct needs *needs, size_t property)
{
    return needs->program->properties[property].global->name;
}

static void note_twice(struct needs *needs)
{
    for (size_t i = 0; i < needs->count; i++)
        for (size_t j = 0; j < i; j++)
            if (name_of(needs, i) == name_of(needs, j))
                needs->twice[i] = needs->twice[j] = true;
}

static void needs_init(struct needs *needs, const struct lang_program *program)
{
    *needs =
        (struct needs){.program = program, .count = program->property_count};
    needs->each = memory_zeroed(needs->count, sizeof *needs->each);
    needs->twice = memory_zeroed(needs->count, sizeof *needs->twice);
    note_twice(needs);
    deps_init(&needs->all);
    for (size_t i = 0; i < needs->count; i++) {
        lang_deps(program, &program->properties[i], &needs->each[i]);
        deps_merge(&needs->all, &needs->each[i]);
    }
}

static void needs_finish(struct needs *needs)
{
    for (size_t i = 0; i < needs->count; i++)
        deps_finish(&needs->each[i]);
    deps_finish(&needs->all);
    free(needs->each);
    free(needs->twice);
}

static int line_of(const struct lang_program *program, struct span span)
{
    int line = 0;
    int column = 0;
    source_position(source_of(&program->sources, span), span.start, &line,
                    &column);
    return line;
}

/* ---- names of properties ------------------------------------------------ */

/* The name; with the line of its check when another check has it too. */
static void add_name(const struct needs *needs, struct buf *out,
                     size_t property)
{
    buf_add_str(out, intern_as_str(name_of(needs, property)));
    if (needs->twice[property])
        buf_addf(out, " (line %d)",
                 line_of(needs->program,
                         needs->program->properties[property].check->span));
}

static void add_names(const struct needs *needs, struct buf *out,
                      const bool *by)
{
    bool first = true;
    for (size_t i = 0; i < needs->count; i++) {
        if (!by[i])
            continue;
        buf_add_text(out, first ? "" : ", ");
        add_name(needs, out, i);
        first = false;
    }
}

static bool is_everybody(const struct needs *needs, const bool *by)
{
    for (size_t i = 0; i < needs->count; i++)
        if (!by[i])
            return false;
    return true;
}

static bool same_readers(const struct needs *needs, const bool *a,
                         const bool *b)
{
    return memcmp(a, b, needs->count * sizeof *a) == 0;
}

/* ---- one selector ------------------------------------------------------- */

typedef VEC(struct need) need_list;

static bool is_read(const struct deps *deps, struct str *names, size_t count)
{
    const struct deps_node *node = &deps->root;
    for (size_t i = 0; i < count && node != NULL; i++)
        node = deps_find(node, names[i]);
    return node != NULL;
}

/* names[0] is the selector, then come the fields. */
static struct need make_need(const struct needs *needs, struct str *names,
                             size_t count)
{
    struct need need = {.by = memory_zeroed(needs->count, sizeof *need.by)};
    struct buf path;
    buf_init(&path);
    for (size_t i = 1; i < count; i++) {
        buf_add_text(&path, i > 1 ? "." : "");
        buf_add_str(&path, names[i]);
    }
    need.path = buf_take(&path);
    for (size_t i = 0; i < needs->count; i++)
        need.by[i] = is_read(&needs->each[i], names, count);
    return need;
}

enum { PATH_LIMIT = 256 }; /* more than a selector can have fields */

static void collect(const struct needs *needs, const struct deps_node *node,
                    struct str *names, size_t count, need_list *list)
{
    names[count++] = str_from(node->name, node->name_length);
    for (size_t i = 0; i < node->count && count < PATH_LIMIT; i++)
        collect(needs, &node->children[i], names, count, list);
    if (node->count == 0)
        vec_push(list, make_need(needs, names, count));
}

static void need_finish(struct need *need)
{
    free(need->path);
    free(need->by);
}

/* Joins to the need at `first` those after it that the same properties read.
 */
static void join_alike(const struct needs *needs, need_list *list, size_t first)
{
    struct need *alike = &list->items[first];
    struct buf path;
    size_t kept = first + 1;
    buf_init(&path);
    buf_add_text(&path, *alike->path == '\0' ? "(only which elements there are)"
                                             : alike->path);
    for (size_t i = first + 1; i < list->count; i++) {
        struct need *need = &list->items[i];
        if (!same_readers(needs, alike->by, need->by)) {
            list->items[kept++] = *need;
            continue;
        }
        buf_addf(&path, ", %s", need->path);
        need_finish(need);
    }
    list->count = kept;
    free(alike->path);
    alike->path = buf_take(&path);
}

enum { READERS_COLUMN = 40 };

static void add_line(const struct needs *needs, struct buf *out,
                     const struct need *need)
{
    buf_addf(out, "    %s", need->path);
    if (!is_everybody(needs, need->by)) {
        size_t width = utf8_width(str_text(need->path)) + 4;
        size_t gap = width + 2 < READERS_COLUMN ? READERS_COLUMN - width : 2;
        buf_add_repeat(out, ' ', gap);
        add_names(needs, out, need->by);
    }
    buf_add_char(out, '\n');
}

static void add_selector(const struct needs *needs, struct buf *out,
                         const struct deps_node *selector)
{
    struct str names[PATH_LIMIT];
    need_list list = VEC_EMPTY;
    collect(needs, selector, names, 0, &list);
    buf_addf(out, "\n`%s`\n", selector->name);
    for (size_t i = 0; i < list.count; i++) {
        join_alike(needs, &list, i);
        add_line(needs, out, &list.items[i]);
    }
    for (size_t i = 0; i < list.count; i++)
        need_finish(&list.items[i]);
    vec_finish(&list);
}

/* ---- the whole ---------------------------------------------------------- */

static void add_count(struct buf *out, size_t count, const char *one,
                      const char *several)
{
    buf_addf(out, "%zu %s", count, count == 1 ? one : several);
}

void lang_needs_print(struct buf *out, const struct lang_program *program)
{
    struct needs needs;
    needs_init(&needs, program);
    add_count(out, needs.count, "property reads ", "properties read ");
    add_count(out, needs.all.root.count, "selector", "selectors");
    buf_add_text(out, needs.count == 0 ? " (nothing is checked)\n" : "\n");
    for (size_t i = 0; i < needs.all.root.count; i++)
        add_selector(&needs, out, &needs.all.root.children[i]);
    needs_finish(&needs);
}

void lang_needs_print_json(struct buf *out, const struct lang_program *program)
{
    struct needs needs;
    needs_init(&needs, program);
    buf_add_char(out, '[');
    for (size_t i = 0; i < needs.count; i++) {
        struct span span = program->properties[i].check->span;
        buf_add_text(out, i > 0 ? ",\n {" : "{");
        buf_add_text(out, "\"property\":");
        json_add_string(out, intern_as_str(name_of(&needs, i)));
        buf_add_text(out, ",\"file\":");
        json_add_string(out,
                        str_text(source_of(&program->sources, span)->path));
        buf_addf(out, ",\"line\":%d,\"dependencies\":", line_of(program, span));
        deps_add_json(out, &needs.each[i]);
        buf_add_char(out, '}');
    }
    buf_add_text(out, "]\n");
    needs_finish(&needs);
}
