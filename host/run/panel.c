/* Order of this file: members, the end of a member, as a checker, as an actor,
 * the panel. */
#include "run/panel.h"

#include <stddef.h>
#include <stdlib.h>

#include "base/clock.h"
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

/* NULL behind the last one. */
static struct panel_member *first_of(const struct panel *panel)
{
    return panel->members.count == 0 ? NULL : panel->members.items;
}

static struct panel_member *next_of(const struct panel *panel,
                                    struct panel_member *member)
{
    struct panel_member *end = panel->members.items + panel->members.count;
    return member + 1 == end ? NULL : member + 1;
}

static bool is_any_open(const struct panel *panel)
{
    for (struct panel_member *member = first_of(panel); member != NULL;
         member = next_of(panel, member))
        if (member->standing == PANEL_OPEN)
            return true;
    return false;
}

/* The one that is asked what all would answer; NULL: all are out. */
static struct panel_member *first_member(struct panel *panel)
{
    for (struct panel_member *member = first_of(panel); member != NULL;
         member = next_of(panel, member))
        if (member->standing != PANEL_OUT)
            return member;
    return NULL;
}

/* ---- the end of a member ------------------------------------------------ */

static struct panel_mark mark_now(const struct panel *panel,
                                  const struct panel_member *member)
{
    const struct session_result *walk = panel->options.walk;
    return (struct panel_mark){
        .steps = member->steps,
        .actions = walk->actions,
        .stale = walk->stale,
        .choices = walk->choice_log.choices.count,
        .linger_ms = walk->choice_log.linger_ms,
        .at_ms = clock_now_ms(),
    };
}

static void rest(struct panel *panel, struct panel_member *member)
{
    member->standing = PANEL_RESTING;
    member->verdict = member->stop;
    member->mark = mark_now(panel, member);
}

static void leave(struct panel *panel, struct panel_member *member,
                  struct verdict verdict)
{
    member->standing = PANEL_OUT;
    member->verdict = verdict;
    member->mark = mark_now(panel, member);
}

static void leave_with(struct panel *panel, struct panel_member *member,
                       const struct error *error, bool goes_on)
{
    leave(panel, member, (struct verdict){.kind = VERDICT_ERRORED});
    member->result.error = *error;
    member->goes_on = goes_on;
}

/* What it demands is told apart by time only where that goes nowhere: see
 * session_options.max_overdue. */
static void cut_off(struct panel *panel, struct panel_member *member)
{
    struct checker *checker = member->checker;
    struct verdict verdict = {.kind = VERDICT_INCONCLUSIVE};
    enum cut cut =
        demands_look(&member->demands, checker, panel->options.walk->actions,
                     panel->options.max_overdue);
    if (cut == CUT_NONE)
        return;
    if (checker->ops->cut_off != NULL)
        verdict = checker->ops->cut_off(checker);
    if (verdict.kind == VERDICT_INCONCLUSIVE && panel->options.explores)
        verdict = (struct verdict){VERDICT_PROBABLY, true};
    leave(panel, member, verdict);
    member->result.cut = cut;
    member->result.note = session_cut_note(demands_limit(cut), "", verdict);
}

/* Nothing is awaited: the rule by which its test alone would end here. */
static void settle(struct panel *panel, struct panel_member *member)
{
    if (member->standing == PANEL_OUT)
        return;
    if (member->stop.kind == VERDICT_PROBABLY) {
        if (verdict_is_failure(member->stop))
            leave(panel, member, member->stop);
        else
            rest(panel, member);
    } else if (member->standing == PANEL_OPEN) {
        cut_off(panel, member);
    }
}

/* What ended the walk ends those that are still open. */
static void end_open(struct panel *panel, struct panel_member *member,
                     bool goes_on)
{
    const struct session_result *walk = panel->options.walk;
    const struct checker_ops *ops = member->checker->ops;
    struct verdict verdict = {.kind = VERDICT_INCONCLUSIVE};
    member->result.cut = walk->cut;
    if (walk->verdict.kind == VERDICT_ERRORED) {
        leave_with(panel, member, &walk->error, goes_on);
        return;
    }
    if (ops->cut_off != NULL)
        verdict = ops->cut_off(member->checker);
    if (verdict.kind == VERDICT_INCONCLUSIVE && panel->options.explores)
        verdict = (struct verdict){VERDICT_PROBABLY, true};
    leave(panel, member, verdict);
    if (walk->limit != NULL)
        member->result.note =
            session_cut_note(walk->limit, walk->pending, verdict);
}

static void explain(struct panel_member *member)
{
    const struct checker_ops *ops = member->checker->ops;
    struct verdict verdict = member->verdict;
    bool worth_it =
        verdict_is_failure(verdict) || verdict.kind == VERDICT_INCONCLUSIVE;
    if (worth_it && ops->explain != NULL)
        ops->explain(member->checker, &member->result.reasons);
}

/* The walk's choice_log up to the mark. */
static void take_choices(struct choice_log *choice_log,
                         const struct choice_log *all,
                         const struct panel_mark *mark)
{
    for (size_t i = 0; i < mark->choices; i++)
        choice_list_push(&choice_log->choices,
                         value_ref(all->choices.items[i]));
    choice_log->linger_ms = mark->linger_ms;
    choice_log->is_cut = all->is_cut && mark->choices == all->choices.count;
}

static void take_coverage(struct panel_member *member,
                          const struct coverage *all)
{
    const struct checker_ops *ops = member->checker->ops;
    coverage_merge(&member->result.coverage, all);
    member->result.coverage.states = member->steps;
    if (ops->coverage != NULL)
        ops->coverage(member->checker, &member->result.coverage);
}

static void complete(struct panel *panel, struct panel_member *member)
{
    const struct session_result *walk = panel->options.walk;
    struct session_result *result = &member->result;
    const struct panel_mark *mark = &member->mark;
    result->verdict = member->verdict;
    result->actions = mark->actions;
    result->stale = mark->stale;
    member->ended_ms = mark->at_ms;
    kept_steps_straighten(&result->kept);
    kept_steps_drop_last(&result->kept, (size_t)(member->steps - mark->steps));
    take_choices(&result->choice_log, &walk->choice_log, mark);
    take_coverage(member, &walk->coverage);
    explain(member);
    result->signals = checker_signals(member->checker);
    deps_merge(&result->learned, &walk->learned);
    for (size_t i = 0; i < walk->notices.count; i++)
        notice_list_add(&result->notices, walk->notices.items[i].kind,
                        walk->notices.items[i].text);
}

void panel_end(struct panel *panel, bool goes_on)
{
    for (struct panel_member *member = first_of(panel); member != NULL;
         member = next_of(panel, member)) {
        if (member->standing == PANEL_OPEN)
            end_open(panel, member, goes_on);
        complete(panel, member);
    }
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
        leave_with(panel, member, &error, session_error_is_of_run(&error));
    else if (seen.verdict.kind == VERDICT_DEFINITELY)
        leave(panel, member, seen.verdict);
}

static bool observe(struct checker *checker, const struct step *step,
                    struct observation *seen, struct error *error)
{
    struct panel *panel = of_checker(checker);
    (void)error;
    *seen = (struct observation){.wait_ms = CHECKER_NO_WAIT};
    for (struct panel_member *member = first_of(panel); member != NULL;
         member = next_of(panel, member)) {
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
    for (struct panel_member *member = first_of(panel); member != NULL;
         member = next_of(panel, member))
        any |= member->checker->ops->unread != NULL &&
               member->checker->ops->unread(member->checker, found);
    return any;
}

static struct verdict may_end(struct checker *checker)
{
    struct panel *panel = of_checker(checker);
    for (struct panel_member *member = first_of(panel); member != NULL;
         member = next_of(panel, member))
        settle(panel, member);
    if (is_any_open(panel))
        return (struct verdict){.kind = VERDICT_NONE};
    return (struct verdict){VERDICT_PROBABLY, true};
}

/* Those that are still open in a broken application have failed. */
static bool stuck(struct checker *checker, const char *why)
{
    struct panel *panel = of_checker(checker);
    for (struct panel_member *member = first_of(panel); member != NULL;
         member = next_of(panel, member)) {
        const struct checker_ops *ops = member->checker->ops;
        if (member->standing == PANEL_OPEN && ops->stuck != NULL &&
            ops->stuck(member->checker, why))
            leave(panel, member, (struct verdict){VERDICT_DEFINITELY, false});
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
    for (struct panel_member *member = first_of(panel); member != NULL;
         member = next_of(panel, member)) {
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
        leave_with(panel, member, &error, session_error_is_of_run(&error));
    free(why);
    action_list_finish(&own);
}

static bool propose(struct actor *actor, struct action_list *actions,
                    char **why, struct error *error)
{
    struct panel *panel = of_actor(actor);
    struct panel_member *first = first_member(panel);
    for (struct panel_member *member = first_of(panel); member != NULL;
         member = next_of(panel, member))
        member->proposes = false;
    if (!first->actor->ops->propose(first->actor, actions, why, error))
        return false;
    first->proposes = true;
    for (struct panel_member *member = next_of(panel, first);
         actions->count > 0 && member != NULL; member = next_of(panel, member))
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
    for (struct panel_member *member = first_of(panel); member != NULL;
         member = next_of(panel, member))
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
    for (struct panel_member *member = first_of(panel); member != NULL;
         member = next_of(panel, member)) {
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
    for (struct panel_member *member = first_of(panel); member != NULL;
         member = next_of(panel, member)) {
        if (!member->takes_step)
            continue;
        struct step own = step_copy(step);
        value_unref(own.state);
        own.state = value_ref(member->state);
        own.version = member->steps;
        kept_steps_add(&member->result.kept, &own);
        member->takes_step = false;
        if (member->standing == PANEL_OUT)
            member->mark = mark_now(panel, member);
    }
}
