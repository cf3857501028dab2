/* Choices that give the arguments again which a command has.
 *
 * Arguments are drawn from what there is: "the last key but one", "a new name".
 * As commands before it go and change, the choices of a command come to mean
 * something else, and no choice can be made simpler without another argument
 * becoming a different one. Then choices are looked for that mean the same
 * where the command stands now. Only the model is asked; nothing is run. */
#include "run/model/shrink_internal.h"

#include <string.h>

#include "base/memory.h"

enum {
    ANCHORED_MOST = 40, /* commands, of a program: two could take turns */
    NEW_MOST = 4,       /* choices of something new that are tried, and numbers
                           of the first */
    LENGTH_MOST = 12,   /* choices of something new */
    NUMBERS = 16,       /* that are tried in a place, from 0 */
    DRAWS_MOST = 600,   /* of a command */
};

struct anchoring {
    struct shrinking *s;
    struct surroundings around;
    size_t kind;
    struct value *wanted;      /* the arguments, a list; owned */
    struct tape_record record; /* the best so far */
    size_t agreeing;           /* so many arguments, from the first on */
    int draws;
};

static size_t agreeing(const struct value *wanted, const struct value *given)
{
    size_t count = 0;
    while (given != NULL && count < wanted->count && count < given->count &&
           value_equal(wanted->items[count], given->items[count]))
        count++;
    return count;
}

/* Keeps the record where more arguments agree, or all of them and it is
 * shorter. Finishes it. */
static bool try_record(struct anchoring *a, struct tape_record *record,
                       bool *is_better)
{
    struct tape *tape;
    struct value *arguments;
    bool is_fine =
        shrink_draw(a->s, &a->around, a->kind, record, &tape, &arguments);
    size_t found = is_fine ? agreeing(a->wanted, arguments) : 0;
    bool is_shorter = found == a->wanted->count && found == a->agreeing &&
                      tape_record(tape)->count < a->record.count;
    *is_better = found > a->agreeing || is_shorter;
    a->draws++;
    if (*is_better) {
        tape_record_finish(&a->record);
        a->record = tape_record_copy(tape_record(tape));
        a->agreeing = found;
    }
    value_unref(arguments);
    tape_destroy(tape);
    tape_record_finish(record);
    return is_fine;
}

/* Another number in one place. With `flips`, where it is a yes or a no, the
 * other one as well as another number after it: whether something is new
 * decides what the next number means. */
static bool try_place(struct anchoring *a, size_t at, bool flips,
                      bool *is_better)
{
    size_t last = flips ? at + 1 : at;
    if (last >= a->record.count || (flips && a->record.choices[at].bound != 2))
        return true;
    for (uint64_t number = 0;
         !*is_better && number < NUMBERS && a->draws < DRAWS_MOST; number++) {
        struct tape_record edited = tape_record_copy(&a->record);
        edited.span_count = 0;
        if (flips)
            edited.choices[at].number = 1 - edited.choices[at].number;
        edited.choices[last].number = number;
        if (!try_record(a, &edited, is_better))
            return false;
    }
    return true;
}

static bool improve(struct anchoring *a, bool *is_better)
{
    *is_better = false;
    if (a->agreeing == a->wanted->count)
        return true;
    for (size_t at = 0; !*is_better && at < a->record.count; at++)
        if (!try_place(a, at, false, is_better) ||
            (!*is_better && !try_place(a, at, true, is_better)))
            return false;
    return true;
}

/* What was made anew at a place, out of so many choices, and exists: the number
 * of the one that exists. */
static bool try_existing(struct anchoring *a, size_t at, size_t length,
                         bool *is_better)
{
    for (uint64_t number = 0;
         !*is_better && number < NUMBERS && a->draws < DRAWS_MOST; number++) {
        struct tape_record edited = tape_record_copy(&a->record);
        edited.span_count = 0;
        edited.choices[at].number = 0;
        edited.choices[at + 1].number = number;
        memmove(edited.choices + at + 2, edited.choices + at + 1 + length,
                (edited.count - at - 1 - length) * sizeof *edited.choices);
        edited.count -= length - 1;
        if (!try_record(a, &edited, is_better))
            return false;
    }
    return true;
}

static bool is_new(const struct tape_choice *choice)
{
    return strcmp(choice->label, "fresh") == 0 && choice->number == 1;
}

static bool is_existing(const struct tape_choice *choice)
{
    return strcmp(choice->label, "fresh") == 0 && choice->number == 0;
}

/* A name that exists is named, not spelled: so it can become another one. */
static bool name_existing(struct anchoring *a, bool *is_better)
{
    *is_better = false;
    for (size_t at = 0; !*is_better && at < a->record.count; at++)
        for (size_t length = 2;
             !*is_better && is_new(&a->record.choices[at]) &&
             at + length < a->record.count && length <= LENGTH_MOST;
             length++)
            if (!try_existing(a, at, length, is_better))
                return false;
    return true;
}

/* ---- what exists no more ------------------------------------------------- */

/* How many arguments are others. */
static size_t differing(const struct value *wanted, const struct value *given)
{
    size_t count = 0;
    if (given == NULL || given->count != wanted->count)
        return SIZE_MAX;
    for (size_t i = 0; i < wanted->count; i++)
        count += !value_equal(wanted->items[i], given->items[i]);
    return count;
}

/* Something new in place of what existed: the choices for it are `first`, and
 * zeros, so many together. */
static struct tape_record with_new(const struct tape_record *record, size_t at,
                                   uint64_t first, size_t length)
{
    struct tape_record edited = tape_record_copy(record);
    size_t left = record->count - at - 2;
    edited.span_count = 0;
    edited.count = edited.capacity = record->count + length - 1;
    edited.choices =
        memory_resized(edited.choices, edited.count, sizeof *edited.choices);
    edited.choices[at].number = 1;
    memcpy(edited.choices + at + 1 + length, record->choices + at + 2,
           left * sizeof *edited.choices);
    for (size_t i = 0; i < length; i++)
        edited.choices[at + 1 + i] = (struct tape_choice){
            .bound = UINT64_MAX, .number = i == 0 ? first : 0};
    return edited;
}

static bool try_new(struct anchoring *a, size_t place, size_t at,
                    uint64_t first, size_t length, bool *fails)
{
    struct shrinking *s = a->s;
    struct program candidate = {.items = VEC_EMPTY};
    bool changed;
    struct tape_record record = with_new(&a->record, at, first, length);
    bool is_fine = shrink_redrawn(s, s->program, place, a->kind, &record, true,
                                  &candidate, &changed);
    tape_record_finish(&record);
    if (is_fine && changed &&
        differing(a->wanted, candidate.items.items[place].arguments) == 1)
        return shrink_try_followed(s, &candidate, fails);
    program_finish(&candidate);
    return is_fine;
}

/* What made the name that it was given has gone. It may as well be a new one.
 */
static bool make_new(struct anchoring *a, size_t place, bool *fails)
{
    *fails = false;
    const struct tape_record *record = &a->record;
    for (size_t at = 0; !*fails && at + 1 < record->count; at++)
        for (uint64_t first = 0;
             !*fails && first < NEW_MOST && is_existing(&record->choices[at]);
             first++)
            for (size_t length = 1; !*fails && length <= NEW_MOST; length++)
                if (!try_new(a, place, at, first, length, fails))
                    return false;
    return true;
}

/* ---- a command ------------------------------------------------------------
 */

static bool is_same(const struct tape_record *one,
                    const struct tape_record *other)
{
    if (one->count != other->count)
        return false;
    for (size_t i = 0; i < one->count; i++)
        if (one->choices[i].number != other->choices[i].number)
            return false;
    return true;
}

static void keep(struct anchoring *a, size_t place, bool *changed)
{
    struct program_command *command = &a->s->program->items.items[place];
    if (is_same(&command->choices, &a->record))
        return;
    tape_record_finish(&command->choices);
    command->choices = tape_record_copy(&a->record);
    a->s->anchored++;
    *changed = true;
}

static bool repeat(struct anchoring *a,
                   bool (*edit)(struct anchoring *a, bool *is_better))
{
    bool is_better = true;
    while (is_better)
        if (!edit(a, &is_better))
            return false;
    return true;
}

static bool anchor(struct anchoring *a, size_t place, bool *changed)
{
    struct shrinking *s = a->s;
    bool is_better = false;
    a->record = tape_record_copy(shrink_choices(s, place));
    struct tape_record same = tape_record_copy(&a->record);
    if (!shrink_look_around(s, s->program, place, &a->around) ||
        !try_record(a, &same, &is_better) || !repeat(a, improve))
        return false;
    if (a->agreeing < a->wanted->count) {
        is_better = make_new(a, place, changed);
        s->anchored += *changed;
        return is_better;
    }
    if (!repeat(a, name_existing))
        return false;
    keep(a, place, changed);
    return true;
}

bool shrink_anchor(struct shrinking *s, bool *changed)
{
    bool is_fine = true;
    for (size_t i = 0;
         is_fine && !*changed && !s->is_out && i < s->program->items.count &&
         s->anchored < ANCHORED_MOST;
         i++) {
        struct anchoring anchoring = {
            .s = s,
            .kind = shrink_kind(s, i),
            .wanted = value_ref(s->program->items.items[i].arguments),
        };
        if (anchoring.wanted->count > 0 && shrink_choices(s, i)->count > 0)
            is_fine = anchor(&anchoring, i, changed);
        value_unref(anchoring.wanted);
        tape_record_finish(&anchoring.record);
        surroundings_finish(&anchoring.around);
    }
    return is_fine;
}
