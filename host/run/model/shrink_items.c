/* Fewer items in a list that is an argument: a total that is too large comes of
 * one large item as well as of two that are smaller. An item has as many
 * choices as it has, and those of a list that has to have so many have no
 * choice of their own: none of them can go without another one taking its
 * place. */
#include "run/model/shrink_internal.h"

#include <stdint.h>
#include <string.h>

/* The record of a command with its spans, which one that was made up has not.
 */
static bool read_spans(struct shrinking *s, size_t place,
                       struct tape_record *record)
{
    struct surroundings around = {0};
    struct tape *tape = NULL;
    struct value *arguments = NULL;
    bool is_fine = shrink_look_around(s, s->program, place, &around) &&
                   shrink_draw(s, &around, shrink_kind(s, place),
                               shrink_choices(s, place), &tape, &arguments);
    *record = (struct tape_record){0};
    if (is_fine && arguments != NULL)
        *record = tape_record_copy(tape_record(tape));
    value_unref(arguments);
    tape_destroy(tape);
    surroundings_finish(&around);
    return is_fine;
}

static bool is_item(const struct tape_record *record, size_t span)
{
    return strcmp(record->spans[span].label, "item") == 0 &&
           record->spans[span].begin < record->spans[span].end;
}

/* Whether the item is there by choice (fake/pick.c): then that is its first
 * one, which belongs to no part of it. Those of a list that has to have so many
 * are not. */
static bool is_by_choice(const struct tape_record *record, size_t span)
{
    size_t begin = record->spans[span].begin;
    bool is_of_part =
        span + 1 < record->span_count && record->spans[span + 1].begin == begin;
    return !is_of_part && strcmp(record->choices[begin].label, "more") == 0;
}

static bool is_neighbour(const struct tape_record *record, size_t span,
                         size_t other)
{
    return is_item(record, other) &&
           record->spans[other].depth == record->spans[span].depth;
}

/* The first item after this one that is there by choice; span_count: none. */
static size_t next_by_choice(const struct tape_record *record, size_t span)
{
    size_t next = span + 1;
    while (next < record->span_count &&
           !(is_neighbour(record, span, next) && is_by_choice(record, next)))
        next++;
    bool is_there = next < record->span_count &&
                    record->choices[record->spans[next].begin].number == 1;
    return is_there ? next : record->span_count;
}

/* The choice right before the list. SIZE_MAX: there is none. */
static size_t before_list(const struct tape_record *record, size_t span)
{
    size_t begin = record->spans[span].begin;
    for (size_t i = span; i-- > 0;)
        if (is_neighbour(record, span, i) && record->spans[i].end == begin)
            begin = record->spans[i].begin;
    return begin == 0 ? SIZE_MAX : begin - 1;
}

/* Without an item. Where it has to be, the first one that is there by choice
 * takes its place among those; or there is none, and the number right before
 * the list, which may say how many there have to be, becomes one less. */
static bool cut_item(struct shrinking *s, size_t place,
                     const struct tape_record *record, size_t span,
                     shrink_use use, bool *fails)
{
    const struct tape_span *item = &record->spans[span];
    bool has_to_be = !is_by_choice(record, span);
    size_t next = has_to_be ? next_by_choice(record, span) : record->span_count;
    struct tape_record shifted =
        next == record->span_count
            ? tape_record_copy(record)
            : shrink_without_choices(record, record->spans[next].begin, 1);
    size_t number = before_list(record, span);
    if (has_to_be && next == record->span_count && number != SIZE_MAX &&
        shifted.choices[number].number > 0)
        shifted.choices[number].number--;
    struct tape_record edited =
        shrink_without_choices(&shifted, item->begin, item->end - item->begin);
    tape_record_finish(&shifted);
    return shrink_try_record(s, place, &edited, use, fails);
}

/* The record without an item, of which another one has the place `to`. */
static bool merge_item(struct shrinking *s, size_t place,
                       const struct tape_record *record, size_t span, size_t to,
                       bool *fails)
{
    size_t from = record->spans[span].begin, into = record->spans[to].begin;
    size_t count = record->spans[to].end - into;
    *fails = false;
    if (record->spans[span].end - from != count)
        return true;
    for (size_t at = 0; at < count; at++) {
        uint64_t sums[SUMS];
        if (strcmp(record->choices[into + at].label, "integer") != 0)
            continue;
        shrink_sums(&record->choices[into + at], &record->choices[from + at],
                    sums);
        for (size_t i = 0; i < SUMS && !*fails; i++) {
            struct tape_record raised = tape_record_copy(record);
            bool is_fine = !shrink_raise(&raised, into + at, sums[i]) ||
                           cut_item(s, place, &raised, span, shrink_try, fails);
            tape_record_finish(&raised);
            if (!is_fine)
                return false;
        }
    }
    return true;
}

bool shrink_merge_items(struct shrinking *s, size_t place, bool *fails)
{
    struct tape_record record;
    *fails = false;
    if (!read_spans(s, place, &record))
        return false;
    bool is_fine = true;
    for (size_t i = 0; is_fine && i < record.span_count; i++)
        for (size_t to = 0; is_fine && !*fails && to < record.span_count; to++)
            if (to != i && is_item(&record, i) && is_neighbour(&record, i, to))
                is_fine = merge_item(s, place, &record, i, to, fails);
    tape_record_finish(&record);
    return is_fine;
}

/* Leaves out items of lists, however many choices they have. */
bool shrink_cut_items(struct shrinking *s, size_t place, shrink_use use,
                      bool *fails)
{
    struct tape_record record;
    *fails = false;
    if (!read_spans(s, place, &record))
        return false;
    bool is_fine = true;
    for (size_t i = record.span_count; is_fine && !*fails && i-- > 0;) {
        if (is_item(&record, i))
            is_fine = cut_item(s, place, &record, i, use, fails);
    }
    tape_record_finish(&record);
    return is_fine;
}
