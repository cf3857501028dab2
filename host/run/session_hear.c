/* What comes from the executor: the transitions of the state machine. */
#include <stdlib.h>

#include "base/buf.h"
#include "base/clock.h"
#include "run/session_internal.h"

/* How long an unmatched event makes the checker wait for the next one
 * (reference, 7.2: AwaitEvents 1000). */
enum { UNMATCHED_WAIT_MS = 1000 };

static int64_t unmatched_wait_ms(const struct session *session)
{
    int64_t given_ms = session->options->unmatched_wait_ms;
    return given_ms > 0 && given_ms < UNMATCHED_WAIT_MS ? given_ms
                                                        : UNMATCHED_WAIT_MS;
}

/* The initial event is awaited for so long in the application's time. */
enum { INITIAL_LIMIT_S = 60 };

/* So many actions in a row that cannot be performed, while nothing changes, are
 * no bad luck. */
enum { REFUSAL_LIMIT = 2000 };

/* An event came that is not awaited: what was awaited still is, and the
 * executor's own wait is over, so a new one is asked for. Where such events go
 * on and on, that ends when the wait would have ended without them, or a second
 * after the first; otherwise a page that ticks would never be acted on. */
static void wait_on(struct session *session)
{
    int64_t most_ms = unmatched_wait_ms(session);
    int64_t second_us = session->now_us + most_ms * INT64_C(1000);
    if (session->phase == PHASE_IDLE)
        session_begin_wait(session, 0);
    if (session->phase == PHASE_SENT && !session->restless)
        session->until_us = session->now_us;
    if (!session->restless && session->until_us < second_us)
        session->until_us = second_us;
    session->restless = true;
    int64_t left_ms = (session->until_us - session->now_us + 999) / 1000;
    if (left_ms > most_ms)
        left_ms = most_ms;
    session->unmatched_us = session->now_us;
    if (left_ms > 0) {
        session_await(session, left_ms);
        return;
    }
    session_forget_sent(session);
    session->phase = PHASE_IDLE;
}

/* The step that a message becomes; takes the message's parts. */
static struct step step_of(struct session *session,
                           struct executor_message *message)
{
    struct step step;
    step_init(&step);
    step.version = session->steps + 1;
    step.time_us = message->time_us;
    step.state = message->state;
    step.target = message->target;
    step.evidence = message->evidence;
    step.ticked = message->ticked;
    step.broken = message->broken;
    step.died = message->died;
    message->state = NULL;
    message->target = NULL;
    message->evidence = NULL;
    message->ticked = NULL;
    message->broken = NULL;
    step.return_us = clock_now_us() - session->started_us;
    switch (message->kind) {
    case EXECUTOR_EVENTS:
        step.kind = STEP_EVENT;
        step.what = message->events;
        message->events = (struct action_list){0};
        break;
    case EXECUTOR_PERFORMED:
        step.kind = STEP_ACTED;
        step.call_us = session->sent_us;
        action_list_push(&step.what, action_copy(&session->sent));
        break;
    default:
        step.kind = STEP_TIMEOUT;
        break;
    }
    return step;
}

/* Tells the executor which events of the specification's own clock to send. */
static bool expect_events(struct session *session)
{
    struct executor *executor = session->executor;
    struct checker *checker = session->checker;
    if (executor->ops->expect == NULL || checker->ops->awaited == NULL)
        return true;
    const struct action_list *awaited = checker->ops->awaited(checker);
    struct error error = ERROR_NONE;
    if (awaited == NULL || executor->ops->expect(executor, awaited, &error))
        return true;
    session_fail(session, &error);
    return false;
}

/* Hands the step to the checker and, when it belongs to the trace, keeps it. */
static bool take_in(struct session *session, struct executor_message *message,
                    struct observation *seen)
{
    struct session_result *result = session->result;
    session->version++;
    struct step step = step_of(session, message);
    struct error error = ERROR_NONE;
    *seen = (struct observation){.wait_ms = CHECKER_NO_WAIT};
    bool fine =
        session->checker->ops->observe(session->checker, &step, seen, &error);
    if (session_is_blind(session)) {
        step_finish(&step);
        return false;
    }
    if (fine && !seen->started) {
        step_finish(&step);
        return expect_events(session);
    }
    session->steps++;
    struct strategy *strategy = session->options->strategy;
    choice_log_step(&result->choice_log, &step);
    if (strategy->ops->observe != NULL)
        strategy->ops->observe(strategy, &step);
    account_observe(session->account, &step);
    const struct step *kept = kept_steps_add(&result->kept, &step);
    if (session->options->on_step != NULL)
        session->options->on_step(session->options->context, kept);
    if (!fine) {
        session_fail(session, &error);
        return false;
    }
    session->stop = seen->stop;
    if (seen->verdict.kind == VERDICT_DEFINITELY) {
        session_conclude(session, seen->verdict);
        return false;
    }
    return expect_events(session);
}

/* For whoever waits for an event that never comes, and gets others. */
static void keep_names(struct session *session,
                       const struct action_list *events)
{
    struct buf names;
    if (events->count == 0)
        return;
    buf_init(&names);
    for (size_t i = 0; i < events->count; i++)
        buf_addf(&names, "%s`%.*s`%s%s", i == 0 ? "" : ", ",
                 STR_ARGS(value_text(events->items[i].id)),
                 events->items[i].args->count > 0 ? " with arguments" : "",
                 events->items[i].is_event ? "" : " (said to be no event)");
    free(session->instead);
    session->instead = buf_take(&names);
}

/* INIT of the reference: nothing is recorded until an event matches. */
static void on_initial(struct session *session,
                       struct executor_message *message)
{
    if (message->kind == EXECUTOR_PERFORMED) {
        session_fail_run(session,
                         "the executor performed an action before any was "
                         "requested");
        return;
    }
    struct observation seen;
    int64_t time_us = message->time_us;
    keep_names(session, &message->events);
    if (!take_in(session, message, &seen))
        return;
    if (!seen.started && time_us >= INITIAL_LIMIT_S * INT64_C(1000000)) {
        session_fail_initial(session, "within a minute of the page's time");
    } else if (!seen.started) {
        session_await(session, UNMATCHED_WAIT_MS);
    } else if (seen.wait_ms != CHECKER_NO_WAIT) {
        session_begin_wait(session, seen.wait_ms);
        session_await(session, seen.wait_ms);
    } else {
        session->phase = PHASE_IDLE;
    }
}

static void on_performed(struct session *session,
                         struct executor_message *message)
{
    if (session->phase != PHASE_SENT) {
        session_fail_run(session,
                         session->unanswered > 0
                             ? "the executor performed an action whose request "
                               "the Events before it had withdrawn: what "
                               "happens meanwhile is to be told after "
                               "Performed, or makes the request stale"
                             : "the executor performed an action that was not "
                               "requested");
        return;
    }
    struct observation seen;
    session->result->actions++;
    session->acted_us = session->now_us;
    session->unanswered -= session->unanswered > 0;
    int64_t timeout_ms = session->sent.timeout_ms;
    if (timeout_ms > session->patience_ms)
        session->patience_ms = timeout_ms;
    if (!take_in(session, message, &seen))
        return;
    if (timeout_ms != ACTION_NO_TIMEOUT) {
        session_begin_wait(session, timeout_ms);
    } else {
        session->phase = PHASE_IDLE;
        session_forget_sent(session);
    }
}

/* For who is to know how long it is worth to wait after one. */
static void note_lateness(struct session *session, int64_t time_us)
{
    struct session_result *result = session->result;
    int64_t late_ms = (time_us - session->unmatched_us) / 1000;
    if (session->restless && session->unmatched_us > 0 &&
        late_ms > result->late_ms)
        result->late_ms = late_ms;
}

static void on_events(struct session *session, struct executor_message *message)
{
    struct observation seen;
    note_lateness(session, message->time_us);
    /* A newer state, and no event: another action is chosen in it. */
    bool is_stale_notice =
        session->phase == PHASE_SENT && message->events.count == 0;
    if (!take_in(session, message, &seen))
        return;
    if (session_stop_if_allowed(session))
        return;
    /* A pause does not wait for a page that ticks. */
    bool is_passing = session->phase == PHASE_WAITING && session->pauses;
    if (!seen.matched && !is_stale_notice && !is_passing) {
        wait_on(session);
        return;
    }
    session_forget_sent(session);
    session->phase = PHASE_IDLE;
    if (seen.wait_ms != CHECKER_NO_WAIT) {
        session_begin_wait(session, seen.wait_ms);
        session_await(session, seen.wait_ms);
    }
}

/* The specification asked for no wait, so that nothing came is no step. */
static bool came_in_vain(const struct session *session,
                         const struct executor_message *message)
{
    const struct step *last = kept_steps_last(&session->result->kept, 0);
    return (session->patient_until_us != 0 || session->pauses) &&
           last != NULL && message->state != NULL &&
           value_equal(message->state, last->state);
}

/* What has been waited for to the end is not waited for again, whatever the
 * clock says: that of a page stands while it has a dialog open. */
static void note_waited(struct session *session)
{
    int64_t until_us = session->until_us + 999; /* waits are milliseconds */
    if (session->pause_until_us <= until_us)
        session->pause_until_us = session->now_us;
    if (session->patient_until_us != 0 && session->patient_until_us <= until_us)
        session->patient_until_us = 1; /* long past */
}

static void on_timeout(struct session *session,
                       struct executor_message *message)
{
    struct observation seen;
    note_waited(session);
    if (came_in_vain(session, message))
        session->version++;
    else if (!take_in(session, message, &seen))
        return;
    session_forget_sent(session);
    session->phase = PHASE_IDLE;
}

static bool is_awaited(struct session *session,
                       const struct action_list *events)
{
    struct checker *checker = session->checker;
    return checker->ops->awaits == NULL ||
           checker->ops->awaits(checker, events);
}

/* Nothing has happened since the last step: what was awaited still is. */
static void pass_over(struct session *session)
{
    session->version++;
    if (session->phase == PHASE_SENT) {
        session_forget_sent(session);
        session->phase = PHASE_IDLE;
    }
    if (session->phase != PHASE_WAITING)
        return;
    int64_t left_ms = (session->until_us - session->now_us + 999) / 1000;
    session_await(session, left_ms > 1 ? left_ms : 1);
}

/* In a state that stays as it is. */
static void on_refusal(struct session *session)
{
    struct strategy *strategy = session->options->strategy;
    session->refusals++;
    if (strategy->ops->refused != NULL) {
        strategy->ops->refused(strategy);
    } else if (session->refusals >= REFUSAL_LIMIT) {
        struct error error = ERROR_NONE;
        error_set(&error, ERROR_RUN,
                  "the executor turned down %d actions in a row: a guard keeps "
                  "those from being chosen that cannot be performed",
                  session->refusals);
        session_fail_sent(session, &error);
        return;
    }
    session_forget_sent(session);
    session->phase = PHASE_IDLE;
}

void session_hear(struct session *session, struct executor_message *message)
{
    struct error error = ERROR_NONE;
    switch (message->kind) {
    case EXECUTOR_STALE:
        session->result->stale++;
        session->unanswered -= session->unanswered > 0;
        if (session->phase == PHASE_INITIAL)
            session_fail_run(session, "the executor said Stale before anything "
                                      "was requested");
        if (message->choose_again && session->phase == PHASE_SENT)
            on_refusal(session);
        return; /* otherwise a newer state is on its way */
    case EXECUTOR_ERROR:
        error_set(&error, message->lost ? ERROR_LOST : ERROR_RUN, "%s",
                  message->text == NULL || message->text[0] == '\0'
                      ? "the executor gave no reason"
                      : message->text);
        session_fail(session, &error);
        return;
    default:
        break;
    }
    if (message->time_us < session->now_us) /* no clock goes back */
        message->time_us = session->now_us;
    session->now_us = message->time_us;
    session->due_us = message->due_us;
    session->refusals = 0;
    if (message->is_echo && session->phase != PHASE_INITIAL &&
        !is_awaited(session, &message->events))
        pass_over(session);
    else if (session->phase == PHASE_INITIAL)
        on_initial(session, message);
    else if (message->kind == EXECUTOR_PERFORMED)
        on_performed(session, message);
    else if (message->kind == EXECUTOR_EVENTS)
        on_events(session, message);
    else
        on_timeout(session, message);
}
