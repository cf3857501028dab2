/* Order of this file: small helpers, the transitions of the state machine, the
 * loop, the ending. */
#include "run/session.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/memory.h"
#include "base/vec.h"
#include "run/account.h"
#include "run/reached.h"

/* How long an unmatched event makes the checker wait for the next one
 * (reference, 7.2: AwaitEvents 1000). */
enum { UNMATCHED_WAIT_MS = 1000 };

/* The initial event is awaited for so long in the application's time. */
enum { INITIAL_LIMIT_S = 60 };

enum phase {
    PHASE_INITIAL, /* the initial event has not been seen */
    PHASE_IDLE,    /* nothing awaited: act or stop */
    PHASE_SENT,    /* an action is requested, its answer awaited */
    PHASE_WAITING, /* Events or Timeout awaited */
};

struct session {
    struct executor *executor;
    struct checker *checker;
    struct actor *actor;
    const struct session_options *options;
    struct session_result *result;
    struct error *error;

    enum phase phase;
    int64_t version; /* states received, unmatched initial ones included */
    struct account *account;
    struct action sent;  /* PHASE_SENT; and PHASE_WAITING after an action */
    int64_t sent_us;     /* when it was requested */
    bool sent_any;       /* `sent` holds an action */
    int64_t now_us;      /* of the last message, in the application's time */
    int64_t until_us;    /* PHASE_WAITING: when the wait ends at the latest */
    bool restless;       /* what was not awaited has come meanwhile */
    struct verdict stop; /* as of the last step */
    bool finished;
    bool abort; /* the whole command has to end */
    int64_t started_us;
};

void session_result_init(struct session_result *result)
{
    *result = (struct session_result){.error = ERROR_NONE};
    diary_init(&result->diary);
}

void session_result_finish(struct session_result *result)
{
    kept_finish(&result->kept);
    reason_list_finish(&result->reasons);
    free(result->note);
    notice_list_finish(&result->notices);
    coverage_finish(&result->coverage);
    diary_finish(&result->diary);
    session_result_init(result);
}

static void finish(struct session *session, struct verdict verdict)
{
    session->result->verdict = verdict;
    session->finished = true;
}

/* This run is over, or, when the trouble is not the run's own, the command. */
static void fail(struct session *session, const struct error *error)
{
    finish(session, (struct verdict){.kind = VERDICT_ERRORED});
    session->result->error = *error;
    if (error->code == ERROR_RUN || error->code == ERROR_LOST ||
        error->code == ERROR_ORIGIN)
        return;
    session->abort = true;
    *session->error = *error;
}

static void fail_run(struct session *session, const char *words)
{
    struct error error = ERROR_NONE;
    error_set(&error, ERROR_RUN, "%s", words);
    fail(session, &error);
}

static void forget_sent(struct session *session)
{
    if (session->sent_any)
        action_finish(&session->sent);
    session->sent_any = false;
}

static void await_events(struct session *session, int64_t time_ms)
{
    struct error error = ERROR_NONE;
    if (!session->executor->ops->wait(session->executor, time_ms,
                                      session->version, &error))
        fail(session, &error);
}

static void begin_wait(struct session *session, int64_t time_ms)
{
    session->phase = PHASE_WAITING;
    session->restless = false;
    session->until_us = session->now_us + time_ms * 1000;
}

/* An event came that is not awaited: what was awaited still is, and the
 * executor's own wait is over, so a new one is asked for. Where such events go
 * on and on, that ends when the wait would have ended without them, or a second
 * after the first; otherwise a page that ticks would never be acted on. */
static void wait_on(struct session *session)
{
    int64_t second_us = session->now_us + UNMATCHED_WAIT_MS * INT64_C(1000);
    if (session->phase == PHASE_IDLE)
        begin_wait(session, 0);
    if (session->phase == PHASE_SENT && !session->restless)
        session->until_us = session->now_us;
    if (!session->restless && session->until_us < second_us)
        session->until_us = second_us;
    session->restless = true;
    int64_t left_ms = (session->until_us - session->now_us + 999) / 1000;
    if (left_ms > UNMATCHED_WAIT_MS)
        left_ms = UNMATCHED_WAIT_MS;
    if (left_ms > 0) {
        await_events(session, left_ms);
        return;
    }
    forget_sent(session);
    session->phase = PHASE_IDLE;
}

/* The step that a message becomes; takes the message's parts. */
static struct step step_of(struct session *session,
                           struct executor_message *message)
{
    struct step step;
    step_init(&step);
    step.version = session->version;
    step.time_us = message->time_us;
    step.state = message->state;
    step.target = message->target;
    step.evidence = message->evidence;
    message->state = NULL;
    message->target = NULL;
    message->evidence = NULL;
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
    fail(session, &error);
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
    if (fine && !seen->started) {
        step_finish(&step);
        return true;
    }
    struct strategy *strategy = session->options->strategy;
    diary_step(&result->diary, &step);
    if (strategy->ops->observe != NULL)
        strategy->ops->observe(strategy, &step);
    account_observe(session->account, &step);
    const struct step *kept = kept_add(&result->kept, &step);
    if (session->options->on_step != NULL)
        session->options->on_step(session->options->context, kept);
    if (!fine) {
        fail(session, &error);
        return false;
    }
    session->stop = seen->stop;
    if (seen->verdict.kind == VERDICT_DEFINITELY) {
        finish(session, seen->verdict);
        return false;
    }
    return expect_events(session);
}

/* INIT of the reference: nothing is recorded until an event matches. */
static void on_initial(struct session *session,
                       struct executor_message *message)
{
    if (message->kind == EXECUTOR_PERFORMED) {
        fail_run(session, "the executor performed an action before any was "
                          "requested");
        return;
    }
    struct observation seen;
    int64_t time_us = message->time_us;
    if (!take_in(session, message, &seen))
        return;
    if (!seen.started && time_us >= INITIAL_LIMIT_S * INT64_C(1000000)) {
        fail_run(session, "the initial event (`when`) did not occur within a "
                          "minute of the page's time");
    } else if (!seen.started) {
        await_events(session, UNMATCHED_WAIT_MS);
    } else if (seen.wait_ms != CHECKER_NO_WAIT) {
        begin_wait(session, seen.wait_ms);
        await_events(session, seen.wait_ms);
    } else {
        session->phase = PHASE_IDLE;
    }
}

static void on_performed(struct session *session,
                         struct executor_message *message)
{
    if (session->phase != PHASE_SENT) {
        fail_run(session, "the executor performed an action that was not "
                          "requested");
        return;
    }
    struct observation seen;
    session->result->actions++;
    bool has_timeout = session->sent.timeout_ms != ACTION_NO_TIMEOUT;
    if (!take_in(session, message, &seen))
        return;
    if (has_timeout) {
        begin_wait(session, session->sent.timeout_ms);
    } else {
        session->phase = PHASE_IDLE;
        forget_sent(session);
    }
}

static void on_events(struct session *session, struct executor_message *message)
{
    struct observation seen;
    /* A newer state, and no event: another action is chosen in it. */
    bool is_stale_notice =
        session->phase == PHASE_SENT && message->events.count == 0;
    if (!take_in(session, message, &seen))
        return;
    if (session->stop.kind == VERDICT_PROBABLY) {
        finish(session, session->stop);
        return;
    }
    if (!seen.matched && !is_stale_notice) {
        wait_on(session);
        return;
    }
    forget_sent(session);
    session->phase = PHASE_IDLE;
    if (seen.wait_ms != CHECKER_NO_WAIT) {
        begin_wait(session, seen.wait_ms);
        await_events(session, seen.wait_ms);
    }
}

static void on_timeout(struct session *session,
                       struct executor_message *message)
{
    struct observation seen;
    if (!take_in(session, message, &seen))
        return;
    forget_sent(session);
    session->phase = PHASE_IDLE;
}

static void on_message(struct session *session,
                       struct executor_message *message)
{
    struct error error = ERROR_NONE;
    switch (message->kind) {
    case EXECUTOR_STALE:
        session->result->stale++;
        if (message->choose_again && session->phase == PHASE_SENT) {
            forget_sent(session);
            session->phase = PHASE_IDLE;
        }
        return; /* otherwise a newer state is on its way */
    case EXECUTOR_ERROR:
        error_set(&error, message->lost ? ERROR_LOST : ERROR_RUN, "%s",
                  message->text == NULL ? "the executor gave no reason"
                                        : message->text);
        fail(session, &error);
        return;
    default:
        break;
    }
    session->now_us = message->time_us;
    if (session->phase == PHASE_INITIAL)
        on_initial(session, message);
    else if (message->kind == EXECUTOR_PERFORMED)
        on_performed(session, message);
    else if (message->kind == EXECUTOR_EVENTS)
        on_events(session, message);
    else
        on_timeout(session, message);
}

/* Ends a run that would go on: a limit was reached while the formula still
 * demands states. */
static void give_up(struct session *session, const char *limit)
{
    if (session->phase == PHASE_INITIAL) {
        fail_run(session, "the initial event (`when`) did not occur in time: "
                          "the test ended before it began");
        return;
    }
    struct checker *checker = session->checker;
    struct verdict verdict = {.kind = VERDICT_INCONCLUSIVE};
    if (checker->ops->cut_off != NULL)
        verdict = checker->ops->cut_off(checker);
    if (verdict.kind == VERDICT_INCONCLUSIVE && session->options->explores) {
        finish(session, (struct verdict){VERDICT_PROBABLY, true});
        session->result->note = memory_format("%s ended it", limit);
        return;
    }
    finish(session, verdict);
    session->result->note = memory_format(
        "%s was reached while the property still demanded states%s", limit,
        verdict.kind == VERDICT_PROBABLY
            ? "; what is overdue makes it false whatever they show"
            : "");
}

static void give_up_in_time(struct session *session)
{
    const char *name = session->options->deadline_name;
    char limit[60];
    snprintf(limit, sizeof limit, "the time limit (%s)",
             name == NULL ? "--timeout" : name);
    give_up(session, limit);
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

static void request(struct session *session, struct action_list *proposed)
{
    struct strategy *strategy = session->options->strategy;
    struct error error = ERROR_NONE;
    struct actor *actor = session->actor;
    const struct proposal_hint *hints =
        actor->ops->hints == NULL ? NULL : actor->ops->hints(actor);
    size_t pick = 0;
    if (!reached_take(session->executor, strategy, &session->result->coverage,
                      &error)) {
        fail(session, &error);
        return;
    }
    inform(session, hints);
    switch (strategy->ops->pick(strategy, proposed, &pick, &error)) {
    case STRATEGY_PICKED:
        break;
    case STRATEGY_WAITS:
        begin_wait(session, (int64_t)pick);
        await_events(session, (int64_t)pick);
        return;
    case STRATEGY_ENDED:
        give_up(session, "the end of the recorded actions");
        return;
    case STRATEGY_FAILED:
        fail(session, &error);
        return;
    }
    account_choose(session->account, proposed, hints, pick);
    if (actor->ops->chosen != NULL)
        actor->ops->chosen(actor, pick);
    diary_choose(&session->result->diary, actor, pick, &proposed->items[pick]);
    session->sent = action_copy(&proposed->items[pick]);
    session->sent_any = true;
    session->sent_us = clock_now_us() - session->started_us;
    session->phase = PHASE_SENT;
    session->restless = false;
    if (!session->executor->ops->act(session->executor, &session->sent,
                                     session->version, &error))
        fail(session, &error);
}

static void ran_out(struct session *session, const char *why)
{
    struct error error = ERROR_NONE;
    error_set(&error, ERROR_RUN, "Ran out of actions to do!%s%s",
              why == NULL ? "" : " ", why == NULL ? "" : why);
    fail(session, &error);
}

/* What the last action has reached is for the report alone. */
static void take_the_rest(struct session *session)
{
    struct error ignored = ERROR_NONE;
    reached_take(session->executor, session->options->strategy,
                 &session->result->coverage, &ignored);
}

/* IDLE of the reference: stop where the formula allows it, else act. */
static void on_idle(struct session *session)
{
    if (session->stop.kind == VERDICT_PROBABLY) {
        take_the_rest(session);
        finish(session, session->stop);
        return;
    }
    int64_t limit = session->options->max_actions;
    if (limit != SESSION_NO_LIMIT && session->result->actions >= limit) {
        give_up(session, "the limit on actions (--max-actions)");
        return;
    }
    struct action_list proposed = {0};
    struct error error = ERROR_NONE;
    char *why = NULL;
    if (!session->actor->ops->propose(session->actor, &proposed, &why, &error))
        fail(session, &error);
    else if (proposed.count == 0)
        ran_out(session, why);
    else
        request(session, &proposed);
    free(why);
    action_list_finish(&proposed);
}

/* Takes the next message. When idle only what is already there counts. */
static void pull(struct session *session)
{
    const struct session_options *options = session->options;
    int64_t until = clock_now_ms();
    if (session->phase != PHASE_IDLE)
        until = options->deadline_ms;
    struct executor_message message;
    executor_message_init(&message);
    struct error error = ERROR_NONE;
    switch (session->executor->ops->next(session->executor, until, &message,
                                         &error)) {
    case EXECUTOR_MESSAGE:
        on_message(session, &message);
        break;
    case EXECUTOR_FAILED:
        fail(session, &error);
        break;
    case EXECUTOR_DEADLINE:
        if (session->phase == PHASE_IDLE)
            on_idle(session);
        break;
    }
    executor_message_finish(&message);
}

static void loop(struct session *session)
{
    const struct session_options *options = session->options;
    while (!session->finished) {
        if (options->cancelled != NULL &&
            options->cancelled(options->context)) {
            struct error error = ERROR_NONE;
            error_set(&error, ERROR_CANCELLED, "interrupted");
            fail(session, &error);
        } else if (clock_now_ms() >= options->deadline_ms) {
            give_up_in_time(session);
        } else {
            pull(session);
        }
    }
}

static void explain(struct session *session)
{
    struct verdict verdict = session->result->verdict;
    bool worth_it =
        verdict_is_failure(verdict) || verdict.kind == VERDICT_INCONCLUSIVE;
    if (worth_it && session->checker->ops->explain != NULL)
        session->checker->ops->explain(session->checker,
                                       &session->result->reasons);
}

static void take_notices(struct session *session)
{
    struct executor *executor = session->executor;
    if (executor->ops->notices == NULL)
        return;
    const struct notice_list *list = executor->ops->notices(executor);
    for (size_t i = 0; i < list->count; i++)
        notice_list_add(&session->result->notices, list->items[i].kind,
                        list->items[i].text);
}

bool session_run(struct executor *executor, struct checker *checker,
                 struct actor *actor, const struct session_options *options,
                 struct session_result *result, struct error *error)
{
    struct error unused = ERROR_NONE;
    struct session session = {
        .executor = executor,
        .checker = checker,
        .actor = actor,
        .options = options,
        .result = result,
        .error = error == NULL ? &unused : error,
        .phase = PHASE_INITIAL,
        .account = account_create(&result->coverage),
        .started_us = clock_now_us(),
    };
    struct error trouble = ERROR_NONE;
    kept_init(&result->kept, options->keep_all);
    reached_prepare(executor, options->strategy, &result->notices);
    if (executor->ops->start(executor, checker->ops->dependencies(checker),
                             options->deadline_ms, &trouble))
        loop(&session);
    else
        fail(&session, &trouble);
    executor->ops->end(executor);
    take_notices(&session);
    if (checker->ops->coverage != NULL)
        checker->ops->coverage(checker, &result->coverage);
    explain(&session);
    kept_straighten(&result->kept);
    forget_sent(&session);
    account_destroy(session.account);
    return !session.abort;
}
