/* Simpler arguments: another record of choices, one choice less, with removals.
 */
#include "run/model/shrink_internal.h"

#include <string.h>

#include "base/memory.h"
#include "run/model/orders.h"

/* ---- arguments ---------------------------------------------------------- */

void surroundings_finish(struct surroundings *around)
{
    state_set_finish(&around->states);
    vec_finish(&around->refs.items);
}

/* Of a thing that is not there nothing comes. */
static bool look_behind(struct shrinking *s, const struct program *program,
                        size_t begin, size_t end, struct surroundings *around)
{
    struct orders orders = {0};
    bool is_fine = true;
    if (orders_know(&around->refs, program, begin, end))
        is_fine = orders_explore(s->model, &around->states, program, begin, end,
                                 &orders, s->error) &&
                  orders_created(s->model, &around->states, program, begin, end,
                                 &around->refs, s->error);
    if (is_fine) {
        state_set_finish(&around->states);
        around->states = orders.after;
        orders.after = (struct state_set){.items = VEC_EMPTY};
    }
    orders_finish(&orders);
    return is_fine;
}

bool shrink_look_around(struct shrinking *s, const struct program *program,
                        size_t place, struct surroundings *around)
{
    uint32_t first;
    if (!s->model->ops->initial(s->model, &first, s->error))
        return false;
    state_set_add(&around->states, first);
    for (size_t begin = 0, end; begin < place; begin = end) {
        end = program_fork_end(program, begin);
        if (end > place)
            break;
        if (!look_behind(s, program, begin, end, around))
            return false;
    }
    return true;
}

bool shrink_draw(struct shrinking *s, const struct surroundings *around,
                 size_t kind, const struct tape_record *record,
                 struct tape **tape, struct value **arguments)
{
    *tape = tape_replay(record, TAPE_ENDS, 0);
    *arguments = NULL;
    return around->states.items.count == 0 ||
           s->model->ops->arguments(s->model, around->states.items.items[0],
                                    kind, &around->refs, *tape, arguments,
                                    s->error);
}

/* The largest of many numbers, which is drawn as such (fake/pick.c). */
static bool is_largest(const struct tape_choice *choice)
{
    return strcmp(choice->label, "bits") == 0 &&
           choice->number + 1 == choice->bound;
}

/* The largest number is one choice and any other one is two; it is not simpler
 * for that. */
static size_t size_of(const struct tape_record *record)
{
    size_t size = record->count;
    for (size_t i = 0; i < record->count; i++)
        size += is_largest(&record->choices[i]);
    return size;
}

/* Fewer choices are simpler, of as many those with the first smaller number
 * (the order of Hypothesis). Without it two arguments could take turns. */
static bool is_simpler(const struct tape_record *record,
                       const struct tape_record *than)
{
    if (size_of(record) != size_of(than))
        return size_of(record) < size_of(than);
    for (size_t i = 0; i < record->count && i < than->count; i++)
        if (record->choices[i].number != than->choices[i].number)
            return record->choices[i].number < than->choices[i].number;
    return false;
}

bool shrink_redrawn(struct shrinking *s, const struct program *program,
                    size_t place, size_t kind, const struct tape_record *record,
                    bool is_any, struct program *candidate, bool *changed)
{
    struct surroundings around = {0};
    struct value *arguments = NULL;
    const struct program_command *old = &program->items.items[place];
    *changed = false;
    if (!shrink_look_around(s, program, place, &around)) {
        surroundings_finish(&around);
        return false;
    }
    struct tape *tape;
    bool is_fine = shrink_draw(s, &around, kind, record, &tape, &arguments);
    if (arguments != NULL &&
        (is_any || is_simpler(tape_record(tape), &old->choices))) {
        *candidate = program_copy(program);
        struct program_command *command = &candidate->items.items[place];
        value_unref(command->arguments);
        tape_record_finish(&command->choices);
        command->kind = kind;
        command->arguments = value_ref(arguments);
        command->choices = tape_record_copy(tape_record(tape));
        *changed = true;
    }
    value_unref(arguments);
    tape_destroy(tape);
    surroundings_finish(&around);
    return is_fine;
}

size_t shrink_kind(const struct shrinking *s, size_t place)
{
    return s->program->items.items[place].kind;
}

bool shrink_try_record(struct shrinking *s, size_t place,
                       struct tape_record *record, shrink_use use, bool *fails)
{
    struct program candidate = {.items = VEC_EMPTY};
    bool changed;
    *fails = false;
    bool is_fine = shrink_redrawn(s, s->program, place, shrink_kind(s, place),
                                  record, false, &candidate, &changed);
    if (is_fine && changed)
        is_fine = use(s, &candidate, fails);
    else
        program_finish(&candidate);
    tape_record_finish(record);
    return is_fine;
}

struct tape_record shrink_without_choices(const struct tape_record *record,
                                          size_t at, size_t count)
{
    struct tape_record edited = tape_record_copy(record);
    edited.span_count = 0;
    memmove(edited.choices + at, edited.choices + at + count,
            (edited.count - at - count) * sizeof *edited.choices);
    edited.count -= count;
    return edited;
}

const struct tape_record *shrink_choices(const struct shrinking *s,
                                         size_t place)
{
    return &s->program->items.items[place].choices;
}

/* Leaves out choices, a few together. */
static bool cut_choices(struct shrinking *s, size_t place, shrink_use use,
                        bool *fails)
{
    *fails = false;
    for (size_t length = 8; !*fails && length > 0; length /= 2)
        for (size_t at = 0;
             !*fails && at + length <= shrink_choices(s, place)->count; at++) {
            struct tape_record edited =
                shrink_without_choices(shrink_choices(s, place), at, length);
            if (!shrink_try_record(s, place, &edited, use, fails))
                return false;
        }
    return true;
}

static struct tape_record with_choice(const struct tape_record *record,
                                      size_t at, uint64_t number)
{
    struct tape_record edited = tape_record_copy(record);
    edited.span_count = 0;
    edited.count = edited.capacity = record->count + 1;
    edited.choices =
        memory_resized(edited.choices, edited.count, sizeof *edited.choices);
    memmove(edited.choices + at + 1, edited.choices + at,
            (record->count - at) * sizeof *edited.choices);
    edited.choices[at] =
        (struct tape_choice){.bound = UINT64_MAX, .number = number};
    return edited;
}

static bool try_number(struct shrinking *s, size_t place, size_t at,
                       uint64_t number, shrink_use use, bool *fails)
{
    struct tape_record edited = tape_record_copy(shrink_choices(s, place));
    edited.choices[at].number = number;
    return shrink_try_record(s, place, &edited, use, fails);
}

/* The largest number there is was drawn as such, without another choice
 * (fake/pick.c): first it becomes one of so many bits, as large as can be.
 * Where it stays the same, nothing needs to be run. */
static bool lower_largest(struct shrinking *s, size_t place, size_t at,
                          shrink_use use, bool *fails)
{
    const struct tape_choice *choice = &shrink_choices(s, place)->choices[at];
    *fails = false;
    if (!is_largest(choice))
        return true;
    struct program candidate = {.items = VEC_EMPTY};
    struct tape_record edited =
        with_choice(shrink_choices(s, place), at + 1, UINT64_MAX);
    edited.choices[at].number--;
    bool changed;
    bool is_fine = shrink_redrawn(s, s->program, place, shrink_kind(s, place),
                                  &edited, true, &candidate, &changed);
    tape_record_finish(&edited);
    if (!is_fine || !changed)
        return is_fine;
    if (!value_equal(candidate.items.items[place].arguments,
                     s->program->items.items[place].arguments))
        return use(s, &candidate, fails);
    program_finish(s->program);
    *s->program = candidate;
    *fails = true;
    return true;
}

/* One less fails, and a 64th less does not: the least number lies in between.
 * Steps grow while it fails and are halved from then on. */
static bool lower_further(struct shrinking *s, size_t place, size_t at,
                          shrink_use use)
{
    bool grows = true, fails;
    for (uint64_t step = 2;
         step > 0 && !s->is_out && place < s->program->items.count &&
         at < shrink_choices(s, place)->count;
         step = grows ? step * 2 : step / 2) {
        uint64_t number = shrink_choices(s, place)->choices[at].number;
        fails = false;
        if (number >= step &&
            !try_number(s, place, at, number - step, use, &fails))
            return false;
        grows = grows && fails;
    }
    return true;
}

/* Numbers on both sides of 0 take turns (fake/pick.c), so of one that has to
 * stay below it, or above, only every second one will do: half of it, and the
 * next one on its side. */
static bool lower_on_its_side(struct shrinking *s, size_t place, size_t at,
                              shrink_use use, bool *fails)
{
    const struct tape_choice *choice = &shrink_choices(s, place)->choices[at];
    uint64_t number = choice->number, half = number / 2;
    const uint64_t lower[] = {half + ((half ^ number) & 1), number - 2};
    *fails = false;
    if (strcmp(choice->label, "integer") != 0 || number < 4)
        return true;
    for (size_t i = 0; !*fails && i < sizeof lower / sizeof *lower; i++)
        if (!try_number(s, place, at, lower[i], use, fails))
            return false;
    return true;
}

/* 0, a half, ever smaller parts less, one less. */
static bool lower_choice(struct shrinking *s, size_t place, size_t at,
                         shrink_use use, bool *fails)
{
    uint64_t number = shrink_choices(s, place)->choices[at].number;
    const uint64_t lower[] = {
        0,
        1,
        number / 2,
        number - number / 4,
        number - number / 8,
        number - number / 16,
        number - number / 64,
        number - 1,
    };
    *fails = false;
    for (size_t i = 0; !*fails && i < sizeof lower / sizeof *lower; i++)
        if (lower[i] < number &&
            !try_number(s, place, at, lower[i], use, fails))
            return false;
    if (*fails && number > 64 && place < s->program->items.count &&
        at < shrink_choices(s, place)->count &&
        shrink_choices(s, place)->choices[at].number == number - 1)
        return lower_further(s, place, at, use);
    return *fails || (lower_on_its_side(s, place, at, use, fails) &&
                      (*fails || lower_largest(s, place, at, use, fails)));
}

static bool lower_arguments(struct shrinking *s, size_t place, shrink_use use,
                            bool *changed)
{
    bool fails = false;
    if (!cut_choices(s, place, use, &fails) ||
        (!fails && !shrink_cut_items(s, place, use, &fails)))
        return false;
    for (size_t at = 0;
         !fails && !s->is_out && at < shrink_choices(s, place)->count; at++)
        if (!lower_choice(s, place, at, use, &fails))
            return false;
    *changed |= fails;
    return true;
}

bool shrink_lower(struct shrinking *s, bool *changed)
{
    for (size_t i = 0; !s->is_out && i < s->program->items.count; i++) {
        bool fails;
        do {
            fails = false;
            if (!lower_arguments(s, i, shrink_try, &fails))
                return false;
            *changed |= fails;
        } while (fails && !s->is_out && i < s->program->items.count);
    }
    return true;
}

/* ---- smaller arguments with removals ------------------------------------ */

/* A smaller argument may be too small for the commands that are there: with a
 * buffer of one place less, two commands less. Takes the candidate. */
static bool try_with_removals(struct shrinking *s, struct program *smaller,
                              bool *fails)
{
    bool is_fine = true;
    *fails = false;
    for (size_t i = 0; is_fine && !*fails && i < smaller->items.count; i++) {
        for (size_t j = i; is_fine && !*fails && j < smaller->items.count;
             j++) {
            struct program candidate = program_copy(smaller);
            program_remove(&candidate, j);
            if (j > i)
                program_remove(&candidate, i);
            is_fine = shrink_try(s, &candidate, fails);
        }
    }
    program_finish(smaller);
    return is_fine;
}

/* Until one of the smaller arguments, used so, still fails; of short programs
 * only. */
static bool lower_one(struct shrinking *s, shrink_use use, bool *changed)
{
    bool fails = false;
    if (s->program->items.count > TOGETHER_MOST)
        return true;
    for (size_t i = 0; !fails && !s->is_out && i < s->program->items.count; i++)
        if (!lower_arguments(s, i, use, &fails))
            return false;
    *changed |= fails;
    return true;
}

bool shrink_lower_with_removals(struct shrinking *s, bool *changed)
{
    return lower_one(s, try_with_removals, changed);
}

/* ---- smaller arguments, and what follows from them ---------------------- */

static size_t first_changed(const struct program *one,
                            const struct program *other)
{
    size_t at = 0;
    while (at < one->items.count && at < other->items.count &&
           value_equal(one->items.items[at].arguments,
                       other->items.items[at].arguments))
        at++;
    return at;
}

bool shrink_try_followed(struct shrinking *s, struct program *candidate,
                         bool *fails)
{
    bool is_fine = true;
    *fails = false;
    for (size_t i = first_changed(s->program, candidate) + 1;
         is_fine && i < candidate->items.count; i++) {
        struct program drawn = {.items = VEC_EMPTY};
        bool changed;
        is_fine = shrink_redrawn(
            s, candidate, i, candidate->items.items[i].kind,
            &candidate->items.items[i].choices, true, &drawn, &changed);
        if (!is_fine || !changed)
            continue;
        program_finish(candidate);
        *candidate = drawn;
    }
    if (is_fine)
        return shrink_try(s, candidate, fails);
    program_finish(candidate);
    return false;
}

bool shrink_lower_followed(struct shrinking *s, bool *changed)
{
    return lower_one(s, shrink_try_followed, changed);
}
