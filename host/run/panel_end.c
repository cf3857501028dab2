/* The end of a member: when it comes, and what its test is then. */
#include "run/panel_internal.h"

#include "base/clock.h"

struct panel_mark panel_mark_now(const struct panel *panel,
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
    member->mark = panel_mark_now(panel, member);
}

void panel_leave(struct panel *panel, struct panel_member *member,
                 struct verdict verdict)
{
    member->standing = PANEL_OUT;
    member->verdict = verdict;
    member->mark = panel_mark_now(panel, member);
}

void panel_leave_with(struct panel *panel, struct panel_member *member,
                      const struct error *error, bool goes_on)
{
    panel_leave(panel, member, (struct verdict){.kind = VERDICT_ERRORED});
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
    panel_leave(panel, member, verdict);
    member->result.cut = cut;
    member->result.note = session_cut_note(demands_limit(cut), "", verdict);
}

void panel_settle(struct panel *panel, struct panel_member *member)
{
    if (member->standing == PANEL_OUT)
        return;
    if (member->stop.kind == VERDICT_PROBABLY) {
        if (verdict_is_failure(member->stop))
            panel_leave(panel, member, member->stop);
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
        panel_leave_with(panel, member, &walk->error, goes_on);
        return;
    }
    if (ops->cut_off != NULL)
        verdict = ops->cut_off(member->checker);
    if (verdict.kind == VERDICT_INCONCLUSIVE && panel->options.explores)
        verdict = (struct verdict){VERDICT_PROBABLY, true};
    panel_leave(panel, member, verdict);
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
    for (struct panel_member *member = panel_first(panel); member != NULL;
         member = panel_next(panel, member)) {
        if (member->standing == PANEL_OPEN)
            end_open(panel, member, goes_on);
        complete(panel, member);
    }
}
