/* In this file: how often a candidate is run, candidates, the schedule, the
 * loop. */
#include "run/model/shrink_internal.h"

#include <math.h>

#include "base/buf.h"
#include "base/clock.h"
#include "base/log.h"
#include "run/model/orders.h"

/* ---- how often a candidate is run --------------------------------------- */

enum {
    ATTEMPTS_MOST = 100,
    FAILURES_KEPT = 8, /* older ones count for half */
    /* A smaller program has fewer commands that can meet, so its rate may be a
     * part of the rate of those before it. */
    RATE_PART = 4,
};

static bool is_left_to_luck(const struct shrinking *s)
{
    return !s->options->execute.is_scheduled && program_is_parallel(s->program);
}

/* Nobody chooses the schedule: a candidate that fails in one run of so many is
 * taken for one that passes in less than 1 % of all cases, where it fails as
 * often as those before it; at the end, where it fails a quarter as often. */
static int64_t attempts_now(const struct shrinking *s)
{
    const double overlooked = 0.01;
    double rate = (double)s->failures / (double)(s->attempts + 1);
    if (s->is_patient)
        rate /= RATE_PART;
    double wanted = ceil(log(overlooked) / log(1 - rate));
    double least = (double)s->options->attempts;
    double most = least > ATTEMPTS_MOST ? least : ATTEMPTS_MOST;
    return (int64_t)fmin(fmax(wanted, least), most);
}

static void note_rate(struct shrinking *s, int64_t attempts)
{
    if (s->failures >= FAILURES_KEPT) {
        s->failures /= 2;
        s->attempts /= 2;
    }
    s->failures++;
    s->attempts += attempts;
}

/* ---- candidates --------------------------------------------------------- */

bool shrink_is_out(struct shrinking *s)
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

/* What ran in order until it failed, or to its end, has run all that it begins
 * with, and these are known to pass. Not where several people look at the end
 * at what all of them see. */
static void note_fronts(struct shrinking *s, const struct program *program,
                        const struct program_run *run)
{
    bool is_whole = run->fault == PROGRAM_FINE;
    if (program_is_parallel(program) || run->users > 1 ||
        (!is_whole && run->culprit == SIZE_MAX))
        return;
    struct program front = *program; /* borrows */
    struct buf key = {0};
    front.items.count = is_whole ? program->items.count : run->culprit;
    for (; front.items.count > 0; front.items.count--) {
        buf_clear(&key);
        program_add_key(&key, &front);
        note(s, buf_str(&key), false);
    }
    buf_finish(&key);
}

/* One that failed may come again: with simpler choices for the same arguments.
 */
static bool is_known_to_pass(const struct shrinking *s, struct str key)
{
    return map_find(&s->tried, key) == &passes_mark;
}

/* The first command that does not matter any more is cut off with what is
 * after the culprit. */
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
    note_rate(s, s->run->attempts);
}

/* Commands keep their numbers: the fork of the program (from 1) that one of
 * these was in; 0: none. */
static uint32_t fork_of(const struct program *program,
                        const struct program *candidate, size_t begin,
                        size_t end)
{
    for (size_t i = 0; i < program->items.count; i++)
        for (size_t k = begin; k < end; k++)
            if (program->items.items[i].number ==
                candidate->items.items[k].number)
                return (uint32_t)program->items.items[i].fork + 1;
    return 0;
}

/* The schedule that failed, for the forks that are left of the program: what
 * was chosen in others is nothing to them. */
static struct schedule schedule_for(const struct shrinking *s,
                                    const struct program *candidate)
{
    struct schedule schedule = {.items = VEC_EMPTY};
    for (size_t begin = 0, end; begin < candidate->items.count; begin = end) {
        end = program_fork_end(candidate, begin);
        uint32_t fork = fork_of(s->program, candidate, begin, end);
        for (size_t i = 0; fork > 0 && i < s->schedule->items.count; i++) {
            struct schedule_choice choice = s->schedule->items.items[i];
            if (choice.fork != fork)
                continue;
            choice.fork = (uint32_t)candidate->items.items[begin].fork + 1;
            vec_push(&schedule.items, choice);
        }
    }
    return schedule;
}

static bool run_candidate(struct shrinking *s, struct program *candidate,
                          bool *fails)
{
    struct schedule schedule = schedule_for(s, candidate);
    struct program_run run = {.culprit = SIZE_MAX};
    if (s->options->progress != NULL)
        s->options->progress(s->options->execute.context, s->from,
                             s->program->items.count, s->shrunk->runs);
    bool is_fine = program_try(&s->options->execute, attempts_now(s), candidate,
                               &schedule, &run, &s->shrunk->runs, s->error);
    *fails = is_fine && run.fault == s->run->fault;
    log_debug("shrink: run %lld, to %s: %zu of %zu commands, %s",
              (long long)s->shrunk->runs, s->aim, candidate->items.count,
              s->program->items.count, *fails ? "fails" : "passes");
    if (is_fine)
        note_fronts(s, candidate, &run);
    if (*fails)
        accept(s, candidate, &schedule, &run);
    schedule_finish(&schedule);
    program_run_finish(&run);
    return is_fine;
}

/* Takes the candidate. It replaces the program when it fails, too. False:
 * nothing can be run. */
bool shrink_try(struct shrinking *s, struct program *candidate, bool *fails)
{
    *fails = false;
    struct buf key = {0};
    bool is_fine = program_prune(s->model, candidate, s->error);
    program_add_key(&key, candidate);
    if (is_fine && candidate->items.count > 0 && !shrink_is_out(s) &&
        !is_known_to_pass(s, buf_str(&key))) {
        is_fine = run_candidate(s, candidate, fails);
        note(s, buf_str(&key), *fails);
    }
    buf_finish(&key);
    program_finish(candidate);
    return is_fine;
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

struct pass {
    const char *aim; /* for whoever debugs: what its runs are for */
    bool (*run)(struct shrinking *s, bool *changed);
};

/* The cheap passes again whenever one has changed something. */
static bool run_passes(struct shrinking *s)
{
    static const struct pass passes[] = {
        {"remove rows", shrink_remove_rows},
        {"order forks", shrink_order_forks},
        {"take the first users", shrink_users},
        {"draw anew early", shrink_redraw_early},
        {"lower", shrink_lower},
        {"use what is older", shrink_use_older},
        {"remove pairs", shrink_remove_pairs},
        {"anchor", shrink_anchor},
        {"lower, followed", shrink_lower_followed},
        {"lower together", shrink_lower_together},
        {"lower with removals", shrink_lower_with_removals},
        {"replace", shrink_replace},
        {"shorten the way", shrink_shorten_way},
        {"draw anew", shrink_redraw},
        {"draw a fork anew", shrink_redraw_fork},
    };
    for (size_t i = 0; !s->is_out && i < sizeof passes / sizeof *passes;) {
        bool changed = false;
        s->aim = passes[i].aim;
        if (!passes[i].run(s, &changed))
            return false;
        i = changed ? 0 : i + 1;
    }
    return true;
}

/* What passed a few times is tried again, with more patience. */
static bool run_passes_again(struct shrinking *s)
{
    s->is_patient = true;
    map_finish(&s->tried);
    map_init(&s->tried);
    return run_passes(s);
}

bool program_shrink(const struct shrink_options *options,
                    struct program *program, struct schedule *schedule,
                    struct program_run *run, struct shrunk_program *shrunk,
                    struct error *error)
{
    struct shrinking s = {
        .options = options,
        .model = options->execute.model,
        .program = program,
        .schedule = schedule,
        .run = run,
        .shrunk = shrunk,
        .error = error,
        .from = program->items.count,
        .aim = "keep the end",
        .attempts = run->attempts > 0 ? run->attempts : 1,
        .failures = 1,
    };
    map_init(&s.tried);
    cut_behind(program, run);
    note_fronts(&s, program, run);
    bool is_fine = shrink_to_end(&s) && run_passes(&s);
    if (is_fine && !s.is_out && is_left_to_luck(&s))
        is_fine = run_passes_again(&s);
    if (is_fine && !s.is_out)
        is_fine = simplify_schedule(&s);
    shrunk->is_minimal = is_fine && !s.is_out;
    map_finish(&s.tried);
    return is_fine;
}
