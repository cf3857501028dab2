/* One command less, or one item of a list, and another one otherwise. */
#include "run/model/shrink_internal.h"

#include <string.h>

#include "base/memory.h"

enum {
    OTHERWISE_MOST = 10, /* commands of a program where each single removal is
                            tried with another command in each place */
};

/* ---- one command less, and another one otherwise ------------------------ */

struct tape_record shrink_spliced(const struct tape_record *front, size_t begin,
                                  const struct tape_record *back, size_t from)
{
    struct tape_record record = tape_record_copy(front);
    size_t more = back->count - from;
    record.span_count = 0;
    record.count = record.capacity = begin + more;
    record.choices = memory_resized(record.choices, record.count + 1,
                                    sizeof *record.choices);
    for (size_t i = 0; i < more; i++)
        record.choices[begin + i] = back->choices[from + i];
    return record;
}

/* Without one command, and with another that the record gives. */
static bool try_redrawn(struct shrinking *s, size_t gone, size_t place,
                        size_t kind, const struct tape_record *record,
                        bool *fails)
{
    struct program candidate = {.items = VEC_EMPTY};
    bool changed;
    if (!shrink_redrawn(s, s->program, place, kind, record, true, &candidate,
                        &changed))
        return false;
    if (!changed)
        return true;
    program_remove(&candidate, gone);
    return shrink_try(s, &candidate, fails);
}

/* Takes what it was given of the command that goes: a text, a number, a name
 * may have to be larger in one place for a command to be needless. */
static bool try_spliced(struct shrinking *s, size_t gone, size_t place,
                        bool *fails)
{
    size_t mine = shrink_choices(s, place)->count;
    size_t others = shrink_choices(s, gone)->count;
    for (size_t begin = 0; begin <= mine; begin++) {
        for (size_t from = 0; from < others; from++) {
            struct tape_record record = shrink_spliced(
                shrink_choices(s, place), begin, shrink_choices(s, gone), from);
            bool is_fine = try_redrawn(s, gone, place, shrink_kind(s, place),
                                       &record, fails);
            tape_record_finish(&record);
            if (!is_fine || *fails)
                return is_fine;
        }
    }
    return true;
}

bool shrink_raise(struct tape_record *record, size_t at, uint64_t number)
{
    struct tape_choice *choice = &record->choices[at];
    struct tape_choice *bits = at == 0 ? NULL : choice - 1;
    if (number <= choice->number)
        return false;
    choice->number = number;
    if (number < choice->bound)
        return true;
    if (bits == NULL || strcmp(bits->label, "bits") != 0)
        return false;
    while (bits->number < 63 && number >> bits->number != 0)
        bits->number++;
    return bits->number + 1 < bits->bound;
}

void shrink_sums(const struct tape_choice *one, const struct tape_choice *other,
                 uint64_t sums[SUMS])
{
    sums[0] = one->number + other->number;
    sums[1] = sums[0] + 1;
    sums[2] = one->bound - 1;
}

/* Two steps of the same kind become a larger one. */
static bool try_sum(struct shrinking *s, size_t gone, size_t place, bool *fails)
{
    const struct tape_record *other = shrink_choices(s, gone);
    size_t count = shrink_choices(s, place)->count;
    if (shrink_kind(s, gone) != shrink_kind(s, place) || count != other->count)
        return true;
    for (size_t at = 0; at < count; at++) {
        uint64_t sums[SUMS];
        bool is_fine = true;
        shrink_sums(&shrink_choices(s, place)->choices[at], &other->choices[at],
                    sums);
        for (size_t i = 0; is_fine && !*fails && i < SUMS; i++) {
            struct tape_record record =
                tape_record_copy(shrink_choices(s, place));
            if (shrink_raise(&record, at, sums[i]))
                is_fine = try_redrawn(s, gone, place, shrink_kind(s, place),
                                      &record, fails);
            tape_record_finish(&record);
        }
        if (!is_fine || *fails)
            return is_fine;
    }
    return true;
}

/* What shows the fault is another command, with arguments like those of one
 * that is there: a look at what is, say, where an attempt needed more. */
static bool try_other_kinds(struct shrinking *s, size_t gone, size_t place,
                            bool *fails)
{
    size_t kinds = s->model->ops->info(s->model)->command_count;
    if (place != s->run->culprit)
        return true;
    for (size_t kind = 0; kind < kinds; kind++) {
        for (size_t i = 0; !s->is_out && i < s->program->items.count; i++) {
            struct tape_record record = tape_record_copy(shrink_choices(s, i));
            bool is_fine = kind == shrink_kind(s, place) ||
                           try_redrawn(s, gone, place, kind, &record, fails);
            tape_record_finish(&record);
            if (!is_fine || *fails)
                return is_fine;
        }
    }
    return true;
}

/* Whether commands are worth being made alike: at the same time all that
 * collides, in order anything. */
static bool are_near(const struct shrinking *s, size_t one, size_t other)
{
    const struct program_command *items = s->program->items.items;
    return !program_is_parallel(s->program) ||
           (items[one].fork == items[other].fork &&
            items[one].process != items[other].process);
}

/* The command in one place becomes a copy of another one. */
static bool try_alike(struct shrinking *s, size_t gone, size_t place,
                      bool *fails)
{
    for (size_t i = 0; i < s->program->items.count; i++) {
        if (i == place || !are_near(s, i, place))
            continue;
        struct program candidate = program_copy(s->program);
        const struct program_command *like = &s->program->items.items[i];
        struct program_command *command = &candidate.items.items[place];
        value_unref(command->arguments);
        tape_record_finish(&command->choices);
        command->kind = like->kind;
        command->arguments = value_ref(like->arguments);
        command->choices = tape_record_copy(&like->choices);
        program_remove(&candidate, gone);
        if (!shrink_try(s, &candidate, fails))
            return false;
        if (*fails)
            return true;
    }
    return true;
}

/* Until one of them fails: without the one, and the other one otherwise. */
static bool try_less(struct shrinking *s, size_t gone, size_t place,
                     bool *fails)
{
    return try_spliced(s, gone, place, fails) &&
           (*fails || try_sum(s, gone, place, fails)) &&
           (*fails || try_alike(s, gone, place, fails)) &&
           (*fails || try_other_kinds(s, gone, place, fails));
}

bool shrink_replace(struct shrinking *s, bool *changed)
{
    bool fails = false;
    size_t count = s->program->items.count;
    if (count > OTHERWISE_MOST)
        return true;
    for (size_t i = 0; !fails && i < count; i++) {
        for (size_t j = 0; !fails && !s->is_out && j < count; j++) {
            if (i == j ? !shrink_merge_items(s, i, &fails)
                       : !try_less(s, i, j, &fails))
                return false;
        }
    }
    *changed |= fails;
    return true;
}
