/* Order of this file: the result, what all parts use, the loop, the ending. */
#include <stdio.h>
#include <stdlib.h>

#include "base/buf.h"
#include "base/clock.h"
#include "base/hash.h"
#include "run/reached.h"
#include "run/session_internal.h"

void session_result_init(struct session_result *result)
{
    *result = (struct session_result){.error = ERROR_NONE};
    choice_log_init(&result->choice_log);
    deps_init(&result->learned);
}

void session_result_finish(struct session_result *result)
{
    kept_steps_finish(&result->kept);
    reason_list_finish(&result->reasons);
    value_unref(result->signals);
    free(result->limit);
    value_unref(result->way_in);
    free(result->note);
    deps_finish(&result->learned);
    notice_list_finish(&result->notices);
    coverage_finish(&result->coverage);
    choice_log_finish(&result->choice_log);
    session_result_init(result);
}

void session_conclude(struct session *session, struct verdict verdict)
{
    session->result->verdict = verdict;
    session->finished = true;
}

bool session_error_is_of_run(const struct error *error)
{
    return error->code == ERROR_RUN || error->code == ERROR_LOST ||
           error->code == ERROR_SILENT || error->code == ERROR_ORIGIN ||
           error->code == ERROR_UNJUDGED || error->code == ERROR_UNJUDGED_LATER;
}

void session_fail(struct session *session, const struct error *error)
{
    session_conclude(session, (struct verdict){.kind = VERDICT_ERRORED});
    session->result->error = *error;
    if (session_error_is_of_run(error))
        return;
    session->abort = true;
    *session->error = *error;
}

bool session_is_blind(struct session *session)
{
    struct checker *checker = session->checker;
    struct session_result *result = session->result;
    result->is_blind = session->options->begins_anew &&
                       checker->ops->unread != NULL &&
                       checker->ops->unread(checker, &result->learned);
    if (result->is_blind)
        session_conclude(session, (struct verdict){.kind = VERDICT_ERRORED});
    return result->is_blind;
}

static void tell_learned(struct session_result *result)
{
    struct buf told;
    buf_init(&told);
    deps_add_words(&told, &result->learned);
    buf_add_text(&told, ": the specification reads that by a way that was not "
                        "foreseen; the test was begun anew with it, with the "
                        "same seed");
    notice_list_add(&result->notices, "begun-anew", buf_text(&told));
    buf_finish(&told);
}

const char *session_note_at_once(struct verdict verdict, int64_t actions,
                                 size_t states)
{
    bool is_at_once = verdict.kind == VERDICT_DEFINITELY && verdict.value &&
                      actions == 0 && states == 1;
    return is_at_once
               ? "true in the first state, before any action; what is to hold "
                 "in every state stands after `always`"
               : NULL;
}

bool session_begin_anew(struct session_result *result)
{
    if (!result->is_blind)
        return false;
    struct notice_list notices = result->notices;
    struct deps learned = result->learned;
    result->notices = (struct notice_list){0};
    deps_init(&result->learned);
    session_result_finish(result);
    result->notices = notices;
    result->learned = learned;
    notice_list_drop(&result->notices, "begun-anew");
    tell_learned(result);
    return true;
}

void session_fail_run(struct session *session, const char *words)
{
    struct error error = ERROR_NONE;
    error_set(&error, ERROR_RUN, "%s", words);
    session_fail(session, &error);
}

void session_fail_initial(struct session *session, const char *how)
{
    struct error error = ERROR_NONE;
    error_set(&error, ERROR_RUN,
              "the initial event (`when`) did not occur %s; %s%s", how,
              session->instead == NULL ? "no event came at all"
                                       : "what came last was ",
              session->instead == NULL ? "" : session->instead);
    session_fail(session, &error);
}

void session_fail_sent(struct session *session, const struct error *error)
{
    struct error told = *error;
    if (session->phase == PHASE_SENT && session->sent_name != NULL)
        error_set(&told, error->code, "%s (during %s)", error->message,
                  session->sent_name);
    session_fail(session, &told);
}

void session_forget_sent(struct session *session)
{
    if (session->sent_any)
        action_finish(&session->sent);
    session->sent_any = false;
    free(session->sent_name);
    session->sent_name = NULL;
}

void session_await(struct session *session, int64_t time_ms)
{
    struct error error = ERROR_NONE;
    if (!session->executor->ops->wait(session->executor, time_ms,
                                      session->version, &error))
        session_fail(session, &error);
}

void session_begin_wait(struct session *session, int64_t time_ms)
{
    session->phase = PHASE_WAITING;
    session->restless = false;
    session->until_us = session->now_us + time_ms * 1000;
}

static void give_up_in_time(struct session *session)
{
    const char *name = session->options->deadline_name;
    char limit[60];
    snprintf(limit, sizeof limit, "the time limit (%s)",
             name == NULL ? "--timeout" : name);
    session_give_up(session, CUT_TIME, limit);
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
        session_hear(session, &message);
        break;
    case EXECUTOR_FAILED:
        session_fail_sent(session, &error);
        break;
    case EXECUTOR_DEADLINE:
        if (session->phase == PHASE_IDLE)
            session_go_on(session);
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
            session_fail(session, &error);
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

/* Where time passes for nobody but weir, a hundred actions take a tenth of a
 * second of it, and what a timer does a little later is never seen. Whoever has
 * an action that waits for so long knows that. */
static void note_due(struct session *session)
{
    enum { ACTIONS = 20, ACTION_US = 50 * 1000, SECOND_US = 1000 * 1000 };
    struct session_result *result = session->result;
    bool is_hurried = result->actions >= ACTIONS &&
                      session->now_us < result->actions * ACTION_US;
    int64_t left_us = session->due_us - session->now_us;
    if (!is_hurried || left_us <= 0 || left_us <= session->patience_ms * 1000 ||
        left_us <= session->executor->pauses_ms * 1000 ||
        !verdict_is_pass(result->verdict) || session->options->explores)
        return;
    long long seconds = (left_us + SECOND_US - 1) / SECOND_US;
    struct buf text;
    buf_init(&text);
    buf_addf(&text,
             "the page had a timer that had not come when the test ended: "
             "actions follow one another at once, and a hundred of them take "
             "a tenth of a second of its time; with --pauses %llds some of it "
             "passes between two, and an action that is always possible waits "
             "for it: action ~wait! = noop! timeout %lld000;",
             seconds, seconds);
    notice_list_add(&result->notices, "still-due", buf_text(&text));
    buf_finish(&text);
}

/* What is drawn must not follow what the strategy draws from the same seed. */
#define DRAWN UINT64_C(0x64726177)

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
    choices_init(&session.choices, hash_mix(options->seed, DRAWN));
    struct error trouble = ERROR_NONE;
    kept_steps_init(&result->kept, options->keep_all);
    reached_prepare(executor, options->strategy, &result->notices);
    if (executor->ops->foresee != NULL)
        executor->ops->foresee(executor, options->another);
    if (executor->ops->start(executor, checker->ops->dependencies(checker),
                             options->deadline_ms, &trouble))
        loop(&session);
    else
        session_fail(&session, &trouble);
    executor->ops->end(executor);
    take_notices(&session);
    note_due(&session);
    if (checker->ops->coverage != NULL)
        checker->ops->coverage(checker, &result->coverage);
    explain(&session);
    result->signals = checker_signals(checker);
    kept_steps_straighten(&result->kept);
    session_forget_sent(&session);
    free(session.instead);
    value_unref(session.idle_state);
    account_destroy(session.account);
    return !session.abort;
}
