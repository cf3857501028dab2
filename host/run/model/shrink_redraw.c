/* One command less, the last one any, and arguments by chance: two commands
 * become one that was not there, and needs more of those before it.
 *
 * What is smaller in each of its arguments may be needed larger by another
 * command: two rows that are added, changed and listed are as simple as can be,
 * and a report of them, which needs neither the change nor the list, is empty
 * while they are. No single change leads from the one to the other. So
 * arguments are drawn anew, behind some first choices that are kept, and the
 * model is asked what the last command answers then. Of many answers the
 * largest is run, since there most can be wrong, and of those the one that
 * keeps most; or the first that is new.
 *
 * In this file: one draw, the best of some, the pass. */
#include "run/model/shrink_internal.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "gen/choices.h"

enum {
    /* Commands of a program. Three are quickly read, and with more than some
     * the rest is at fault. */
    REDRAWN_LEAST = 4,
    REDRAWN_MOST = 8,
    ROUNDS = 8,    /* runs of each kind of command in the place of two */
    DRAWS = 120,   /* of which the largest answer is one */
    DRAWS_FEW = 8, /* where those have no more than SIZE_FEW values each */
    SIZE_FEW = 2,
    DRAWS_MOST = 40 * 1000,
};

/* What was drawn; `program` is empty where there is nothing new. */
struct redrawn {
    struct program program;
    struct buf answer; /* JSON: what the model says of the last command */
    size_t size;       /* of the answer: how many values it has */
    size_t kept[REDRAWN_MOST]; /* choices that are those of the failure, of each
                                  command, from its first on */
};

struct redrawing {
    struct shrinking *s;
    struct choices chance;
    struct map answers; /* of the last command, that were run */
    size_t draws;
};

/* What is tried: which command goes, of which kind the last one is, and whether
 * another one takes over what the first was given. */
struct attempt {
    size_t gone, kind;
    bool splices;
    size_t place, from; /* that command; the choices it takes */
};

static void redrawn_finish(struct redrawn *drawn)
{
    program_finish(&drawn->program);
    buf_finish(&drawn->answer);
}

/* A model remembers what it was asked, and each draw is a new question. The
 * same seed has the same draws; the memory is looked at so that the model is
 * not lost where its states are very large. */
static bool is_over(struct redrawing *r)
{
    enum { MODEL_MB = 512 };
    struct model *model = r->s->model;
    return shrink_is_out(r->s) || r->draws >= DRAWS_MOST ||
           (model->ops->memory != NULL &&
            model->ops->memory(model) > (size_t)MODEL_MB << 20);
}

/* ---- one draw ------------------------------------------------------------ */

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

/* ...of which some of its own first choices are. */
static bool draw_anew(struct redrawing *r, struct redrawn *drawn, size_t place,
                      bool *found)
{
    struct tape_record record =
        tape_record_copy(&drawn->program.items.items[place].choices);
    record.count = choices_below(&r->chance, record.count + 1);
    return draw_from(r, drawn, place, &record, found);
}

/* How many values there are in it, and it. */
static size_t values_in(const struct value *value)
{
    size_t count = 1;
    bool is_list = value->kind == VALUE_LIST;
    bool is_object = value->kind == VALUE_OBJECT;
    for (size_t i = 0; (is_list || is_object) && i < value->count; i++)
        count += values_in(is_list ? value->items[i] : value->fields[i].value);
    return count;
}

/* The answer of the command in `place`, appended as JSON; nothing where it may
 * not be called. */
static bool add_answer(struct shrinking *s, const struct program *program,
                       size_t place, struct buf *answer, size_t *size)
{
    struct surroundings around = {0};
    struct model_outcomes outcomes = {.items = VEC_EMPTY};
    struct model_call call = program_call(&program->items.items[place]);
    bool is_fine = shrink_look_around(s, program, place, &around);
    if (is_fine && around.states.items.count > 0)
        is_fine =
            s->model->ops->step(s->model, around.states.items.items[0], &call,
                                &outcomes, s->error) != MODEL_FAILED;
    if (outcomes.items.count > 0) {
        value_add_json(answer, outcomes.items.items[0].answer);
        *size = values_in(outcomes.items.items[0].answer);
    }
    model_outcomes_finish(&outcomes);
    surroundings_finish(&around);
    return is_fine;
}

/* The program without the command in place `gone`, and in the place of its last
 * one a command of this kind, which has no arguments yet. */
static bool with_another_end(struct shrinking *s, size_t gone, size_t kind,
                             struct program *program)
{
    *program = program_copy(s->program);
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

/* The command in `place` is given what the one that goes was given: its choices
 * from `from` on. */
static bool splice(struct redrawing *r, const struct attempt *attempt,
                   struct redrawn *drawn, bool *found)
{
    static const struct tape_record nothing = {0};
    struct tape_record record = shrink_spliced(
        &nothing, 0, shrink_choices(r->s, attempt->gone), attempt->from);
    drawn->kept[attempt->place] = record.count;
    return draw_from(r, drawn, attempt->place, &record, found);
}

/* From what the failure leaves: most commands have new arguments. */
static bool draw_first(struct redrawing *r, const struct attempt *attempt,
                       struct redrawn *drawn, bool *found)
{
    *found = true;
    if (!with_another_end(r->s, attempt->gone, attempt->kind, &drawn->program))
        return false;
    size_t count = drawn->program.items.count;
    for (size_t i = 0; i < count; i++)
        drawn->kept[i] = drawn->program.items.items[i].choices.count;
    if (attempt->splices && attempt->place + 1 < count &&
        !splice(r, attempt, drawn, found))
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

static bool draw(struct redrawing *r, const struct attempt *attempt,
                 const struct redrawn *best, struct redrawn *drawn, bool *found)
{
    bool climbs =
        best->program.items.count > 0 && choices_below(&r->chance, 2) == 0;
    bool is_fine = climbs ? draw_next(r, best, drawn, found)
                          : draw_first(r, attempt, drawn, found);
    return is_fine && (!*found || add_answer(r->s, &drawn->program,
                                             drawn->program.items.count - 1,
                                             &drawn->answer, &drawn->size));
}

/* What shows the same before the last command shows nothing of it. */
static bool is_news(struct redrawing *r, const struct redrawn *drawn,
                    bool *news)
{
    size_t count = drawn->program.items.count;
    struct buf before = {0};
    size_t size;
    bool is_fine = true;
    *news = drawn->answer.length > 0 &&
            !map_has(&r->answers, buf_str(&drawn->answer));
    if (*news && count > 1)
        is_fine = add_answer(r->s, &drawn->program, count - 2, &before, &size);
    *news = *news && !str_equal(buf_str(&before), buf_str(&drawn->answer));
    buf_finish(&before);
    return is_fine;
}

/* ---- the best of some -----------------------------------------------------
 */

/* The last command is another one; it has nothing to keep. */
static size_t kept_in(const struct redrawn *drawn)
{
    size_t sum = 0;
    for (size_t i = 0; i + 1 < drawn->program.items.count; i++)
        sum += drawn->kept[i];
    return sum;
}

/* Of few values each one counts, of many how many times as many there are. */
static size_t magnitude(size_t size)
{
    enum { FEW = 16 };
    size_t bits = 0;
    if (size <= FEW)
        return size;
    for (; size > FEW; size /= 2)
        bits++;
    return FEW + bits;
}

/* Where both say about as much, the one that is nearer to the failure. */
static bool is_better(const struct redrawn *one, const struct redrawn *than)
{
    size_t mine = magnitude(one->size), others = magnitude(than->size);
    return mine != others ? mine > others : kept_in(one) > kept_in(than);
}

/* Of a command that answers with a number or a truth none is the largest. */
static bool draw_best(struct redrawing *r, const struct attempt *attempt,
                      size_t draws, struct redrawn *best)
{
    for (size_t i = 0; i < draws && !is_over(r); i++) {
        if (i >= DRAWS_FEW && best->size <= SIZE_FEW)
            break;
        r->draws++;
        struct redrawn drawn = {.program = {.items = VEC_EMPTY}};
        bool found, news = false;
        bool is_fine = draw(r, attempt, best, &drawn, &found) &&
                       (!found || is_news(r, &drawn, &news));
        if (is_fine && news && is_better(&drawn, best)) {
            redrawn_finish(best);
            *best = drawn;
            continue;
        }
        redrawn_finish(&drawn);
        if (!is_fine)
            return false;
    }
    return true;
}

/* Takes turns: the largest answer of many, and the first that is new. */
static bool try_rounds(struct redrawing *r, const struct attempt *attempt,
                       bool *fails)
{
    *fails = false;
    for (size_t round = 0; !*fails && !is_over(r) && round < ROUNDS; round++) {
        struct redrawn best = {.program = {.items = VEC_EMPTY}};
        size_t draws = round % 2 == 0 ? DRAWS : 1;
        if (!draw_best(r, attempt, draws, &best)) {
            redrawn_finish(&best);
            return false;
        }
        bool is_fine = true;
        if (best.program.items.count > 0) {
            map_set(&r->answers, buf_str(&best.answer), r);
            is_fine = shrink_try(r->s, &best.program, fails);
        }
        buf_finish(&best.answer);
        if (!is_fine)
            return false;
    }
    return true;
}

/* ---- what another command was given ---------------------------------------
 */

/* How many of these values the command is given, too. */
static size_t shared(const struct value *given, const struct value *arguments)
{
    size_t count = 0;
    for (size_t i = 0; i < given->count; i++)
        for (size_t k = 0; k < arguments->count; k++)
            if (value_equal(given->items[i], arguments->items[k])) {
                count++;
                break;
            }
    return count;
}

/* Where to begin with the choices of the command that goes, so that the one in
 * `place` is given most of what that was. attempt->splices: there is more of it
 * than the command has. */
static bool find_splice(struct redrawing *r, struct attempt *attempt)
{
    const struct program_command *gone =
        &r->s->program->items.items[attempt->gone];
    size_t most = 0;
    attempt->splices = false;
    for (size_t from = 0; from < gone->choices.count; from++) {
        struct redrawn drawn = {.program = {.items = VEC_EMPTY}};
        struct attempt one = *attempt;
        bool found = false;
        one.from = from;
        bool is_fine =
            with_another_end(r->s, one.gone, one.kind, &drawn.program);
        const struct program_command *command = NULL;
        if (is_fine && one.place + 1 < drawn.program.items.count) {
            command = &drawn.program.items.items[one.place];
            most =
                from == 0 ? shared(gone->arguments, command->arguments) : most;
            is_fine = splice(r, &one, &drawn, &found);
        }
        size_t now = found ? shared(gone->arguments, command->arguments) : 0;
        if (now > most) {
            most = now;
            *attempt = one;
            attempt->splices = true;
        }
        redrawn_finish(&drawn);
        if (!is_fine)
            return false;
    }
    return true;
}

static bool try_kind(struct redrawing *r, size_t gone, size_t kind, bool *fails)
{
    struct attempt attempt = {.gone = gone, .kind = kind};
    map_finish(&r->answers); /* another command answers otherwise */
    map_init(&r->answers);
    if (!try_rounds(r, &attempt, fails))
        return false;
    for (size_t place = 0; !*fails && place + 2 < r->s->program->items.count;
         place++) {
        attempt.place = place;
        if (!find_splice(r, &attempt) ||
            (attempt.splices && !try_rounds(r, &attempt, fails)))
            return false;
    }
    return true;
}

/* ---- the pass -------------------------------------------------------------
 */

static bool may_be_redrawn(const struct shrinking *s)
{
    size_t count = s->program->items.count;
    return count >= REDRAWN_LEAST && count <= REDRAWN_MOST &&
           s->run->culprit + 1 == count && !program_is_parallel(s->program);
}

/* What nobody draws stays away, unless it is there. */
static bool is_drawn(const struct shrinking *s, size_t kind)
{
    const struct model_command *command =
        &s->model->ops->info(s->model)->commands[kind];
    return !command->is_left_out &&
           (command->weight > 0 ||
            kind == shrink_kind(s, s->program->items.count - 1));
}

bool shrink_redraw(struct shrinking *s, bool *changed)
{
    struct redrawing r = {.s = s};
    size_t count = s->program->items.count;
    size_t kinds = s->model->ops->info(s->model)->command_count;
    bool fails = false, is_fine = true;
    if (!may_be_redrawn(s))
        return true;
    map_init(&r.answers);
    choices_init(&r.chance, count);
    for (size_t gone = count - 1; is_fine && !fails && gone-- > 0;)
        for (size_t kind = 0; is_fine && !fails && !is_over(&r) && kind < kinds;
             kind++)
            if (is_drawn(s, kind))
                is_fine = try_kind(&r, gone, kind, &fails);
    map_finish(&r.answers);
    *changed |= fails;
    return is_fine;
}
