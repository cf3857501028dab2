/* Order of this file: the course, what is proposed, picking, steps. */
#include "run/script.h"

#include <stdlib.h>

#include "base/clock.h"
#include "base/memory.h"
#include "base/vec.h"
#include "run/generated.h"
#include "trace/generator.h"

struct script {
    struct strategy base;
    struct script_options options;
    struct script_course *course;
    struct value *state;    /* of the last step; owned; NULL: none yet */
    struct value *picked;   /* what was picked last, as it is now; owned */
    struct value *args;     /* with what was drawn; NULL: nothing was */
    struct value *template; /* what that was drawn from; NULL: nothing was */
    struct choice_list simpler; /* than that */
    struct choice_list larger;
    bool is_exact;
    bool is_fork;
    bool has_waited;    /* since the last action, to the end */
    int64_t waiting_ms; /* clock_now_ms() since when it waits, 0: it does not */
    int refusals;       /* of the choice, in a row */
    int64_t refused_ms; /* when the first of them came */
};

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
    }
    free(course->others);
    free(course->larger);
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
    for (size_t i = course->other_capacity; i < capacity; i++)
        course->others[i] = course->larger[i] = (struct choice_list){0};
    course->other_capacity = capacity;
}

/* Moves both lists there, for an action that was performed. */
static void add_others(struct script_course *course,
                       struct choice_list *simpler, struct choice_list *larger)
{
    size_t at = course->performed++;
    reserve_others(course, course->performed);
    course->others[at] = *simpler;
    course->larger[at] = *larger;
    *simpler = *larger = (struct choice_list){0};
}

/* ---- what is proposed --------------------------------------------------- */

/* With these arguments (NULL: its own). */
static struct value *proposal_with(const struct script *script,
                                   const struct action_list *proposed,
                                   size_t index, struct value *args)
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

static struct value *proposal(const struct script *script,
                              const struct action_list *proposed, size_t index)
{
    return proposal_with(script, proposed, index, NULL);
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

/* The proposal that is most like the choice: false when none fits. Fills
 * `picked`. */
static bool find(struct script *script, const struct action_list *proposed,
                 const struct value *sought, size_t *index)
{
    bool by_place = script->options.by_place;
    struct choice_likeness best = {.fits = false}, other = {.fits = false};
    value_unref(script->picked);
    value_unref(script->args);
    value_unref(script->template);
    script->picked = script->args = script->template = NULL;
    const struct value *id = value_field(sought, STR("id"));
    for (size_t i = 0; i < proposed->count; i++) {
        if (!value_equal(proposed->items[i].id, id))
            continue;
        struct value *args = NULL;
        if (generator_in(proposed->items[i].args)) {
            args = generated_adopt(proposed->items[i].args,
                                   value_field(sought, STR("args")));
            if (args == NULL)
                continue;
        }
        struct value *choice = proposal_with(script, proposed, i, args);
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
        value_unref(script->picked);
        value_unref(script->args);
        value_unref(script->template);
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

static bool has(const struct choice_list *list, const struct value *choice)
{
    for (size_t i = 0; i < list->count; i++)
        if (choice_order(list->items[i], choice) == 0 &&
            value_equal(list->items[i], choice))
            return true;
    return false;
}

/* Takes the choice into the list, which is in order from `begin` on. */
static void insert(struct choice_list *list, size_t begin, struct value *choice)
{
    choice_list_push(list, choice);
    for (size_t i = list->count - 1;
         i > begin && choice_order(choice, list->items[i - 1]) < 0; i--) {
        list->items[i] = list->items[i - 1];
        list->items[i - 1] = choice;
    }
}

static bool is_kin_and_says_more(const struct value *a, const struct value *b)
{
    return choice_is_kin(a, b) && choice_says_more(a, b);
}

static bool is_near_and_simpler(const struct value *a, const struct value *b)
{
    return choice_is_within(a, b) ||
           (choice_is_kin(a, b) && choice_order(a, b) < 0);
}

typedef bool is_simpler_than(const struct value *a, const struct value *b);

/* Takes the choice. */
static void offer(struct script *script, size_t begin, struct value *choice,
                  is_simpler_than *is_simpler)
{
    struct choice_list *simpler = &script->simpler;
    if (is_simpler(choice, script->picked) && !has(simpler, choice))
        insert(simpler, begin, choice);
    else
        value_unref(choice);
}

static void offer_drawn(struct script *script,
                        const struct action_list *proposed, size_t index,
                        size_t begin, struct value *args,
                        is_simpler_than *is_simpler)
{
    struct value *choice = proposal_with(script, proposed, index, args);
    offer(script, begin, choice_mark_drawn(choice), is_simpler);
}

/* A proposal with generators: with the values that were drawn, each in turn
 * simpler; one that they do not fit, with the simplest that it has. */
static void gather_drawn(struct script *script,
                         const struct action_list *proposed, size_t index,
                         size_t begin, is_simpler_than *is_simpler)
{
    const struct value *template = proposed->items[index].args;
    struct generated_list simpler = {0};
    struct value *args =
        generated_adopt(template, value_field(script->picked, STR("args")));
    if (args != NULL)
        generated_add_simpler(&simpler, template, args);
    else
        args = generated_simplest(template);
    offer_drawn(script, proposed, index, begin, args, is_simpler);
    for (size_t i = 0; i < simpler.count; i++)
        offer_drawn(script, proposed, index, begin, simpler.items[i],
                    is_simpler);
    generated_list_finish(&simpler);
    value_unref(args);
}

/* Appends those of the proposals that are simpler than what was picked, in
 * order. */
static void gather(struct script *script, const struct action_list *proposed,
                   is_simpler_than *is_simpler)
{
    size_t begin = script->simpler.count;
    for (size_t i = 0; i < proposed->count; i++)
        if (generator_in(proposed->items[i].args))
            gather_drawn(script, proposed, i, begin, is_simpler);
        else
            offer(script, begin, proposal(script, proposed, i), is_simpler);
}

static void gather_simpler(struct script *script,
                           const struct action_list *proposed)
{
    choice_list_finish(&script->simpler);
    gather(script, proposed, is_near_and_simpler);
    if (choice_parts(script->picked) > 1)
        gather(script, proposed, choice_does_less);
}

/* What was drawn grows otherwise (shrink_moves.c). */
static void gather_larger(struct script *script,
                          const struct action_list *proposed)
{
    enum { MOST_LARGER = 8 };
    struct choice_list *larger = &script->larger;
    choice_list_finish(larger);
    for (size_t i = 0; i < proposed->count; i++) {
        if (generator_in(proposed->items[i].args))
            continue;
        struct value *choice = proposal(script, proposed, i);
        if (is_kin_and_says_more(choice, script->picked) &&
            !has(larger, choice))
            insert(larger, 0, choice);
        else
            value_unref(choice);
        if (larger->count > MOST_LARGER)
            value_unref(larger->items[--larger->count]);
    }
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
                gather_simpler(script, proposed);
                gather_larger(script, proposed);
            }
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
        course->forked = course->forked || script->is_fork;
        if (course->skipped++ == 0)
            course->first_skipped = course->at;
    }
    return lingers(script, index) ? STRATEGY_WAITS : STRATEGY_ENDED;
}

static struct value *drawn(struct strategy *strategy)
{
    const struct script *script = (const struct script *)strategy;
    return script->args == NULL ? NULL : value_ref(script->args);
}

/* A run may have been found false behind the place where its property could
 * stop (run/panel.h). What happens behind the last action is a part of it. */
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
    add_others(course, &script->simpler, &script->larger);
    choice_list_push(&course->templates, script->template == NULL
                                             ? value_null()
                                             : script->template);
    script->template = NULL;
    course->forked = course->forked || script->is_fork;
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
    value_unref(script->picked);
    value_unref(script->args);
    value_unref(script->template);
    choice_list_finish(&script->simpler);
    choice_list_finish(&script->larger);
    free(script);
}

struct strategy *script_create(const struct script_options *options,
                               struct script_course *course)
{
    static const struct strategy_ops ops = {
        .observe = observe,
        .has_more = has_more,
        .pick = pick,
        .drawn = drawn,
        .refused = refused,
        .destroy = destroy,
    };
    struct script *script = MEMORY_NEW(struct script);
    script->base.ops = &ops;
    script->options = *options;
    script->course = course;
    return &script->base;
}
