/* Choices of several commands lowered at the same time: where one number may
 * not be larger than another, neither can go down alone (what Hypothesis calls
 * minimising duplicates and lowering integers together). */
#include "run/model/shrink_internal.h"

#include <stdint.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/vec.h"

enum {
    CHOICES_MOST = 32, /* whose pairs are tried */
};

/* A choice that is above 0, and what it becomes. */
struct lowered {
    size_t place, at; /* the command, and the choice in its record */
    uint64_t number, lower;
};

struct lowered_list {
    VEC(struct lowered) items;
};

static struct lowered_list choices_above_zero(const struct shrinking *s)
{
    struct lowered_list list = {.items = VEC_EMPTY};
    for (size_t i = 0; i < s->program->items.count; i++) {
        const struct tape_record *record = shrink_choices(s, i);
        for (size_t at = 0; at < record->count; at++)
            if (record->choices[at].number > 0)
                vec_push(
                    &list.items,
                    ((struct lowered){.place = i,
                                      .at = at,
                                      .number = record->choices[at].number}));
    }
    return list;
}

/* The arguments of the command in `place` anew, with what of `list` is its own.
 * *program becomes the candidate. */
static bool lower_command(struct shrinking *s, size_t place,
                          const struct lowered *list, size_t count,
                          struct program *program, bool *changed)
{
    struct program candidate = {.items = VEC_EMPTY};
    struct tape_record record =
        tape_record_copy(&program->items.items[place].choices);
    for (size_t i = 0; i < count; i++)
        if (list[i].place == place && list[i].at < record.count)
            record.choices[list[i].at].number = list[i].lower;
    bool is_fine = shrink_redrawn(s, program, place, shrink_kind(s, place),
                                  &record, false, &candidate, changed);
    tape_record_finish(&record);
    if (is_fine && *changed) {
        program_finish(program);
        *program = candidate;
    }
    return is_fine;
}

/* All of `list` at once; its places ascend. */
static bool try_lowered(struct shrinking *s, const struct lowered *list,
                        size_t count, bool *fails)
{
    struct program candidate = program_copy(s->program);
    bool is_fine = true;
    bool changed = true;
    *fails = false;
    for (size_t i = 0; is_fine && changed && i < count; i++)
        if (i == 0 || list[i].place != list[i - 1].place)
            is_fine = lower_command(s, list[i].place, list, count, &candidate,
                                    &changed);
    if (is_fine && changed)
        return shrink_try(s, &candidate, fails);
    program_finish(&candidate);
    return is_fine;
}

/* 0, a half, one less, for all of them: they are the same number. */
static bool lower_equal(struct shrinking *s, struct lowered *list, size_t count,
                        bool *fails)
{
    uint64_t number = list[0].number;
    const uint64_t lower[] = {0, number / 2, number - 1};
    *fails = false;
    for (size_t i = 0; !*fails && i < sizeof lower / sizeof *lower; i++) {
        for (size_t j = 0; j < count; j++)
            list[j].lower = lower[i];
        if (!try_lowered(s, list, count, fails))
            return false;
    }
    return true;
}

/* All that have the number of the one at `first`, which is the first of them.
 */
static bool lower_group(struct shrinking *s, const struct lowered_list *list,
                        size_t first, bool *fails)
{
    struct lowered_list group = {.items = VEC_EMPTY};
    uint64_t number = list->items.items[first].number;
    *fails = false;
    for (size_t i = 0; i < list->items.count; i++) {
        if (list->items.items[i].number != number)
            continue;
        if (i < first)
            break;
        vec_push(&group.items, list->items.items[i]);
    }
    bool is_fine = group.items.count < 2 ||
                   lower_equal(s, group.items.items, group.items.count, fails);
    vec_finish(&group.items);
    return is_fine;
}

/* Two numbers down by the same amount: as far as it goes, half of that, one. */
static bool lower_pair(struct shrinking *s, struct lowered one,
                       struct lowered other, bool *fails)
{
    uint64_t most = one.number < other.number ? one.number : other.number;
    const uint64_t less[] = {most, most / 2, 1};
    *fails = false;
    for (size_t i = 0; !*fails && i < sizeof less / sizeof *less; i++) {
        struct lowered pair[] = {one, other};
        pair[0].lower = one.number - less[i];
        pair[1].lower = other.number - less[i];
        if (less[i] > 0 && !try_lowered(s, pair, 2, fails))
            return false;
    }
    return true;
}

bool shrink_lower_together(struct shrinking *s, bool *changed)
{
    struct lowered_list list = choices_above_zero(s);
    size_t count = list.items.count;
    bool fails = false;
    bool is_fine = true;
    for (size_t i = 0; is_fine && !fails && !s->is_out && i < count; i++)
        is_fine = lower_group(s, &list, i, &fails);
    for (size_t i = 0; count <= CHOICES_MOST && is_fine && i < count; i++)
        for (size_t j = i + 1; is_fine && !fails && !s->is_out && j < count;
             j++)
            is_fine =
                lower_pair(s, list.items.items[i], list.items.items[j], &fails);
    vec_finish(&list.items);
    *changed |= fails;
    return is_fine;
}
