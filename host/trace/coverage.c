/* Order of this file: lists, merging, judging, writing, reading. */
#include "trace/coverage.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

static const char *const kind_names[] = {
    [COVERAGE_IMPLICATION] = "implication",
    [COVERAGE_DISJUNCT] = "disjunct",
    [COVERAGE_GUARD] = "guard",
    [COVERAGE_NEXT] = "next",
};

enum { KIND_COUNT = sizeof kind_names / sizeof *kind_names };

/* ---- lists -------------------------------------------------------------- */

void coverage_finish(struct coverage *coverage)
{
    for (size_t i = 0; i < coverage->part_count; i++) {
        free(coverage->parts[i].text);
        free(coverage->parts[i].file);
    }
    for (size_t i = 0; i < coverage->action_count; i++) {
        free(coverage->actions[i].name);
        free(coverage->actions[i].kinds);
    }
    free(coverage->parts);
    free(coverage->actions);
    reach_functions_finish(&coverage->functions);
    *coverage = (struct coverage){0};
}

void coverage_add_part(struct coverage *coverage, struct coverage_part part)
{
    if (coverage->part_count == coverage->part_capacity) {
        coverage->part_capacity = coverage->part_capacity * 2 + 16;
        coverage->parts = memory_resized(
            coverage->parts, coverage->part_capacity, sizeof *coverage->parts);
    }
    coverage->parts[coverage->part_count++] = part;
}

struct coverage_action *coverage_action(struct coverage *coverage,
                                        const char *name)
{
    for (size_t i = 0; i < coverage->action_count; i++)
        if (strcmp(coverage->actions[i].name, name) == 0)
            return &coverage->actions[i];
    if (coverage->action_count == coverage->action_capacity) {
        coverage->action_capacity = coverage->action_capacity * 2 + 8;
        coverage->actions =
            memory_resized(coverage->actions, coverage->action_capacity,
                           sizeof *coverage->actions);
    }
    struct coverage_action *added = &coverage->actions[coverage->action_count];
    *added = (struct coverage_action){
        .name = memory_copy_string(name, strlen(name))};
    coverage->action_count++;
    return added;
}

/* Where the kind is, or belongs. */
static size_t place_of(const struct coverage_action *action, uint64_t kind)
{
    size_t low = 0;
    size_t high = action->kind_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (action->kinds[middle] < kind)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

void coverage_add_kind(struct coverage_action *action, uint64_t kind)
{
    size_t at = place_of(action, kind);
    if (at < action->kind_count && action->kinds[at] == kind)
        return;
    /* The room doubles whenever the count reaches a power of two. */
    if ((action->kind_count & (action->kind_count - 1)) == 0)
        action->kinds = memory_resized(
            action->kinds, action->kind_count * 2 + 1, sizeof *action->kinds);
    memmove(action->kinds + at + 1, action->kinds + at,
            (action->kind_count - at) * sizeof *action->kinds);
    action->kinds[at] = kind;
    action->kind_count++;
}

/* ---- merging ------------------------------------------------------------ */

static bool is_same(const struct coverage_part *a,
                    const struct coverage_part *b)
{
    return a->kind == b->kind && a->line == b->line && a->column == b->column &&
           strcmp(a->text, b->text) == 0 && strcmp(a->file, b->file) == 0;
}

/* Tests of one property come with their parts in one order, so the part is most
 * often where it is in the other. */
static struct coverage_part *find_part(struct coverage *coverage,
                                       const struct coverage_part *part,
                                       size_t guess)
{
    if (guess < coverage->part_count && is_same(&coverage->parts[guess], part))
        return &coverage->parts[guess];
    for (size_t i = 0; i < coverage->part_count; i++)
        if (is_same(&coverage->parts[i], part))
            return &coverage->parts[i];
    coverage_add_part(
        coverage,
        (struct coverage_part){
            .kind = part->kind,
            .text = memory_copy_string(part->text, strlen(part->text)),
            .file = memory_copy_string(part->file, strlen(part->file)),
            .line = part->line,
            .column = part->column,
        });
    return &coverage->parts[coverage->part_count - 1];
}

static void merge_action(struct coverage *into,
                         const struct coverage_action *from)
{
    struct coverage_action *action = coverage_action(into, from->name);
    action->offered += from->offered;
    action->taken += from->taken;
    for (size_t i = 0; i < from->kind_count; i++)
        coverage_add_kind(action, from->kinds[i]);
}

void coverage_merge(struct coverage *into, const struct coverage *from)
{
    into->tests += from->tests;
    into->states += from->states;
    for (size_t i = 0; i < from->part_count; i++) {
        const struct coverage_part *part = &from->parts[i];
        struct coverage_part *sum = find_part(into, part, i);
        sum->was_true += part->was_true;
        sum->was_false += part->was_false;
        sum->was_open += part->was_open;
    }
    for (size_t i = 0; i < from->action_count; i++)
        merge_action(into, &from->actions[i]);
    reach_functions_merge(&into->functions, &from->functions);
}

/* ---- judging ------------------------------------------------------------ */

static bool took_any(const struct coverage *coverage)
{
    for (size_t i = 0; i < coverage->action_count; i++)
        if (coverage->actions[i].taken > 0)
            return true;
    return coverage->action_count == 0;
}

const char *coverage_vacuous(const struct coverage *coverage)
{
    size_t implications = 0;
    size_t applied = 0;
    if (!took_any(coverage))
        return "no action was ever taken";
    for (size_t i = 0; i < coverage->part_count; i++) {
        const struct coverage_part *part = &coverage->parts[i];
        implications += part->kind == COVERAGE_IMPLICATION;
        applied += part->kind == COVERAGE_IMPLICATION &&
                   part->was_true + part->was_open > 0;
    }
    return implications > 0 && applied == 0
               ? "the left side of no ==> was ever true"
               : NULL;
}

/* ---- writing ------------------------------------------------------------ */

static void add_part(struct buf *out, const struct coverage_part *part)
{
    buf_addf(out, "{\"kind\":\"%s\",\"text\":", kind_names[part->kind]);
    json_add_string(out, str_text(part->text));
    buf_add_text(out, ",\"file\":");
    json_add_string(out, str_text(part->file));
    buf_addf(out,
             ",\"line\":%d,\"column\":%d,\"true\":%" PRId64
             ",\"false\":%" PRId64 ",\"open\":%" PRId64 "}",
             part->line, part->column, part->was_true, part->was_false,
             part->was_open);
}

static void add_kinds(struct buf *out, const struct coverage_action *action)
{
    buf_add_text(out, ",\"kinds\":[");
    for (size_t i = 0; i < action->kind_count; i++)
        buf_addf(out, "%s\"%016" PRIx64 "\"", i > 0 ? "," : "",
                 action->kinds[i]);
    buf_add_char(out, ']');
}

static void add_action(struct buf *out, const struct coverage_action *action,
                       enum coverage_detail detail)
{
    buf_add_text(out, "{\"name\":");
    json_add_string(out, str_text(action->name));
    buf_addf(out, ",\"offered\":%" PRId64 ",\"taken\":%" PRId64,
             action->offered, action->taken);
    if (detail == COVERAGE_IN_FULL)
        add_kinds(out, action);
    else
        buf_addf(out, ",\"kindsOfStates\":%zu", action->kind_count);
    buf_add_char(out, '}');
}

void coverage_lists_add_json(struct buf *out, const struct coverage *coverage,
                             enum coverage_detail detail)
{
    buf_add_text(out, "\"actions\":[");
    for (size_t i = 0; i < coverage->action_count; i++) {
        if (i > 0)
            buf_add_char(out, ',');
        add_action(out, &coverage->actions[i], detail);
    }
    buf_add_text(out, "],\"parts\":[");
    for (size_t i = 0; i < coverage->part_count; i++) {
        if (i > 0)
            buf_add_char(out, ',');
        add_part(out, &coverage->parts[i]);
    }
    buf_add_char(out, ']');
}

void coverage_add_json(struct buf *out, const struct coverage *coverage)
{
    buf_addf(out, "{\"tests\":%" PRId64 ",\"states\":%" PRId64 ",",
             coverage->tests, coverage->states);
    coverage_lists_add_json(out, coverage, COVERAGE_IN_FULL);
    if (coverage->functions.known.count > 0) {
        buf_add_text(out, ",\"functions\":");
        reach_functions_add_json(out, &coverage->functions);
    }
    buf_add_char(out, '}');
}

/* ---- reading ------------------------------------------------------------ */

static char *read_text(const struct json *json, const char *name)
{
    struct str text = json_read_string(json_read_field(json, name));
    return memory_copy_string(text.data, text.length);
}

static bool read_kind(const struct json *json, enum coverage_kind *kind)
{
    struct str name = json_read_string(json_read_field(json, "kind"));
    for (int i = 0; i < KIND_COUNT; i++) {
        if (!str_is(name, kind_names[i]))
            continue;
        *kind = (enum coverage_kind)i;
        return true;
    }
    return false;
}

static bool read_part(struct coverage *coverage, const struct json *json)
{
    struct coverage_part part = {.kind = COVERAGE_NEXT};
    if (!read_kind(json, &part.kind))
        return false;
    part.text = read_text(json, "text");
    part.file = read_text(json, "file");
    part.line = (int)json_read_field_int(json, "line");
    part.column = (int)json_read_field_int(json, "column");
    part.was_true = json_read_field_int(json, "true");
    part.was_false = json_read_field_int(json, "false");
    part.was_open = json_read_field_int(json, "open");
    coverage_add_part(coverage, part);
    return true;
}

static void read_action(struct coverage *coverage, const struct json *json)
{
    char *name = read_text(json, "name");
    struct coverage_action *action = coverage_action(coverage, name);
    const struct json *kinds = json_read_field(json, "kinds");
    action->offered = json_read_field_int(json, "offered");
    action->taken = json_read_field_int(json, "taken");
    for (size_t i = 0; i < json_read_count(kinds); i++) {
        struct str kind = json_read_string(json_read_at(kinds, i));
        coverage_add_kind(action, strtoull(kind.data, NULL, 16));
    }
    free(name);
}

bool coverage_from_json(struct coverage *coverage, const struct json *json,
                        struct error *error)
{
    const struct json *actions = json_read_field(json, "actions");
    const struct json *parts = json_read_field(json, "parts");
    coverage->tests = json_read_field_int(json, "tests");
    coverage->states = json_read_field_int(json, "states");
    reach_functions_from_json(&coverage->functions,
                              json_read_field(json, "functions"));
    for (size_t i = 0; i < json_read_count(actions); i++)
        read_action(coverage, json_read_at(actions, i));
    for (size_t i = 0; i < json_read_count(parts); i++)
        if (!read_part(coverage, json_read_at(parts, i)))
            return error_set(error, ERROR_IO,
                             "a part of the coverage has no kind");
    return true;
}
