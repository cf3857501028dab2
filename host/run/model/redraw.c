/* In this file: how much is redrawn, new arguments, programs. */
#include "run/model/redraw.h"

#include <string.h>

void redrawn_finish(struct redrawn *drawn)
{
    program_finish(&drawn->program);
    buf_finish(&drawn->answer);
}

/* ---- how much is redrawn --------------------------------------------------
 */

bool redraw_fits(const struct shrinking *s)
{
    size_t count = s->program->items.count;
    return count >= REDRAWN_LEAST && count <= REDRAWN_MOST;
}

void redraw_begin(struct redrawing *r, struct shrinking *s, size_t draws_most)
{
    struct buf key = {0};
    *r = (struct redrawing){.s = s, .draws_most = draws_most};
    map_init(&r->answers);
    program_add_key(&key, s->program);
    choices_init(&r->chance, str_fingerprint(buf_str(&key)));
    buf_finish(&key);
}

void redraw_end(struct redrawing *r)
{
    map_finish(&r->answers);
}

/* A model remembers what it was asked, and each draw is a new question. The
 * same seed has the same draws; the memory is looked at so that the model is
 * not lost where its states are very large. */
bool redraw_is_over(struct redrawing *r)
{
    enum { MODEL_MB = 512 };
    struct model *model = r->s->model;
    return shrink_is_out(r->s) || r->draws >= r->draws_most ||
           (model->ops->memory != NULL &&
            model->ops->memory(model) > (size_t)MODEL_MB << 20);
}

/* ---- new arguments ------------------------------------------------------- */

/* New arguments for the command in `place`, of which the first choices are
 * those of `record`. *found is false where it cannot be called there. Takes the
 * record. */
static bool draw_from(struct redrawing *r, struct redrawn *drawn, size_t place,
                      struct tape_record *record, bool *found)
{
    struct shrinking *s = r->s;
    struct program_command *command = &drawn->program.items.items[place];
    struct surroundings around = {0};
    struct value *arguments = NULL;
    record->span_count = 0;
    if (drawn->kept[place] > record->count)
        drawn->kept[place] = record->count;
    struct tape *tape =
        tape_replay(record, TAPE_GOES_ON, choices_next(&r->chance));
    bool is_fine = shrink_look_around(s, &drawn->program, place, &around);
    if (is_fine && around.states.items.count > 0)
        is_fine = s->model->ops->arguments(
            s->model, around.states.items.items[0], command->kind, &around.refs,
            tape, &arguments, s->error);
    *found = arguments != NULL;
    if (*found) {
        value_unref(command->arguments);
        tape_record_finish(&command->choices);
        command->arguments = arguments;
        command->choices = tape_record_copy(tape_record(tape));
    }
    tape_destroy(tape);
    tape_record_finish(record);
    surroundings_finish(&around);
    return is_fine;
}

bool redraw_arguments(struct redrawing *r, struct redrawn *drawn, size_t place,
                      bool *found)
{
    struct tape_record record = {0};
    return draw_from(r, drawn, place, &record, found);
}

/* ...of which some of its own first choices are. */
static bool draw_anew(struct redrawing *r, struct redrawn *drawn, size_t place,
                      bool *found)
{
    struct tape_record record =
        tape_record_copy(&drawn->program.items.items[place].choices);
    record.count = choices_below(&r->chance, record.count + 1);
    return draw_from(r, drawn, place, &record, found);
}

/* ---- programs ------------------------------------------------------------ */

static bool has_kind(const struct program *program, size_t kind)
{
    for (size_t i = 0; i < program->items.count; i++)
        if (program->items.items[i].kind == kind)
            return true;
    return false;
}

bool redraw_is_drawn(const struct shrinking *s, size_t kind)
{
    const struct model_command *command =
        &s->model->ops->info(s->model)->commands[kind];
    return !command->is_left_out &&
           (command->weight > 0 || has_kind(s->program, kind));
}

/* Another command in front of `end` that creates the same; SIZE_MAX: none. */
static size_t stand_in(const struct shrinking *s, const struct program *program,
                       size_t gone, size_t end)
{
    const struct program_command *items = program->items.items;
    for (size_t i = 0; i < end; i++)
        if (i != gone && items[i].kind == items[gone].kind &&
            s->model->ops->info(s->model)
                    ->commands[items[i].kind]
                    .create_count > 0)
            return i;
    return SIZE_MAX;
}

/* Who was about what goes is about another one of its kind: where two things
 * are there, one may do for both, with other arguments beside. */
static void hand_over(const struct shrinking *s, struct program *program,
                      size_t gone)
{
    const struct model_info *info = s->model->ops->info(s->model);
    const struct program_command *from = &program->items.items[gone];
    size_t slots = info->commands[from->kind].create_count;
    for (size_t i = gone + 1; i < program->items.count; i++) {
        struct program_command *command = &program->items.items[i];
        size_t to = stand_in(s, program, gone, i);
        for (size_t slot = 0; to != SIZE_MAX && slot < slots; slot++) {
            struct value *arguments = value_with_reference(
                command->arguments, from->number, (int64_t)slot,
                program->items.items[to].number, (int64_t)slot);
            value_unref(command->arguments);
            command->arguments = arguments;
        }
    }
}

bool redraw_other_end(struct shrinking *s, size_t gone, size_t kind,
                      struct program *program)
{
    *program = program_copy(s->program);
    hand_over(s, program, gone);
    program_remove(program, gone);
    struct program_command last = vec_pop(&program->items);
    value_unref(last.arguments);
    last.arguments = value_list(NULL, 0);
    if (last.kind != kind)
        tape_record_finish(&last.choices);
    last.kind = kind;
    bool is_fine = program_prune(s->model, program, s->error);
    last.fork = program_fork_count(program);
    program_push(program, last);
    return is_fine;
}

bool redraw_splice(struct redrawing *r, const struct redraw_attempt *attempt,
                   struct redrawn *drawn, bool *found)
{
    static const struct tape_record nothing = {0};
    struct tape_record record = shrink_spliced(
        &nothing, 0, shrink_choices(r->s, attempt->gone), attempt->from);
    drawn->kept[attempt->place] = record.count;
    return draw_from(r, drawn, attempt->place, &record, found);
}

/* From what the failure leaves: most commands have new arguments. */
static bool draw_first(struct redrawing *r,
                       const struct redraw_attempt *attempt,
                       struct redrawn *drawn, bool *found)
{
    *found = true;
    if (!redraw_other_end(r->s, attempt->gone, attempt->kind, &drawn->program))
        return false;
    size_t count = drawn->program.items.count;
    for (size_t i = 0; i < count; i++)
        drawn->kept[i] = drawn->program.items.items[i].choices.count;
    if (attempt->splices && attempt->place + 1 < count &&
        !redraw_splice(r, attempt, drawn, found))
        return false;
    for (size_t place = 0; *found && place < count; place++)
        if ((place + 1 == count || choices_below(&r->chance, 3) > 0) &&
            !draw_anew(r, drawn, place, found))
            return false;
    return true;
}

/* From the best so far: one command has. */
static bool draw_next(struct redrawing *r, const struct redrawn *best,
                      struct redrawn *drawn, bool *found)
{
    drawn->program = program_copy(&best->program);
    memcpy(drawn->kept, best->kept, sizeof drawn->kept);
    return draw_anew(
        r, drawn, choices_below(&r->chance, drawn->program.items.count), found);
}

bool redraw(struct redrawing *r, const struct redraw_attempt *attempt,
            const struct redrawn *best, struct redrawn *drawn, bool *found)
{
    bool climbs =
        best->program.items.count > 0 && choices_below(&r->chance, 2) == 0;
    bool is_fine = climbs ? draw_next(r, best, drawn, found)
                          : draw_first(r, attempt, drawn, found);
    is_fine = is_fine && (!*found || redraw_answer(r->s, drawn));
    r->may_grow |= drawn->may_grow;
    return is_fine;
}

/* Another command answers otherwise. */
static struct buf answer_key(const struct redraw_attempt *attempt,
                             const struct redrawn *drawn)
{
    struct buf key = {0};
    buf_addf(&key, "%zu %zu ", attempt->gone, attempt->kind);
    buf_add_str(&key, buf_str(&drawn->answer));
    return key;
}

void redraw_note(struct redrawing *r, const struct redraw_attempt *attempt,
                 const struct redrawn *drawn)
{
    struct buf key = answer_key(attempt, drawn);
    map_set(&r->answers, buf_str(&key), r);
    buf_finish(&key);
}

bool redraw_is_news(const struct redrawing *r,
                    const struct redraw_attempt *attempt,
                    const struct redrawn *drawn)
{
    struct buf key = answer_key(attempt, drawn);
    bool is_known = map_has(&r->answers, buf_str(&key));
    buf_finish(&key);
    return drawn->shows && !is_known;
}
