/* The walk of several properties: one session, with a panel as its checker. */
#include "base/clock.h"
#include "base/memory.h"
#include "run/campaign_internal.h"
#include "run/detour.h"
#include "run/panel.h"

struct walk {
    struct drawn drawn;
    struct panel panel;
};

static void on_step(void *context, const struct step *step)
{
    struct walk *walk = context;
    struct reporter *reporter = walk->drawn.reporter;
    panel_step(&walk->panel, step);
    if (reporter != NULL && reporter->ops->step != NULL)
        reporter->ops->step(reporter, step);
}

static bool is_cancelled(void *context)
{
    return campaign_is_cancelled(
        ((const struct walk *)context)->drawn.campaign);
}

static void take_members(struct walk *walk, size_t leader)
{
    const struct campaign *campaign = walk->drawn.campaign;
    for (size_t i = leader; i < campaign->property_count;
         i = campaign_member_after(campaign, i)) {
        struct actor *actor;
        struct checker *checker = campaign->open(campaign->context, i, &actor);
        panel_add(&walk->panel, i, checker, actor);
    }
}

static void hand_out(struct walk *walk, struct campaign_outcome *outcomes)
{
    for (size_t i = 0; i < walk->panel.members.count; i++) {
        struct panel_member *member = &walk->panel.members.items[i];
        struct campaign_outcome *outcome = &outcomes[member->property];
        session_result_finish(&outcome->result);
        outcome->result = member->result;
        session_result_init(&member->result);
        outcome->goes_on = member->goes_on;
        outcome->duration_ms = member->ended_ms - walk->drawn.started_ms;
    }
}

static void dismiss_members(struct walk *walk)
{
    for (size_t i = 0; i < walk->panel.members.count; i++) {
        struct checker *checker = walk->panel.members.items[i].checker;
        checker->ops->destroy(checker);
    }
    panel_finish(&walk->panel);
}

/* `whole` may hold what a run that this one replaces has left; `start`: NULL,
 * or of another start. */
static void walk_once(const struct campaign *campaign,
                      struct executor *executor, struct reporter *reporter,
                      const struct campaign_place *place, int64_t end_ms,
                      const struct start *start, struct session_result *whole,
                      struct campaign_outcome *outcomes)
{
    struct walk walk;
    drawn_init(&walk.drawn, campaign, executor, reporter, place, end_ms);
    panel_init(&walk.panel, &(struct panel_options){
                                .walk = whole,
                                .max_overdue = campaign->max_overdue,
                                .explores = campaign->explores,
                                .keep_all = campaign->keep_all,
                            });
    take_members(&walk, place->property);
    struct session_options *options = &walk.drawn.options;
    options->max_overdue = 0; /* each member has its own */
    options->keep_all = false;
    options->on_step = on_step;
    options->cancelled = is_cancelled;
    options->context = &walk;
    struct strategy *detour = NULL;
    if (start != NULL) {
        detour = detour_create(campaign->strategy, start->seed, start->avoided,
                               &walk.panel.actor);
        options->strategy = detour;
        options->seed = start->seed;
        options->ends_in_dead_end = true;
        options->another = true;
        options->max_actions = start->max_actions;
    }
    bool goes_on = session_run(executor, &walk.panel.checker, &walk.panel.actor,
                               options, whole, NULL);
    if (!whole->is_blind) {
        panel_end(&walk.panel, goes_on);
        hand_out(&walk, outcomes);
    }
    if (detour != NULL)
        detour->ops->destroy(detour);
    dismiss_members(&walk);
    drawn_finish(&walk.drawn);
}

static void begin_anew(struct reporter *reporter)
{
    if (reporter != NULL && reporter->ops->anew != NULL)
        reporter->ops->anew(reporter);
}

static void walk_to_end(const struct campaign *campaign,
                        struct executor *executor, struct reporter *reporter,
                        const struct campaign_place *place, int64_t end_ms,
                        const struct start *start, struct session_result *whole,
                        struct campaign_outcome *outcomes)
{
    walk_once(campaign, executor, reporter, place, end_ms, start, whole,
              outcomes);
    while (session_begin_anew(whole)) {
        begin_anew(reporter);
        walk_once(campaign, executor, reporter, place, end_ms, start, whole,
                  outcomes);
    }
}

void campaign_walk(const struct campaign *campaign, struct executor *executor,
                   struct reporter *reporter,
                   const struct campaign_place *place, int64_t end_ms,
                   struct campaign_outcome *outcomes)
{
    struct session_result whole;
    int64_t started = clock_now_ms();
    session_result_init(&whole);
    walk_to_end(campaign, executor, reporter, place, end_ms, NULL, &whole,
                outcomes);
    campaign_start_again(campaign, executor, reporter, place, end_ms, &whole,
                         clock_now_ms() - started, outcomes);
    session_result_finish(&whole);
}

void campaign_walk_start(const struct campaign *campaign,
                         struct executor *executor,
                         const struct campaign_place *place, int64_t end_ms,
                         struct start *start, struct campaign_outcome *outcomes)
{
    struct session_result whole;
    session_result_init(&whole);
    walk_to_end(campaign, executor, NULL, place, end_ms, start, &whole,
                outcomes);
    start->actions = whole.actions;
    start->idle = whole.idle;
    if (whole.way_in != NULL)
        start->way_in = value_ref(whole.way_in);
    start->is_broken =
        whole.verdict.kind == VERDICT_ERRORED && whole.cut != CUT_NO_ACTION;
    session_result_finish(&whole);
}
