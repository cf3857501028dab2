/* In this file: candidates, removals, order in place of a fork, references,
 * arguments, arguments with removals, other commands with removals, the
 * schedule, the loop. */
#include "run/model/shrink.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/clock.h"
#include "base/map.h"
#include "base/memory.h"
#include "run/model/orders.h"

enum {
    PAIRS_MOST = 24,     /* commands of a program whose pairs are tried */
    TOGETHER_MOST = 14,  /* and of one where a smaller argument is tried with
                            each single removal and each pair */
    OTHERWISE_MOST = 10, /* and of one where each single removal is tried with
                            another command in each place */
};

struct shrinking {
    const struct shrink_options *options;
    struct model *model;
    struct program *program;
    struct schedule *schedule;
    struct program_run *run;
    struct shrunk_program *shrunk;
    struct error *error;
    struct map tried; /* the texts of candidates */
    size_t from;
    bool is_out; /* of time */
};

/* ---- candidates --------------------------------------------------------- */

static bool is_out_of_time(struct shrinking *s)
{
    if (clock_now_ms() >= s->options->deadline_ms)
        s->is_out = true;
    return s->is_out;
}

/* What is known of candidates, in `tried`. */
static char passes_mark, fails_mark;

static void note(struct shrinking *s, struct str key, bool fails)
{
    map_set(&s->tried, key, fails ? &fails_mark : &passes_mark);
}

/* One that failed may come again: with simpler choices for the same arguments.
 */
static bool is_known_to_pass(const struct shrinking *s, struct str key)
{
    return map_find(&s->tried, key) == &passes_mark;
}

/* The first command that does not matter any more is cut off with what is
 * behind the culprit. */
static void cut_behind(struct program *program, const struct program_run *run)
{
    if (run->culprit == SIZE_MAX)
        return;
    size_t fork = run->operations.items[run->culprit].fork;
    while (program->items.count > 0 && vec_last(&program->items).fork > fork)
        program_remove(program, program->items.count - 1);
}

static void accept(struct shrinking *s, struct program *candidate,
                   struct schedule *schedule, struct program_run *run)
{
    cut_behind(candidate, run);
    program_finish(s->program);
    schedule_finish(s->schedule);
    program_run_finish(s->run);
    *s->program = *candidate;
    *s->schedule = *schedule;
    *s->run = *run;
    *candidate = (struct program){.items = VEC_EMPTY};
    *schedule = (struct schedule){.items = VEC_EMPTY};
    *run = (struct program_run){.culprit = SIZE_MAX};
    s->shrunk->shrinks++;
}

static bool run_candidate(struct shrinking *s, struct program *candidate,
                          bool *fails)
{
    struct schedule schedule = schedule_copy(s->schedule);
    struct program_run run = {.culprit = SIZE_MAX};
    if (s->options->progress != NULL)
        s->options->progress(s->options->execute.context, s->from,
                             s->program->items.count, s->shrunk->runs);
    bool is_fine =
        program_try(&s->options->execute, s->options->attempts, candidate,
                    &schedule, &run, &s->shrunk->runs, s->error);
    *fails = is_fine && run.fault == s->run->fault;
    if (*fails)
        accept(s, candidate, &schedule, &run);
    schedule_finish(&schedule);
    program_run_finish(&run);
    return is_fine;
}

/* Takes the candidate. It replaces the program when it fails, too. False:
 * nothing can be run. */
static bool try_candidate(struct shrinking *s, struct program *candidate,
                          bool *fails)
{
    *fails = false;
    struct buf key = {0};
    bool is_fine = program_prune(s->model, candidate, s->error);
    program_add_key(&key, candidate);
    if (is_fine && candidate->items.count > 0 && !is_out_of_time(s) &&
        !is_known_to_pass(s, buf_str(&key))) {
        is_fine = run_candidate(s, candidate, fails);
        note(s, buf_str(&key), *fails);
    }
    buf_finish(&key);
    program_finish(candidate);
    return is_fine;
}

/* ---- removals ----------------------------------------------------------- */

static bool try_without(struct shrinking *s, size_t begin, size_t end,
                        bool *fails)
{
    struct program candidate = program_copy(s->program);
    for (size_t i = end; i > begin; i--)
        program_remove(&candidate, i - 1);
    return try_candidate(s, &candidate, fails);
}

/* Rows of commands, long ones first, from the end. */
static bool remove_rows(struct shrinking *s, bool *changed)
{
    for (size_t length = s->program->items.count / 2; length > 0; length /= 2) {
        for (size_t end = s->program->items.count; end >= length;) {
            bool fails;
            if (!try_without(s, end - length, end, &fails))
                return false;
            *changed |= fails;
            size_t count = s->program->items.count;
            end = fails && end > count ? count : end - !fails;
            if (s->is_out)
                return true;
        }
    }
    return true;
}

static bool remove_pairs(struct shrinking *s, bool *changed)
{
    for (size_t i = 0; i < s->program->items.count; i++) {
        for (size_t j = i + 1; j < s->program->items.count; j++) {
            bool fails;
            if (s->program->items.count > PAIRS_MOST || s->is_out)
                return true;
            struct program candidate = program_copy(s->program);
            program_remove(&candidate, j);
            program_remove(&candidate, i);
            if (!try_candidate(s, &candidate, &fails))
                return false;
            if (!fails)
                continue;
            *changed = true;
            j = i;
        }
    }
    return true;
}

/* ---- order in the place of a fork --------------------------------------- */

/* The fork's commands one after another, process by process from `first` on. */
static bool try_in_order(struct shrinking *s, size_t begin, size_t end,
                         size_t first, bool *fails)
{
    size_t processes = program_processes(s->program, begin, end);
    struct program candidate = {.items = VEC_EMPTY};
    struct program copy = program_copy(s->program);
    size_t fork = 0;
    for (size_t i = 0; i < begin; i++)
        program_push(&candidate, copy.items.items[i]);
    fork = begin == 0 ? 0 : copy.items.items[begin - 1].fork + 1;
    for (size_t k = 0; k < processes; k++) {
        for (size_t i = begin; i < end; i++) {
            struct program_command command = copy.items.items[i];
            if (command.process != (first + k) % processes)
                continue;
            command.process = 0;
            command.fork = fork++;
            program_push(&candidate, command);
        }
    }
    for (size_t i = end; i < copy.items.count; i++) {
        struct program_command command = copy.items.items[i];
        command.fork += end - begin + 1;
        program_push(&candidate, command);
    }
    vec_finish(&copy.items);
    return try_candidate(s, &candidate, fails);
}

/* The first command of the fork alone, in front of the rest. */
static bool try_in_front(struct shrinking *s, size_t begin, size_t place,
                         bool *fails)
{
    struct program candidate = program_copy(s->program);
    struct program_command *items = candidate.items.items;
    struct program_command moved = items[place];
    memmove(items + begin + 1, items + begin, (place - begin) * sizeof *items);
    moved.process = 0;
    items[begin] = moved;
    for (size_t i = begin + 1; i < candidate.items.count; i++)
        items[i].fork++;
    return try_candidate(s, &candidate, fails);
}

/* The last command of a process alone, behind the rest. */
static bool try_behind(struct shrinking *s, size_t end, size_t place,
                       bool *fails)
{
    struct program candidate = program_copy(s->program);
    struct program_command *items = candidate.items.items;
    struct program_command moved = items[place];
    memmove(items + place, items + place + 1,
            (end - 1 - place) * sizeof *items);
    moved.process = 0;
    items[end - 1] = moved;
    for (size_t i = end - 1; i < candidate.items.count; i++)
        items[i].fork++;
    return try_candidate(s, &candidate, fails);
}

static bool order_fork(struct shrinking *s, size_t begin, size_t end,
                       bool *changed)
{
    size_t processes = program_processes(s->program, begin, end);
    bool fails = false;
    for (size_t i = 0; !fails && i < processes; i++)
        if (!try_in_order(s, begin, end, i, &fails))
            return false;
    for (size_t i = begin; !fails && i < end && end - begin > 2; i++) {
        bool is_first =
            i == begin || s->program->items.items[i].process !=
                              s->program->items.items[i - 1].process;
        if (is_first && !try_in_front(s, begin, i, &fails))
            return false;
    }
    for (size_t i = begin; !fails && i < end && end - begin > 2; i++) {
        bool is_last =
            i + 1 == end || s->program->items.items[i].process !=
                                s->program->items.items[i + 1].process;
        if (is_last && !try_behind(s, end, i, &fails))
            return false;
    }
    *changed |= fails;
    return true;
}

static bool order_forks(struct shrinking *s, bool *changed)
{
    for (size_t begin = 0, end; begin < s->program->items.count; begin = end) {
        end = program_fork_end(s->program, begin);
        bool fails = false;
        if (program_processes(s->program, begin, end) == 1)
            continue;
        if (!order_fork(s, begin, end, &fails))
            return false;
        *changed |= fails;
        if (fails)
            end = 0;
        if (s->is_out)
            return true;
    }
    return true;
}

/* ---- references --------------------------------------------------------- */

static bool creates(const struct model_info *info,
                    const struct program_command *command, const char *type,
                    size_t *slot)
{
    const struct model_command *declared = &info->commands[command->kind];
    for (size_t i = 0; i < declared->create_count; i++) {
        if (strcmp(declared->creates[i], type) == 0) {
            *slot = i;
            return true;
        }
    }
    return false;
}

/* Another thing of the same type that was created before. */
static bool try_older(struct shrinking *s, size_t place, int64_t number,
                      int64_t slot, const char *type, bool *fails)
{
    const struct model_info *info = s->model->ops->info(s->model);
    *fails = false;
    for (size_t i = 0; !*fails && i < place; i++) {
        const struct program_command *older = &s->program->items.items[i];
        size_t other;
        if (older->number == number)
            break;
        if (!creates(info, older, type, &other))
            continue;
        struct program candidate = program_copy(s->program);
        struct program_command *command = &candidate.items.items[place];
        struct value *arguments = value_with_reference(
            command->arguments, number, slot, older->number, (int64_t)other);
        value_unref(command->arguments);
        command->arguments = arguments;
        if (!try_candidate(s, &candidate, fails))
            return false;
    }
    return true;
}

static bool use_older(struct shrinking *s, bool *changed)
{
    const struct model_info *info = s->model->ops->info(s->model);
    for (size_t i = 0; i < s->program->items.count; i++) {
        for (size_t j = 0; j < i && i < s->program->items.count; j++) {
            const struct program_command *made = &s->program->items.items[j];
            const struct model_command *declared = &info->commands[made->kind];
            for (size_t k = 0; k < declared->create_count; k++) {
                const struct value *arguments =
                    s->program->items.items[i].arguments;
                bool fails = false;
                if (!value_mentions(arguments, made->number, (int64_t)k))
                    continue;
                if (!try_older(s, i, made->number, (int64_t)k,
                               declared->creates[k], &fails))
                    return false;
                *changed |= fails;
                if (fails || s->is_out)
                    return true;
            }
        }
    }
    return true;
}

/* ---- arguments ---------------------------------------------------------- */

/* What exists where the command stands, and a state that is possible there. */
struct surroundings {
    struct state_set states;
    struct model_refs refs;
};

static void surroundings_finish(struct surroundings *around)
{
    state_set_finish(&around->states);
    vec_finish(&around->refs.items);
}

static bool look_around(struct shrinking *s, size_t place,
                        struct surroundings *around)
{
    uint32_t first;
    if (!s->model->ops->initial(s->model, &first, s->error))
        return false;
    state_set_add(&around->states, first);
    for (size_t begin = 0, end; begin < place; begin = end) {
        struct orders orders;
        end = program_fork_end(s->program, begin);
        if (end > place)
            break;
        bool is_fine = orders_explore(s->model, &around->states, s->program,
                                      begin, end, &orders, s->error) &&
                       orders_created(s->model, &around->states, s->program,
                                      begin, end, &around->refs, s->error);
        if (is_fine) {
            state_set_finish(&around->states);
            around->states = orders.after;
            orders.after = (struct state_set){.items = VEC_EMPTY};
        }
        orders_finish(&orders);
        if (!is_fine)
            return false;
    }
    return true;
}

/* Fewer choices are simpler, of as many those with the first smaller number
 * (the order of Hypothesis). Without it two arguments could take turns. */
static bool is_simpler(const struct tape_record *record,
                       const struct tape_record *than)
{
    if (record->count != than->count)
        return record->count < than->count;
    for (size_t i = 0; i < record->count; i++)
        if (record->choices[i].number != than->choices[i].number)
            return record->choices[i].number < than->choices[i].number;
    return false;
}

/* A command of this kind with arguments that the record gives, in a copy of the
 * program. *changed is false where there are none, or where they have to be
 * simpler and are not. */
static bool redrawn(struct shrinking *s, size_t place, size_t kind,
                    const struct tape_record *record, bool is_any,
                    struct program *candidate, bool *changed)
{
    struct surroundings around = {0};
    struct value *arguments = NULL;
    const struct program_command *old = &s->program->items.items[place];
    *changed = false;
    if (!look_around(s, place, &around)) {
        surroundings_finish(&around);
        return false;
    }
    struct tape *tape = tape_replay(record, TAPE_ENDS, 0);
    bool is_fine =
        around.states.items.count == 0 ||
        s->model->ops->arguments(s->model, around.states.items.items[0], kind,
                                 &around.refs, tape, &arguments, s->error);
    if (arguments != NULL &&
        (is_any || is_simpler(tape_record(tape), &old->choices))) {
        *candidate = program_copy(s->program);
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

/* Whether other choices may make a smaller program. */
typedef bool (*use_candidate)(struct shrinking *s, struct program *candidate,
                              bool *fails);

static size_t kind_of(const struct shrinking *s, size_t place)
{
    return s->program->items.items[place].kind;
}

/* The record with another number in one place, or without some. */
static bool try_record(struct shrinking *s, size_t place,
                       struct tape_record *record, use_candidate use,
                       bool *fails)
{
    struct program candidate = {.items = VEC_EMPTY};
    bool changed;
    *fails = false;
    bool is_fine = redrawn(s, place, kind_of(s, place), record, false,
                           &candidate, &changed);
    if (is_fine && changed)
        is_fine = use(s, &candidate, fails);
    else
        program_finish(&candidate);
    tape_record_finish(record);
    return is_fine;
}

static struct tape_record without_choices(const struct tape_record *record,
                                          size_t at, size_t count)
{
    struct tape_record edited = tape_record_copy(record);
    edited.span_count = 0;
    memmove(edited.choices + at, edited.choices + at + count,
            (edited.count - at - count) * sizeof *edited.choices);
    edited.count -= count;
    return edited;
}

static const struct tape_record *choices_of(const struct shrinking *s,
                                            size_t place)
{
    return &s->program->items.items[place].choices;
}

/* Leaves out choices, a few together. */
static bool cut_choices(struct shrinking *s, size_t place, use_candidate use,
                        bool *fails)
{
    *fails = false;
    for (size_t length = 8; !*fails && length > 0; length /= 2)
        for (size_t at = 0;
             !*fails && at + length <= choices_of(s, place)->count; at++) {
            struct tape_record edited =
                without_choices(choices_of(s, place), at, length);
            if (!try_record(s, place, &edited, use, fails))
                return false;
        }
    return true;
}

static bool try_number(struct shrinking *s, size_t place, size_t at,
                       uint64_t number, use_candidate use, bool *fails)
{
    struct tape_record edited = tape_record_copy(choices_of(s, place));
    edited.choices[at].number = number;
    return try_record(s, place, &edited, use, fails);
}

/* 0, a half, one less. */
static bool lower_choice(struct shrinking *s, size_t place, size_t at,
                         use_candidate use, bool *fails)
{
    uint64_t number = choices_of(s, place)->choices[at].number;
    const uint64_t lower[] = {0, 1, number / 2, number - number / 4,
                              number - 1};
    *fails = false;
    for (size_t i = 0; !*fails && i < sizeof lower / sizeof *lower; i++)
        if (lower[i] < number &&
            !try_number(s, place, at, lower[i], use, fails))
            return false;
    return true;
}

static bool lower_arguments(struct shrinking *s, size_t place,
                            use_candidate use, bool *changed)
{
    bool fails = false;
    if (!cut_choices(s, place, use, &fails))
        return false;
    for (size_t at = 0;
         !fails && !s->is_out && at < choices_of(s, place)->count; at++)
        if (!lower_choice(s, place, at, use, &fails))
            return false;
    *changed |= fails;
    return true;
}

static bool lower_all(struct shrinking *s, bool *changed)
{
    for (size_t i = 0; !s->is_out && i < s->program->items.count; i++) {
        bool fails;
        do {
            fails = false;
            if (!lower_arguments(s, i, try_candidate, &fails))
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
            is_fine = try_candidate(s, &candidate, fails);
        }
    }
    program_finish(smaller);
    return is_fine;
}

static bool lower_with_removals(struct shrinking *s, bool *changed)
{
    bool fails = false;
    for (size_t i = 0; !fails && !s->is_out && i < s->program->items.count; i++)
        if (s->program->items.count > TOGETHER_MOST ||
            !lower_arguments(s, i, try_with_removals, &fails))
            return s->program->items.count > TOGETHER_MOST;
    *changed |= fails;
    return true;
}

/* ---- one command less, and another one otherwise ------------------------ */

/* The beginning of one record and the end of another. */
static struct tape_record spliced(const struct tape_record *front, size_t begin,
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
    if (!redrawn(s, place, kind, record, true, &candidate, &changed))
        return false;
    if (!changed)
        return true;
    program_remove(&candidate, gone);
    return try_candidate(s, &candidate, fails);
}

/* Takes what it was given of the command that goes: a text, a number, a name
 * may have to be larger in one place for a command to be needless. */
static bool try_spliced(struct shrinking *s, size_t gone, size_t place,
                        bool *fails)
{
    size_t mine = choices_of(s, place)->count;
    size_t others = choices_of(s, gone)->count;
    for (size_t begin = 0; begin <= mine; begin++) {
        for (size_t from = 0; from < others; from++) {
            struct tape_record record =
                spliced(choices_of(s, place), begin, choices_of(s, gone), from);
            bool is_fine =
                try_redrawn(s, gone, place, kind_of(s, place), &record, fails);
            tape_record_finish(&record);
            if (!is_fine || *fails)
                return is_fine;
        }
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
            struct tape_record record = tape_record_copy(choices_of(s, i));
            bool is_fine = kind == kind_of(s, place) ||
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
        if (!try_candidate(s, &candidate, fails))
            return false;
        if (*fails)
            return true;
    }
    return true;
}

static bool replace_with_removals(struct shrinking *s, bool *changed)
{
    bool fails = false;
    size_t count = s->program->items.count;
    if (count > OTHERWISE_MOST)
        return true;
    for (size_t i = 0; !fails && i < count; i++) {
        for (size_t j = 0; !fails && !s->is_out && j < count; j++) {
            if (i == j)
                continue;
            if (!try_spliced(s, i, j, &fails) ||
                (!fails && !try_alike(s, i, j, &fails)) ||
                (!fails && !try_other_kinds(s, i, j, &fails)))
                return false;
        }
    }
    *changed |= fails;
    return true;
}

/* ---- the schedule ------------------------------------------------------- */

/* In order but for what has to be otherwise: the first schedule that fails, of
 * those with few changes of process, the least first. */
static bool simplify_schedule(struct shrinking *s)
{
    struct schedule schedule = {.items = VEC_EMPTY};
    struct program_run run = {.culprit = SIZE_MAX};
    if (!s->options->execute.is_scheduled || !program_is_parallel(s->program))
        return true;
    bool is_fine =
        program_try(&s->options->execute, s->options->attempts, s->program,
                    &schedule, &run, &s->shrunk->runs, s->error);
    if (is_fine && run.fault == s->run->fault) {
        schedule_finish(s->schedule);
        program_run_finish(s->run);
        *s->schedule = schedule;
        *s->run = run;
        return true;
    }
    schedule_finish(&schedule);
    program_run_finish(&run);
    return is_fine;
}

/* ---- the loop ----------------------------------------------------------- */

typedef bool (*pass)(struct shrinking *s, bool *changed);

bool program_shrink(const struct shrink_options *options,
                    struct program *program, struct schedule *schedule,
                    struct program_run *run, struct shrunk_program *shrunk,
                    struct error *error)
{
    static const pass passes[] = {remove_rows,
                                  order_forks,
                                  lower_all,
                                  use_older,
                                  remove_pairs,
                                  lower_with_removals,
                                  replace_with_removals};
    struct shrinking s = {
        .options = options,
        .model = options->execute.model,
        .program = program,
        .schedule = schedule,
        .run = run,
        .shrunk = shrunk,
        .error = error,
        .from = program->items.count,
    };
    map_init(&s.tried);
    cut_behind(program, run);
    bool is_fine = true;
    /* The cheap passes again whenever one has changed something. */
    for (size_t i = 0;
         is_fine && !s.is_out && i < sizeof passes / sizeof *passes;) {
        bool changed = false;
        is_fine = passes[i](&s, &changed);
        i = changed ? 0 : i + 1;
    }
    if (is_fine && !s.is_out)
        is_fine = simplify_schedule(&s);
    shrunk->is_minimal = is_fine && !s.is_out;
    map_finish(&s.tried);
    return is_fine;
}
