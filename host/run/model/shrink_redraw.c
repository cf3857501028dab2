/* One command less, the last one any, and arguments by chance: two commands
 * become one that was not there, and needs more of those before it.
 *
 * What is smaller in each of its arguments may be needed larger by another
 * command: two rows that are added, changed and listed are as simple as can be,
 * and a report of them, which needs neither the change nor the list, is empty
 * while they are. No single change leads from the one to the other. So
 * arguments are drawn anew, after some first choices that are kept, and the
 * model is asked what the last command answers then. Of many answers the
 * largest is run, since there most can be wrong, and of those the one that
 * keeps most; or the first that is new.
 *
 * This is done early, too, where no command can go: one round of fewer draws,
 * of which only those are run that are most likely to show anything (decision
 * 0098).
 *
 * In this file: the best of some draws (redraw.h), what another command was
 * given, the early pass, the last pass. */
#include "run/model/redraw.h"

#include <stdlib.h>

enum {
    ROUNDS = 8,       /* runs of each kind of command in the place of two */
    DRAWS = 120,      /* of which the largest answer is one */
    DRAWS_FEW = 4,    /* where none is larger than others: a number, a truth */
    DRAWS_SMALL = 32, /* where what is new has no more than SMALL values */
    SMALL = 2,
    /* Without anything new: there is nothing more. The same where none is
     * larger. */
    DRAWS_VAIN = 48,
    DRAWS_VAIN_FEW = 8,
    DRAWS_MOST = 40 * 1000,
    /* Early: */
    DRAWS_EARLY = 60,
    RUNS_EARLY = 8,
};

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
static bool draw_best(struct redrawing *r, const struct redraw_attempt *attempt,
                      size_t draws, struct redrawn *best)
{
    for (size_t i = 0; i < draws && !redraw_is_over(r); i++) {
        if ((i >= DRAWS_FEW && !r->may_grow) ||
            (i >= DRAWS_SMALL && best->size <= SMALL))
            break;
        r->draws++;
        struct redrawn drawn = {.program = {.items = VEC_EMPTY}};
        bool found;
        bool is_fine = redraw(r, attempt, best, &drawn, &found);
        found = is_fine && found && redraw_is_news(r, attempt, &drawn) &&
                is_better(&drawn, best);
        if (found && r->all_matter)
            is_fine = redraw_all_matter(r->s, &drawn.program, &found);
        if (is_fine && found) {
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
static bool find_splice(struct redrawing *r, struct redraw_attempt *attempt)
{
    const struct program_command *gone =
        &r->s->program->items.items[attempt->gone];
    size_t most = 0;
    attempt->splices = false;
    for (size_t from = 0; from < gone->choices.count; from++) {
        struct redrawn drawn = {.program = {.items = VEC_EMPTY}};
        struct redraw_attempt one = *attempt;
        bool found = false;
        one.from = from;
        bool is_fine =
            redraw_other_end(r->s, one.gone, one.kind, &drawn.program);
        const struct program_command *command = NULL;
        if (is_fine && one.place + 1 < drawn.program.items.count) {
            command = &drawn.program.items.items[one.place];
            most =
                from == 0 ? shared(gone->arguments, command->arguments) : most;
            is_fine = redraw_splice(r, &one, &drawn, &found);
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

/* ---- what is tried --------------------------------------------------------
 */

/* What is tried, and how often that was in vain. */
struct redraw_turn {
    struct redraw_attempt attempt;
    size_t vain;   /* draws that gave nothing new, in a row */
    bool may_grow; /* some answer could be larger */
    bool is_over;
};
struct redraw_turns {
    VEC(struct redraw_turn) items;
};

/* Each command that goes with each kind that ends the program, alone and with
 * another command that takes over what the first was given. */
static struct redraw_turns list_turns(const struct redrawing *r)
{
    struct redraw_turns turns = {.items = VEC_EMPTY};
    size_t count = r->s->program->items.count;
    size_t kinds = r->s->model->ops->info(r->s->model)->command_count;
    for (size_t gone = count - 1; gone-- > 0;)
        for (size_t kind = 0; kind < kinds; kind++)
            for (size_t place = 0;
                 redraw_is_drawn(r->s, kind) && place + 1 < count; place++) {
                struct redraw_turn turn = {.attempt = {.gone = gone,
                                                       .kind = kind,
                                                       .splices = place > 0}};
                if (place > 0)
                    turn.attempt.place = place - 1;
                vec_push(&turns.items, turn);
            }
    return turns;
}

static bool may_be_redrawn(const struct shrinking *s)
{
    return redraw_fits(s) && s->run->culprit + 1 == s->program->items.count &&
           !program_is_parallel(s->program);
}

/* ---- the early pass -------------------------------------------------------
 */

struct early_list {
    VEC(struct redrawn) items;
};

/* The largest first; in the order of the turns where they are alike. */
static int compare_sizes(const void *one, const void *other)
{
    const struct redrawn *a = one, *b = other;
    size_t mine = magnitude(a->size), others = magnitude(b->size);
    if (mine != others)
        return mine < others ? 1 : -1;
    return (a->turn > b->turn) - (a->turn < b->turn);
}

/* The best of its draws, which ends the list; or nothing. */
static bool draw_early(struct redrawing *r, struct redraw_turns *turns,
                       size_t at, struct early_list *list)
{
    struct redraw_turn *turn = &turns->items.items[at];
    struct redrawn best = {.program = {.items = VEC_EMPTY}};
    if (turn->attempt.splices) {
        turn->may_grow = turn[-1].may_grow; /* of the same kind */
        if (!find_splice(r, &turn->attempt))
            return false;
        if (!turn->attempt.splices)
            return true;
    }
    r->may_grow = turn->may_grow;
    bool is_fine = draw_best(r, &turn->attempt, DRAWS_EARLY, &best);
    turn->may_grow = r->may_grow;
    best.turn = at;
    if (is_fine && best.program.items.count > 0) {
        redraw_note(r, &turn->attempt, &best);
        vec_push(&list->items, best);
        return true;
    }
    redrawn_finish(&best);
    return is_fine;
}

/* Before the arguments are made smaller, which takes most of the runs, and away
 * what another command would need. */
bool shrink_redraw_early(struct shrinking *s, bool *changed)
{
    struct redrawing r;
    struct early_list list = {.items = VEC_EMPTY};
    bool fails = false, is_fine = true;
    if (!may_be_redrawn(s))
        return true;
    redraw_begin(&r, s, DRAWS_MOST);
    r.all_matter = true;
    struct redraw_turns turns = list_turns(&r);
    for (size_t i = 0; is_fine && !redraw_is_over(&r) && i < turns.items.count;
         i++)
        is_fine = draw_early(&r, &turns, i, &list);
    if (list.items.count > 0)
        qsort(list.items.items, list.items.count, sizeof *list.items.items,
              compare_sizes);
    for (size_t i = 0; is_fine && !fails && i < list.items.count; i++)
        if (i < RUNS_EARLY)
            is_fine = shrink_try(s, &list.items.items[i].program, &fails);
    for (size_t i = 0; i < list.items.count; i++)
        redrawn_finish(&list.items.items[i]);
    vec_finish(&list.items);
    vec_finish(&turns.items);
    redraw_end(&r);
    *changed |= fails;
    return is_fine;
}

/* ---- the last pass --------------------------------------------------------
 */

/* The largest answer of many draws, and the first that is new, by turns. Ends
 * where draws give nothing new any more. */
static bool take_turn(struct redrawing *r, struct redraw_turn *turn,
                      size_t round, bool *fails)
{
    struct redrawn best = {.program = {.items = VEC_EMPTY}};
    size_t before = r->draws;
    *fails = false;
    if (round == 0 && turn->attempt.splices) {
        if (!find_splice(r, &turn->attempt))
            return false;
        turn->is_over = !turn->attempt.splices;
    }
    if (turn->is_over)
        return true;
    r->may_grow = turn->may_grow;
    bool is_fine =
        draw_best(r, &turn->attempt, round % 2 == 0 ? DRAWS : 1, &best);
    turn->vain += r->draws - before;
    if (is_fine && best.program.items.count > 0) {
        turn->vain = 0;
        redraw_note(r, &turn->attempt, &best);
        is_fine = shrink_try(r->s, &best.program, fails);
    }
    turn->may_grow = r->may_grow;
    turn->is_over =
        turn->vain >= (turn->may_grow ? DRAWS_VAIN : DRAWS_VAIN_FEW);
    redrawn_finish(&best);
    return is_fine;
}

/* Each of them once before any of them a second time: which one helps is not
 * known, and a run of a page takes long. */
bool shrink_redraw(struct shrinking *s, bool *changed)
{
    struct redrawing r;
    bool fails = false, is_fine = true;
    if (!may_be_redrawn(s))
        return true;
    redraw_begin(&r, s, DRAWS_MOST);
    struct redraw_turns turns = list_turns(&r);
    for (size_t round = 0; round < ROUNDS; round++)
        for (size_t i = 0;
             is_fine && !fails && !redraw_is_over(&r) && i < turns.items.count;
             i++) {
            struct redraw_turn *turn = &turns.items.items[i];
            if (round == 0 && turn->attempt.splices)
                turn->may_grow = turn[-1].may_grow; /* of the same kind */
            is_fine = take_turn(&r, turn, round, &fails);
        }
    vec_finish(&turns.items);
    redraw_end(&r);
    *changed |= fails;
    return is_fine;
}
