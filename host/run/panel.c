/* Order of this file: members, as a checker, as an actor, the panel. */
#include "run/panel_internal.h"

#include <stddef.h>
#include <stdlib.h>

#include "base/hash.h"
#include "trace/narrow.h"

static struct panel *of_checker(struct checker *checker)
{
    return (struct panel *)((char *)checker - offsetof(struct panel, checker));
}

static struct panel *of_actor(struct actor *actor)
{
    return (struct panel *)((char *)actor - offsetof(struct panel, actor));
}

/* ---- members ------------------------------------------------------------ */

static bool is_any_open(const struct panel *panel)
{
    for (struct panel_member *member = panel_first(panel); member != NULL;
         member = panel_next(panel, member))
        if (member->standing == PANEL_OPEN)
            return true;
    return false;
}

/* The one that is asked what all would answer; NULL: all are out. */
static struct panel_member *first_member(struct panel *panel)
{
    for (struct panel_member *member = panel_first(panel); member != NULL;
         member = panel_next(panel, member))
        if (member->standing != PANEL_OUT)
            return member;
    return NULL;
}

/* ---- as a checker ------------------------------------------------------- */

static const struct deps *dependencies(struct checker *checker)
{
    return &of_checker(checker)->deps;
}

/* Whether the executor would have told a member of this if it were alone: it
 * observes what a property reads, and knows of its events. */
static bool concerns(struct panel_member *member, const struct step *step,
                     const struct value *state)
{
    struct checker *checker = member->checker;
    if (!member->has_started || step->kind != STEP_EVENT || step->died ||
        checker->ops->awaits == NULL || !value_equal(member->state, state))
        return true;
    return checker->ops->awaits(checker, &step->what);
}

static void show(struct panel *panel, struct panel_member *member,
                 const struct step *step, struct observation *all)
{
    struct checker *checker = member->checker;
    struct observation seen = {.wait_ms = CHECKER_NO_WAIT};
    struct error error = ERROR_NONE;
    struct step own = *step;
    own.version = member->steps + 1;
    own.state = member->state;
    bool fine = checker->ops->observe(checker, &own, &seen, &error);
    member->takes_step = !fine || seen.started;
    member->has_started = member->has_started || seen.started;
    member->steps += member->takes_step;
    all->started = all->started || member->takes_step;
    all->matched = all->matched || seen.matched;
    if (seen.wait_ms > all->wait_ms)
        all->wait_ms = seen.wait_ms;
    member->stop = seen.stop;
    if (!fine)
        panel_leave_with(panel, member, &error,
                         session_error_is_of_run(&error));
    else if (seen.verdict.kind == VERDICT_DEFINITELY)
        panel_leave(panel, member, seen.verdict);
}

static bool observe(struct checker *checker, const struct step *step,
                    struct observation *seen, struct error *error)
{
    struct panel *panel = of_checker(checker);
    (void)error;
    *seen = (struct observation){.wait_ms = CHECKER_NO_WAIT};
    for (struct panel_member *member = panel_first(panel); member != NULL;
         member = panel_next(panel, member)) {
        member->takes_step = false;
        if (member->standing == PANEL_OUT)
            continue;
        seen->started = seen->started || member->has_started;
        struct value *state = narrow_state(
            step->state, member->checker->ops->dependencies(member->checker),
            &panel->deps);
        bool shown = concerns(member, step, state);
        value_unref(member->state);
        member->state = state;
        if (shown)
            show(panel, member, step, seen);
    }
    /* What the walk itself is said to be is told of nobody. */
    if (!is_any_open(panel))
        seen->verdict = (struct verdict){VERDICT_DEFINITELY, true};
    return true;
}

static bool unread(struct checker *checker, struct deps *found)
{
    const struct panel *panel = of_checker(checker);
    bool any = false;
    for (struct panel_member *member = panel_first(panel); member != NULL;
         member = panel_next(panel, member))
        any |= member->checker->ops->unread != NULL &&
               member->checker->ops->unread(member->checker, found);
    return any;
}

static struct verdict may_end(struct checker *checker)
{
    struct panel *panel = of_checker(checker);
    for (struct panel_member *member = panel_first(panel); member != NULL;
         member = panel_next(panel, member))
        panel_settle(panel, member);
    if (is_any_open(panel))
        return (struct verdict){.kind = VERDICT_NONE};
    return (struct verdict){VERDICT_PROBABLY, true};
}

/* Those that are still open in a broken application have failed. */
static bool stuck(struct checker *checker, const char *why)
{
    struct panel *panel = of_checker(checker);
    for (struct panel_member *member = panel_first(panel); member != NULL;
         member = panel_next(panel, member)) {
        const struct checker_ops *ops = member->checker->ops;
        if (member->standing == PANEL_OPEN && ops->stuck != NULL &&
            ops->stuck(member->checker, why))
            panel_leave(panel, member,
                        (struct verdict){VERDICT_DEFINITELY, false});
    }
    return !is_any_open(panel);
}

static const struct action_list *awaited(struct checker *checker)
{
    struct panel_member *member = first_member(of_checker(checker));
    if (member == NULL || member->checker->ops->awaited == NULL)
        return NULL;
    return member->checker->ops->awaited(member->checker);
}

static bool awaits(struct checker *checker, const struct action_list *events)
{
    struct panel_member *member = first_member(of_checker(checker));
    return member == NULL || member->checker->ops->awaits == NULL ||
           member->checker->ops->awaits(member->checker, events);
}

static void insight(struct checker *checker, uint64_t *residual, uint64_t *news)
{
    const struct panel *panel = of_checker(checker);
    *residual = *news = 0;
    for (struct panel_member *member = panel_first(panel); member != NULL;
         member = panel_next(panel, member)) {
        uint64_t left = 0, shown = 0;
        if (member->checker->ops->insight != NULL)
            member->checker->ops->insight(member->checker, &left, &shown);
        *residual = hash_mix(*residual, left);
        *news += shown;
    }
}

/* Both end with their owners. */
static void destroy(struct checker *checker)
{
    (void)checker;
}

/* ---- as an actor -------------------------------------------------------- */

static bool is_alike(const struct action_list *a, const struct action_list *b)
{
    if (a->count != b->count)
        return false;
    for (size_t i = 0; i < a->count; i++)
        if (!action_matches(&a->items[i], &b->items[i]))
            return false;
    return true;
}

/* The others propose, too, so that they know what is chosen. One that is at
 * fault where the first is not reads something else. */
static void propose_too(struct panel *panel, struct panel_member *member,
                        const struct action_list *actions)
{
    struct action_list own = {0};
    struct error error = ERROR_NONE;
    char *why = NULL;
    bool fine = member->actor->ops->propose(member->actor, &own, &why, &error);
    if (fine)
        member->proposes = is_alike(actions, &own);
    else
        panel_leave_with(panel, member, &error,
                         session_error_is_of_run(&error));
    free(why);
    action_list_finish(&own);
}

static bool propose(struct actor *actor, struct action_list *actions,
                    char **why, struct error *error)
{
    struct panel *panel = of_actor(actor);
    struct panel_member *first = first_member(panel);
    for (struct panel_member *member = panel_first(panel); member != NULL;
         member = panel_next(panel, member))
        member->proposes = false;
    if (!first->actor->ops->propose(first->actor, actions, why, error))
        return false;
    first->proposes = true;
    for (struct panel_member *member = panel_next(panel, first);
         actions->count > 0 && member != NULL;
         member = panel_next(panel, member))
        if (member->standing != PANEL_OUT && member->actor->ops->chosen != NULL)
            propose_too(panel, member, actions);
    return true;
}

static const struct proposal_hint *hints(struct actor *actor)
{
    struct actor *first = first_member(of_actor(actor))->actor;
    return first->ops->hints == NULL ? NULL : first->ops->hints(first);
}

static void chosen(struct actor *actor, size_t index)
{
    const struct panel *panel = of_actor(actor);
    for (struct panel_member *member = panel_first(panel); member != NULL;
         member = panel_next(panel, member))
        if (member->proposes && member->actor->ops->chosen != NULL)
            member->actor->ops->chosen(member->actor, index);
}

static struct value *names(struct actor *actor, size_t index)
{
    struct actor *first = first_member(of_actor(actor))->actor;
    return first->ops->names == NULL ? NULL : first->ops->names(first, index);
}

/* ---- the panel ---------------------------------------------------------- */

static const struct checker_ops checker_table = {
    .dependencies = dependencies,
    .observe = observe,
    .unread = unread,
    .may_end = may_end,
    .stuck = stuck,
    .awaited = awaited,
    .awaits = awaits,
    .insight = insight,
    .destroy = destroy,
};

static const struct actor_ops actor_table = {
    .propose = propose,
    .hints = hints,
    .chosen = chosen,
    .names = names,
};

void panel_init(struct panel *panel, const struct panel_options *options)
{
    *panel = (struct panel){
        .checker = {&checker_table},
        .actor = {&actor_table},
        .options = *options,
    };
    deps_init(&panel->deps);
}

void panel_finish(struct panel *panel)
{
    for (struct panel_member *member = panel_first(panel); member != NULL;
         member = panel_next(panel, member)) {
        session_result_finish(&member->result);
        value_unref(member->state);
    }
    vec_finish(&panel->members);
    deps_finish(&panel->deps);
}

void panel_add(struct panel *panel, size_t property, struct checker *checker,
               struct actor *actor)
{
    struct panel_member member = {
        .property = property,
        .checker = checker,
        .actor = actor,
        .goes_on = true,
    };
    session_result_init(&member.result);
    kept_steps_init(&member.result.kept, panel->options.keep_all);
    vec_push(&panel->members, member);
    deps_merge(&panel->deps, checker->ops->dependencies(checker));
}

void panel_step(struct panel *panel, const struct step *step)
{
    for (struct panel_member *member = panel_first(panel); member != NULL;
         member = panel_next(panel, member)) {
        if (!member->takes_step)
            continue;
        struct step own = step_copy(step);
        value_unref(own.state);
        own.state = value_ref(member->state);
        own.version = member->steps;
        kept_steps_add(&member->result.kept, &own);
        member->takes_step = false;
        if (member->standing == PANEL_OUT)
            member->mark = panel_mark_now(panel, member);
    }
}
