/* What the session does when nothing is awaited: choosing, stopping. */
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/memory.h"
#include "gen/draw.h"
#include "run/reached.h"
#include "run/session_internal.h"
#include "trace/generator.h"

char *session_cut_note(const char *limit, const char *pending,
                       struct verdict verdict)
{
    if (verdict.kind == VERDICT_PROBABLY && verdict.value)
        return memory_format("%s ended it", limit);
    return memory_format(
        "%s was reached while the property still demanded states%s", limit,
        verdict.kind == VERDICT_PROBABLY
            ? "; what is overdue makes it false whatever they show"
            : pending);
}

static const char *pending(const struct session *session)
{
    if (session->phase == PHASE_WAITING)
        return "; a wait had not ended, neither by an event nor by its time";
    if (session->phase != PHASE_SENT)
        return "";
    return session->unanswered > 0
               ? "; the action that was requested last had not been answered"
               : "; the action that was requested last was called stale, and "
                 "no "
                 "newer state came";
}

void session_give_up(struct session *session, enum cut cut, const char *limit)
{
    session->result->cut = cut;
    if (session->phase == PHASE_INITIAL) {
        session_fail_initial(session,
                             "in time: the test ended before it began");
        return;
    }
    struct session_result *result = session->result;
    if (session->presumed.kind == VERDICT_PROBABLY) {
        session_conclude(session, session->presumed);
        return;
    }
    struct checker *checker = session->checker;
    struct verdict verdict = {.kind = VERDICT_INCONCLUSIVE};
    if (checker->ops->cut_off != NULL)
        verdict = checker->ops->cut_off(checker);
    if (verdict.kind == VERDICT_INCONCLUSIVE && session->options->explores)
        verdict = (struct verdict){VERDICT_PROBABLY, true};
    session_conclude(session, verdict);
    result->limit = memory_format("%s", limit);
    result->pending = pending(session);
    result->note = session_cut_note(limit, result->pending, verdict);
}

static void inform(struct session *session, const struct proposal_hint *hints)
{
    struct strategy *strategy = session->options->strategy;
    struct checker *checker = session->checker;
    struct situation situation = {.hints = hints};
    if (strategy->ops->inform == NULL)
        return;
    if (checker->ops->insight != NULL)
        checker->ops->insight(checker, &situation.residual, &situation.news);
    strategy->ops->inform(strategy, &situation);
}

/* The proposal with values in the place of its generators. */
static struct action drawn(struct session *session,
                           const struct action *proposal)
{
    struct strategy *strategy = session->options->strategy;
    struct action action = action_copy(proposal);
    if (!generator_in(action.args))
        return action;
    struct value *args =
        strategy->ops->drawn == NULL ? NULL : strategy->ops->drawn(strategy);
    if (args == NULL)
        args = draw(action.args, &session->choices);
    value_unref(action.args);
    action.args = args;
    return action;
}

/* Faults that need haste and faults that need time: half of the pauses are
 * none. */
static int64_t pause_before(struct session *session)
{
    struct strategy *strategy = session->options->strategy;
    int64_t most_ms = session->executor->pauses_ms;
    if (session->result->actions == 0)
        return 0;
    if (strategy->ops->pause != NULL)
        return strategy->ops->pause(strategy);
    if (most_ms == 0)
        return 0;
    return choices_below(&session->choices, 2) == 0
               ? 0
               : 1 + (int64_t)choices_below(&session->choices, (size_t)most_ms);
}

/* What the application does during the pause after the last action are steps;
 * that it does nothing is none. */
static bool pauses(struct session *session)
{
    if (!session->pauses) {
        session->pause_ms = pause_before(session);
        session->pause_until_us = session->acted_us + session->pause_ms * 1000;
    }
    int64_t left_ms = (session->pause_until_us - session->now_us + 999) / 1000;
    session->pauses = session->pause_ms > 0;
    if (!session->pauses || left_ms <= 0)
        return false;
    session_begin_wait(session, left_ms);
    session_await(session, left_ms);
    return true;
}

/* Which of them is sent. False: none now. */
static bool pick_one(struct session *session,
                     const struct action_list *proposed,
                     const struct proposal_hint *hints, size_t *pick)
{
    struct strategy *strategy = session->options->strategy;
    struct error error = ERROR_NONE;
    if (!reached_take(session->executor, strategy, &session->result->coverage,
                      &error)) {
        session_fail(session, &error);
        return false;
    }
    inform(session, hints);
    switch (strategy->ops->pick(strategy, proposed, pick, &error)) {
    case STRATEGY_PICKED:
        return true;
    case STRATEGY_WAITS:
        session_begin_wait(session, (int64_t)*pick);
        session_await(session, (int64_t)*pick);
        return false;
    case STRATEGY_ENDED:
        session_give_up(session, CUT_SCRIPT, "the end of the recorded actions");
        return false;
    case STRATEGY_FAILED:
        session_fail(session, &error);
        return false;
    }
    return false;
}

static void request(struct session *session, struct action_list *proposed)
{
    struct error error = ERROR_NONE;
    struct actor *actor = session->actor;
    const struct proposal_hint *hints =
        actor->ops->hints == NULL ? NULL : actor->ops->hints(actor);
    size_t pick = 0;
    if (!pick_one(session, proposed, hints, &pick))
        return;
    account_choose(session->account, proposed, hints, pick);
    if (actor->ops->chosen != NULL)
        actor->ops->chosen(actor, pick);
    session->sent = drawn(session, &proposed->items[pick]);
    session->sent.pause_ms = session->pause_ms;
    session->pauses = false;
    choice_log_choose(&session->result->choice_log, actor, pick,
                      &session->sent);
    session->sent_any = true;
    if (hints != NULL && hints[pick].name != NULL)
        session->sent_name =
            memory_copy_string(hints[pick].name, strlen(hints[pick].name));
    session->sent_us = clock_now_us() - session->started_us;
    session->phase = PHASE_SENT;
    session->patient_until_us = 0;
    session->unanswered++;
    session->restless = false;
    if (!session->executor->ops->act(session->executor, &session->sent,
                                     session->version, &error))
        session_fail_sent(session, &error);
}

/* A run that makes up for another one looks for faults in front of dead ends:
 * once it has begun, it is not to spend its time in one. */
static int64_t patience_ms(const struct session *session)
{
    enum { SHARE = 10 };
    int64_t time_ms = session->executor->ops->patience_ms;
    bool is_brief =
        session->options->ends_in_dead_end && session->result->actions > 0;
    return is_brief ? time_ms / SHARE : time_ms;
}

/* A page that loads its data, or works behind a veil, offers nothing for a
 * time, and comes back by itself. What comes are steps; that nothing comes is
 * none. False: it has been waited for. */
static bool waits_for_actions(struct session *session)
{
    int64_t time_ms = patience_ms(session);
    if (time_ms > 0 && session->patient_until_us == 0)
        session->patient_until_us = session->now_us + time_ms * 1000;
    int64_t left_ms = (session->patient_until_us - session->now_us) / 1000;
    if (left_ms <= 0)
        return false;
    session_begin_wait(session, left_ms);
    session_await(session, left_ms);
    return true;
}

static void ran_out(struct session *session, const char *why)
{
    if (session->presumed.kind == VERDICT_PROBABLY) {
        session_conclude(session, session->presumed);
        return;
    }
    if (waits_for_actions(session))
        return;
    struct checker *checker = session->checker;
    if (checker->ops->stuck != NULL && checker->ops->stuck(checker, why)) {
        session_conclude(session, (struct verdict){VERDICT_DEFINITELY, false});
        return;
    }
    struct error error = ERROR_NONE;
    error_set(&error, ERROR_RUN, "Ran out of actions to do!%s%s",
              why == NULL ? "" : " ", why == NULL ? "" : why);
    session->result->cut = CUT_NO_ACTION;
    session_note_end(session);
    session_fail(session, &error);
}

/* What the last action has reached is for the report alone. */
static void take_the_rest(struct session *session)
{
    struct error ignored = ERROR_NONE;
    reached_take(session->executor, session->options->strategy,
                 &session->result->coverage, &ignored);
}

/* `error`: why nothing could be proposed, or NULL. */
static void take_proposed(struct session *session, const struct error *error,
                          struct action_list *proposed, const char *why)
{
    if (error != NULL)
        session_fail(session, error);
    else if (proposed->count == 0)
        ran_out(session, why);
    else if (session_is_in_dead_end(session, proposed) &&
             session->options->ends_in_dead_end)
        session_give_up(session, CUT_DEAD_END, "a dead end");
    else
        request(session, proposed);
}

bool session_stop_if_allowed(struct session *session)
{
    const struct checker *checker = session->checker;
    const struct strategy *strategy = session->options->strategy;
    if (checker->ops->may_end != NULL)
        session->stop = checker->ops->may_end(session->checker);
    if (session->stop.kind != VERDICT_PROBABLY)
        return false;
    if (!verdict_is_failure(session->stop) && strategy->ops->has_more != NULL &&
        strategy->ops->has_more(strategy)) {
        session->presumed = session->stop;
        return false;
    }
    session_conclude(session, session->stop);
    return true;
}

void session_go_on(struct session *session)
{
    if (session_stop_if_allowed(session)) {
        take_the_rest(session);
        return;
    }
    int64_t limit = session->options->max_actions;
    if (limit != SESSION_NO_LIMIT && session->result->actions >= limit) {
        session_give_up(session, CUT_ACTIONS,
                        "the limit on actions (--max-actions)");
        return;
    }
    /* Each action may bring another demand, so that a run in which the first
     * one is never met, or another one comes for each, would not end. */
    enum cut cut =
        demands_look(&session->demands, session->checker,
                     session->result->actions, session->options->max_overdue);
    if (cut != CUT_NONE) {
        session_give_up(session, cut, demands_limit(cut));
        return;
    }
    if (pauses(session))
        return;
    struct action_list proposed = {0};
    struct error error = ERROR_NONE;
    char *why = NULL;
    bool fine =
        session->actor->ops->propose(session->actor, &proposed, &why, &error);
    if (!session_is_blind(session))
        take_proposed(session, fine ? NULL : &error, &proposed, why);
    free(why);
    action_list_finish(&proposed);
}
