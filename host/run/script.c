/* Order of this file: the course, what is proposed, picking, steps. */
#include "run/script.h"

#include <stdlib.h>

#include "base/clock.h"
#include "base/memory.h"
#include "base/vec.h"
#include "run/generated.h"
#include "run/script_internal.h"
#include "trace/generator.h"

/* ---- the course --------------------------------------------------------- */

void script_course_init(struct script_course *course)
{
    *course = (struct script_course){.at = 0};
}

void script_course_finish(struct script_course *course)
{
    for (size_t i = 0; i < course->other_capacity; i++) {
        choice_list_finish(&course->others[i]);
        choice_list_finish(&course->larger[i]);
        choice_list_finish(&course->offers[i]);
    }
    free(course->others);
    free(course->larger);
    free(course->offers);
    free(course->fates);
    choice_list_finish(&course->templates);
    script_course_init(course);
}

static void reserve_others(struct script_course *course, size_t wanted)
{
    if (course->other_capacity >= wanted)
        return;
    size_t capacity = wanted * 2;
    course->others =
        memory_resized(course->others, capacity, sizeof *course->others);
    course->larger =
        memory_resized(course->larger, capacity, sizeof *course->larger);
    course->offers =
        memory_resized(course->offers, capacity, sizeof *course->offers);
    for (size_t i = course->other_capacity; i < capacity; i++)
        course->others[i] = course->larger[i] = course->offers[i] =
            (struct choice_list){0};
    course->other_capacity = capacity;
}

/* Of the choice that it has come to. */
static void note_fate(struct script *script, enum choice_fate fate)
{
    struct script_course *course = script->course;
    course->forked = course->forked || script->is_fork;
    course->fates[course->at] =
        (unsigned char)(script->is_fork ? CHOICE_FORKED : fate);
}

/* Moves the lists there, for an action that was performed. */
static void add_others(struct script_course *course, struct script *script)
{
    size_t at = course->performed++;
    reserve_others(course, course->performed);
    course->others[at] = script->simpler;
    course->larger[at] = script->larger;
    course->offers[at] = script->offers;
    script->simpler = script->larger = script->offers = (struct choice_list){0};
}

/* ---- what is proposed --------------------------------------------------- */

struct value *script_proposal(const struct script *script,
                              const struct action_list *proposed, size_t index,
                              struct value *args)
{
    struct actor *actor = script->options.actor;
    struct value *names =
        actor->ops->names == NULL ? NULL : actor->ops->names(actor, index);
    struct action action = proposed->items[index]; /* borrows its parts */
    if (args != NULL)
        action.args = args;
    struct value *choice =
        choice_make(&action, names, script->state, CHOICE_AT_ONCE);
    value_unref(names);
    return choice;
}

/* Whether the choice that is like the one sought in the other way (by_place) is
 * another one than the best. */
static bool is_fork(const struct choice_likeness *best,
                    const struct choice_likeness *other)
{
    bool differs =
        best->place != other->place || best->distance != other->distance;
    return best->fits != other->fits || (best->fits && differs);
}

static void forget_picked(struct script *script)
{
    value_unref(script->picked);
    value_unref(script->args);
    value_unref(script->template);
    script->picked = script->args = script->template = NULL;
}

/* The values that the choice had, for the generators of the proposal; *args
 * stays NULL where it has none. False: they do not fit. */
static bool adopt(const struct action *proposal, const struct value *sought,
                  struct value **args)
{
    if (!generator_in(proposal->args))
        return true;
    *args = generated_adopt(proposal->args, value_field(sought, STR("args")));
    return *args != NULL;
}

/* The proposal that is most like the choice: false when none fits. Fills
 * `picked`. */
static bool find(struct script *script, const struct action_list *proposed,
                 const struct value *sought, size_t *index)
{
    bool by_place = script->options.by_place;
    struct choice_likeness best = {.fits = false}, other = {.fits = false};
    forget_picked(script);
    const struct value *id = value_field(sought, STR("id"));
    for (size_t i = 0; i < proposed->count; i++) {
        if (!value_equal(proposed->items[i].id, id))
            continue;
        struct value *args = NULL;
        if (!adopt(&proposed->items[i], sought, &args))
            continue;
        struct value *choice = script_proposal(script, proposed, i, args);
        struct choice_likeness likeness =
            choice_compare(sought, choice, script->state, by_place);
        struct choice_likeness otherwise =
            choice_compare(sought, choice, script->state, !by_place);
        if (choice_is_nearer(&otherwise, &other, !by_place))
            other = otherwise;
        if (!choice_is_nearer(&likeness, &best, by_place)) {
            value_unref(choice);
            value_unref(args);
            continue;
        }
        forget_picked(script);
        script->picked = choice;
        script->args = args;
        script->template =
            args == NULL ? NULL : value_ref(proposed->items[i].args);
        best = likeness;
        *index = i;
    }
    script->is_exact = choice_is_exact(&best);
    script->is_fork = is_fork(&best, &other);
    return best.fits;
}

/* ---- picking ------------------------------------------------------------ */

/* What is turned down may be in the middle of moving. */
static void refused(struct strategy *strategy)
{
    struct script *script = (struct script *)strategy;
    if (script->refusals++ == 0)
        script->refused_ms = clock_now_ms();
}

static bool is_given_up(const struct script *script)
{
    enum { TRIES = 20, TRYING_MS = 500 };
    return script->refusals >= TRIES &&
           (!script->options.real_time ||
            clock_now_ms() - script->refused_ms >= TRYING_MS);
}

/* So long may come what has taken after_ms in the recorded run. */
static int64_t allowed_ms(const struct script *script, int64_t after_ms)
{
    enum { MOST_MS = 60 * 1000 };
    int64_t more_ms = script->options.patience.more_ms;
    return more_ms + (after_ms < MOST_MS / 2 ? after_ms * 2 : MOST_MS);
}

/* Whether to wait, and for how long at most: until allowed_ms have passed here,
 * however many events come. */
static bool waits(struct script *script, int64_t allowed_ms,
                  size_t *milliseconds)
{
    int64_t now_ms = clock_now_ms();
    if (script->has_waited || !script->options.real_time || allowed_ms == 0)
        return false;
    if (script->waiting_ms == 0)
        script->waiting_ms = now_ms;
    int64_t left_ms = script->waiting_ms + allowed_ms - now_ms;
    *milliseconds = (size_t)left_ms;
    return left_ms > 0;
}

static bool waits_for_choice(struct script *script, const struct value *choice,
                             size_t *milliseconds)
{
    const struct script_patience *patience = &script->options.patience;
    int64_t after_ms = choice_after_ms(choice);
    int64_t allowed = script->course->performed == 0 ? patience->first_ms
                                                     : patience->later_ms;
    if (!patience->is_exact && choice_only_waits(choice))
        return false; /* what it waited for has come already */
    if (after_ms != CHOICE_AT_ONCE && allowed_ms(script, after_ms) > allowed)
        allowed = allowed_ms(script, after_ms);
    return waits(script, allowed, milliseconds);
}

/* Once, whatever comes. */
static bool lingers(struct script *script, size_t *milliseconds)
{
    int64_t linger_ms = script->options.linger_ms;
    bool does = linger_ms != CHOICE_AT_ONCE &&
                waits(script, allowed_ms(script, linger_ms), milliseconds);
    script->has_waited = true;
    return does;
}

static void note_waiting(struct script *script)
{
    struct script_course *course = script->course;
    int64_t waited_ms =
        script->waiting_ms == 0 ? 0 : clock_now_ms() - script->waiting_ms;
    if (waited_ms > course->waited_ms)
        course->waited_ms = waited_ms;
}

static enum strategy_answer pick(struct strategy *strategy,
                                 const struct action_list *proposed,
                                 size_t *index, struct error *error)
{
    (void)error;
    struct script *script = (struct script *)strategy;
    struct script_course *course = script->course;
    const struct choice_list *choices = script->options.choices;
    for (; course->at < choices->count; course->at++, script->refusals = 0) {
        bool is_refused = is_given_up(script);
        if (!is_refused &&
            find(script, proposed, choices->items[course->at], index)) {
            if (!script->is_exact && course->performed == 0 &&
                script->options.patience.is_exact &&
                waits_for_choice(script, choices->items[course->at], index))
                return STRATEGY_WAITS;
            if (script->options.wants_others) {
                script_gather_simpler(script, proposed);
                script_gather_larger(script, proposed);
            }
            if (script->options.wants_offers)
                script_gather_offers(script, proposed);
            note_waiting(script);
            return STRATEGY_PICKED;
        }
        if (waits_for_choice(script, choices->items[course->at], index))
            return STRATEGY_WAITS;
        if (!script->options.skips) {
            course->is_stuck = true;
            course->is_refused = is_refused;
            return STRATEGY_ENDED;
        }
        note_fate(script, CHOICE_LEFT_OUT);
        if (course->skipped++ == 0)
            course->first_skipped = course->at;
    }
    return lingers(script, index) ? STRATEGY_WAITS : STRATEGY_ENDED;
}

static int64_t pause_before(const struct strategy *strategy)
{
    const struct script *script = (const struct script *)strategy;
    const struct choice_list *choices = script->options.choices;
    size_t at = script->course->at;
    if (at < choices->count)
        return choice_pause_ms(choices->items[at]);
    return script->options.pauses_behind ? script->options.linger_ms : 0;
}

static struct value *drawn(struct strategy *strategy)
{
    const struct script *script = (const struct script *)strategy;
    return script->args == NULL ? NULL : value_ref(script->args);
}

/* A run may have been found false after the place where its property could
 * stop (run/panel.h). What happens after the last action is a part of it. */
static bool has_more(const struct strategy *strategy)
{
    const struct script *script = (const struct script *)strategy;
    return script->course->at < script->options.choices->count;
}

/* ---- steps -------------------------------------------------------------- */

static void observe(struct strategy *strategy, const struct step *step)
{
    struct script *script = (struct script *)strategy;
    struct script_course *course = script->course;
    value_unref(script->state);
    script->state = value_ref(step->state);
    script->refusals = 0;
    if (step->kind == STEP_TIMEOUT)
        script->has_waited = true;
    if (step->kind != STEP_ACTED || script->picked == NULL)
        return;
    value_unref(script->picked);
    script->picked = NULL;
    add_others(course, script);
    choice_list_push(&course->templates, script->template == NULL
                                             ? value_null()
                                             : script->template);
    script->template = NULL;
    note_fate(script, CHOICE_DONE);
    if (!script->is_exact && course->inexact++ == 0)
        course->first_inexact = course->at;
    course->at++;
    script->has_waited = false;
    script->waiting_ms = 0;
}

static void destroy(struct strategy *strategy)
{
    struct script *script = (struct script *)strategy;
    value_unref(script->state);
    forget_picked(script);
    choice_list_finish(&script->simpler);
    choice_list_finish(&script->larger);
    choice_list_finish(&script->offers);
    free(script);
}

struct strategy *script_create(const struct script_options *options,
                               struct script_course *course)
{
    static const struct strategy_ops ops = {
        .observe = observe,
        .has_more = has_more,
        .pick = pick,
        .pause = pause_before,
        .drawn = drawn,
        .refused = refused,
        .destroy = destroy,
    };
    struct script *script = MEMORY_NEW(struct script);
    script->base.ops = &ops;
    script->options = *options;
    script->course = course;
    course->fate_count = options->choices->count;
    course->fates = memory_zeroed(course->fate_count + 1, 1);
    return &script->base;
}
